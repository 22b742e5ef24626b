import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import type { ImportStatusReply } from '@alumni/shared/exchange/imports'
import { onlyInSoak, rounds } from '../../../testing/soak.ts'
import { workerFlags } from '../../../testing/worker-flags.ts'
import { scanImport } from './scan/scan.ts'
import { cancelActiveBatches } from './testing/insert-batch.ts'
import { buildImportStory } from './testing/import-story.ts'
import { startServer, partHead, partTail } from './testing/start-server.ts'
import { recordsOf } from './testing/records.ts'
import { readStoredState } from './testing/stored-state.ts'

const story = await buildImportStory({ env: { MAX_UPLOAD_MB: '2000' } })
const wire = await startServer(story)
const url = '/settings/imports/contacts'
const megabyte = 1024 * 1024
const noise = Buffer.alloc(megabyte, 'x')

function* gigabyte(head = '') {
  yield Buffer.concat([partHead, Buffer.from(head)])
  for (let sent = 0; sent < 1024; sent++) yield noise
  yield partTail
}

/** In MB: far below the gigabyte that is sent, but above uncollected garbage. */
const maxHeld = 200

async function heightOf(work: () => Promise<unknown>): Promise<number> {
  const measureMemory = () => (({ heapUsed, external }) => (heapUsed + external) / megabyte)(process.memoryUsage())
  const before = measureMemory()
  let most = before
  const timer = setInterval(() => (most = Math.max(most, measureMemory())), 5)
  await work().finally(() => clearInterval(timer))
  return most - before
}

afterEach(() => cancelActiveBatches(story))

test.each([
  ['with its length announced', 1024 * megabyte + partHead.length + partTail.length],
  ['in chunks', undefined],
])('an upload of a gigabyte in one field, %s, is refused long before its end', async (_how, length) => {
  const before = await readStoredState(story)
  const height = await heightOf(async () => {
    const reply = wire.send(url, { length, pieces: gigabyte() })
    for (let request = 0; request < 5; request++) await wire.expectUp()
    const { status, body, sent } = await reply
    expect([status, body.error]).toEqual([
      422,
      'The first line is too long to be a header: it must name the columns, and end with a line break.',
    ])
    expect(sent / megabyte).toBeLessThan(512)
  })
  expect(height).toBeLessThan(maxHeld)
  expect(await readStoredState(story)).toEqual(before)
})

test.each(onlyInSoak)('a client that keeps sending after the reply uses no memory', async () => {
  const before = await readStoredState(story)
  const pieces = [partHead, ...Array.from({ length: 300 }, () => noise), partTail]
  expect(await heightOf(() => wire.send(url, { isDeaf: true, length: 302 * megabyte, pieces }))).toBeLessThan(maxHeld)
  expect(await readStoredState(story)).toEqual(before)
  await wire.expectUp()
})

test('an upload with a Content-Length above the limit is refused before its first byte is read', async () => {
  const { status, body, sent } = await wire.send(url, { length: 3000 * megabyte, pieces: gigabyte('BUID\n') })
  expect([status, body.error]).toEqual([413, 'The file is larger than 2000 MB. Split it, or ask for a smaller export.'])
  expect(sent / megabyte).toBeLessThan(512)
})

test('a cell of 25 MB is uploaded, and its scan fails at once with a message', async () => {
  const pieces = [
    Buffer.concat([partHead, Buffer.from('BUID,Street\nB00000001,"')]),
    ...Array.from({ length: 25 }, () => noise),
    Buffer.concat([Buffer.from('"\n'), partTail]),
  ]
  const height = await heightOf(async () => {
    const { status, body } = await wire.send(url, { pieces })
    expect(status).toBe(201)
    const { id } = body as unknown as { id: number }
    await scanImport(story.context, { type: 'contacts', id })
    expect(await story.status('contacts', id)).toMatchObject({
      section: 'Failed',
      error: 'Line 2 is longer than 1 MB. Most likely a quotation mark in it opens and never closes.',
    })
  })
  expect(height).toBeLessThan(100)
})

test('an interrupted upload leaves nothing behind', async () => {
  const before = await readStoredState(story)
  const socket = wire.openUpload(url, 5 * megabyte)
  socket.write(partHead)
  for (let sent = 0; sent < 3; sent++) socket.write(Buffer.concat([Buffer.from('BUID,Street\n'), noise]))
  while ((await readStoredState(story)).files.length === before.files.length) await pause(20)
  socket.destroy()
  await expect.poll(() => readStoredState(story)).toEqual(before)
  expect(story.logs.filter((line) => line.includes('request failed'))).toEqual([])
  const { id } = (await story.upload('contacts', 'BUID\nB00000001\n')).json<{ id: number }>()
  expect(id).toBeGreaterThan(0)
})

test('a storage failure during an upload leaves nothing behind and is reported', async () => {
  const before = await readStoredState(story)
  const { write } = story.context.files
  story.context.files.write = (key, stream, options) =>
    write(
      key,
      Readable.from(
        (async function* () {
          for await (const chunk of stream) {
            yield chunk as Buffer
            throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' })
          }
        })(),
        { objectMode: false },
      ),
      options,
    )
  const reply = await story.upload('contacts', 'BUID\nB00000001\n')
  story.context.files.write = write
  expect(reply.statusCode).toBeGreaterThanOrEqual(500)
  expect(reply.json().error).toMatch(/\.$/)
  expect(await readStoredState(story)).toEqual(before)
})

/** `MANY_ROWS=1000000` tests the maximum file size and takes a minute. */
const manyRows = Number(process.env.MANY_ROWS ?? rounds(4000, 30_000))

async function inWorker(job: 'scan' | 'apply', id: number): Promise<number | null> {
  const script = fileURLToPath(new URL('testing/job-process.ts', import.meta.url))
  const { DATA_DIR, DATABASE_URL } = story.config
  const child = spawn(
    process.execPath,
    [...workerFlags, script, job, 'contacts', String(id), 'SIGKILL', '1000000000'],
    {
      env: { ...process.env, NODE_ENV: 'test', DATA_DIR, DATABASE_URL },
      stdio: ['ignore', 'ignore', 'ignore'],
    },
  )
  const [code] = (await once(child, 'exit')) as [number | null]
  return code
}

test('a file with a million rows of one person is scanned, imported and shown within the worker’s memory', async () => {
  const file = `BUID,City\n${Array.from({ length: manyRows }, (_, index) => `B00000001,City ${index}\n`).join('')}`
  const { id } = (await story.upload('contacts', file)).json<ImportStatusReply>()
  expect(await inWorker('scan', id)).toBe(0)
  const counts = { rows: manyRows, new: 1, changed: 0, unchanged: 0, skipped: manyRows - 1, warnings: 1, deletes: 0 }
  expect(await story.status('contacts', id)).toMatchObject({ status: 'review', counts })
  const last = manyRows + 1
  const reason = `Line ${last} has the same BUID; the last one counts.`
  expect((await story.page('contacts', id, `?outcome=skipped&page=${Math.floor(manyRows / 50)}`)).rows).toContainEqual(
    expect.objectContaining({ line: manyRows, key: 'B00000001', outcome: 'skipped', reason }),
  )
  expect((await story.commit('contacts', id)).statusCode).toBe(200)
  expect(await inWorker('apply', id)).toBe(0)
  const finished = await story.status('contacts', id)
  expect(finished).toMatchObject({ status: 'completed', results: counts })
  expect(await recordsOf(story).alumnus('B00000001')).toMatchObject({ city: `City ${manyRows - 1}` })
  const lines = (await story.ada.get(finished.links.issues!)).body.split('\r\n')
  expect([lines.length, lines[1]]).toEqual([manyRows + 2, `B00000001,City 0,2,skipped,${reason}`])
})

const street = 'x'.repeat(990)
const longRows = (rows: number, tail = '') =>
  `BUID,City,Shoe Size,Street\n${Array.from({ length: rows }, (_, index) => `B1${String(index).padStart(7, '0')},City ${index},${index % 7},${street}\n`).join('')}${tail}`

test('findings, samples and skipped lines are those of a short file and of one of 4 MB', async () => {
  const tail = 'B2,Skipped,1,\nB10000000,Last,,,,\n'
  for (const rows of [1000, 4500]) {
    const batch = await story.scanFile('contacts', longRows(rows, tail))
    expect(batch).toMatchObject({
      counts: { rows: rows + 2, new: rows, skipped: 2 },
      findings: { slashed_dates: 0, blank_extra_cells: 1 },
      unknown_columns: [{ header: 'Shoe Size', samples: ['0', '1', '2'] }],
    })
    expect(
      (await story.page('contacts', batch.id, `?page=${Math.ceil((rows + 2) / 50)}`)).rows!.slice(-2),
    ).toMatchObject([
      { line: rows + 2, outcome: 'skipped', key: 'B2' },
      { line: rows + 3, outcome: 'new', key: 'B10000000' },
    ])
    await story.cancel('contacts', batch.id)
  }
})

test('a storage failure while the file is read fails the scan', async () => {
  const { id } = (await story.upload('contacts', longRows(6000))).json<ImportStatusReply>()
  const { read } = story.context.files
  story.context.files.read = async (key, range) => {
    let remaining = 3
    return Readable.from(
      (async function* () {
        for await (const chunk of await read(key, range)) {
          if (remaining-- === 0) throw new Error('EIO')
          yield chunk as Buffer
        }
      })(),
      { objectMode: false },
    )
  }
  await expect(scanImport(story.context, { type: 'contacts', id })).rejects.toThrow('EIO')
  story.context.files.read = read
  expect(await story.status('contacts', id)).toMatchObject({ section: 'Failed' })
})
