import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createFiles, FileMissing, StorageUnavailableError, StorageFull, type Files } from './files.ts'
import { startS3 } from '../../../testing/s3-server.ts'

let folder: string
const storages: Record<string, { files: Files; leftovers?: () => Promise<string[]> }> = {}
const closers: (() => Promise<void>)[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alumni-files-'))
  const s3 = await startS3(folder, 'uploads')
  closers.push(s3.stop)
  storages.local = { files: await createFiles({ DATA_DIR: folder, STORAGE_URL: undefined }) }
  storages['file://'] = {
    files: await createFiles({ DATA_DIR: folder, STORAGE_URL: pathToFileURL(join(folder, 'else where')).href }),
  }
  storages['s3://'] = {
    files: await createFiles({
      DATA_DIR: folder,
      STORAGE_URL: `s3://uploads/kept?endpoint=${s3.endpoint}&region=eu-west-1`,
    }),
    leftovers: s3.unfinishedParts,
  }
})

afterAll(async () => {
  for (const close of closers) await close()
  await rm(folder, { recursive: true, force: true })
})

const pieces = (whole: Buffer, size = 64 * 1024) =>
  Readable.from(
    Array.from({ length: Math.ceil(whole.length / size) }, (_, index) =>
      whole.subarray(index * size, (index + 1) * size),
    ),
  )
/** Uses digests, so that a difference does not print a megabyte. */
const digest = (bytes: Uint8Array) => `${bytes.length} bytes ${createHash('sha256').update(bytes).digest('hex')}`
async function keysOf(files: Files): Promise<string[]> {
  return Array.fromAsync(files.list(new Date(Date.now() + 60_000)))
}

describe.each(['local', 'file://', 's3://'])('files in %s storage', (name) => {
  const files = () => storages[name]!.files
  const digestOf = async (...args: Parameters<Files['read']>) => digest(await buffer(await files().read(...args)))

  test('are read as they were written, as a whole and in ranges', async () => {
    const content = randomBytes(300_000)
    const key = `imports/${randomUUID()}.csv`
    expect(await files().write(key, pieces(content))).toEqual({ bytes: content.length })
    expect(await files().size(key)).toBe(content.length)
    expect(await digestOf(key)).toBe(digest(content))
    expect(await digestOf(key, { start: 10, end: 19 })).toBe(digest(content.subarray(10, 20)))
    expect(await digestOf(key, { start: 299_990 })).toBe(digest(content.subarray(299_990)))
    expect(await digestOf(key, { end: 4 })).toBe(digest(content.subarray(0, 5)))
    expect(await digestOf(key, { start: 299_999, end: 400_000 })).toBe(digest(content.subarray(299_999)))
    expect(await digestOf(key, { start: 300_000 })).toBe(digest(Buffer.alloc(0)))
  })

  test('may be empty', async () => {
    const key = randomUUID()
    expect(await files().write(key, Readable.from([]))).toEqual({ bytes: 0 })
    expect(await files().size(key)).toBe(0)
    expect(await digestOf(key)).toBe(digest(Buffer.alloc(0)))
  })

  test('larger than several parts keep every byte, and are replaced as a whole', async () => {
    const key = randomUUID()
    const content = randomBytes(17 * 1024 * 1024)
    expect(await files().write(key, pieces(content))).toEqual({ bytes: content.length })
    expect(await digestOf(key)).toBe(digest(content))
    await files().write(key, pieces(Buffer.from('second')))
    expect((await buffer(await files().read(key))).toString()).toBe('second')
  })

  test('can be read in a hundred small ranges at once', async () => {
    const key = randomUUID()
    const content = randomBytes(1_000_000)
    await files().write(key, pieces(content))
    const ranges = Array.from({ length: 100 }, (_, index) => ({ start: index * 9_000, end: index * 9_000 + 500 }))
    const read = await Promise.all(ranges.map(async (range) => digestOf(key, range)))
    expect(read).toEqual(ranges.map(({ start, end }) => digest(content.subarray(start, end + 1))))
  })

  test('that are missing cause a named error', async () => {
    const key = randomUUID()
    await expect(files().read(key)).rejects.toThrow(FileMissing)
    await expect(files().read(key, { start: 5 })).rejects.toThrow(FileMissing)
    await expect(files().size(key)).rejects.toThrow(`There is no stored file ${key}.`)
    await files().remove(key)
  })

  test('no longer exist once removed', async () => {
    const key = randomUUID()
    await files().write(key, pieces(Buffer.from('text')))
    await files().remove(key)
    await expect(files().size(key)).rejects.toThrow(FileMissing)
  })

  test('are listed by age', async () => {
    const key = `aged/${randomUUID()}`
    await files().write(key, pieces(Buffer.from('text')))
    expect(await keysOf(files())).toContain(key)
    expect(await Array.fromAsync(files().list(new Date(Date.now() - 60_000)))).not.toContain(key)
  })

  test.each([
    '../x',
    '/x',
    'a//b',
    'a/../b',
    '.',
    '..',
    '.unfinished/x',
    'a\\b',
    'a\0b',
    '',
    'a/',
    'a b',
    'x'.repeat(513),
  ])('refuse the key %j', async (key) => {
    await expect(files().write(key, pieces(Buffer.from('x')))).rejects.toThrow('A key of a stored file')
    await expect(files().read(key)).rejects.toThrow('A key of a stored file')
    await expect(files().remove(key)).rejects.toThrow('A key of a stored file')
  })

  test.each([{ start: -1 }, { start: 2, end: 1 }, { start: 0.5 }, { end: Number.NaN }])(
    'refuse the range %j',
    async (range) => {
      await expect(files().read('any', range)).rejects.toThrow('is no range of bytes')
    },
  )

  describe.each([0, 1, 3])('after %i parts', (parts) => {
    async function* yieldThenFail(fail: () => Promise<void>) {
      for (let part = 0; part < parts * 9; part += 1) yield randomBytes(1024 * 1024)
      yield randomBytes(1000)
      await fail()
    }

    test('a failing stream leaves nothing', async () => {
      const key = randomUUID()
      const stream = Readable.from(yieldThenFail(async () => Promise.reject(new Error('the caller hung up'))))
      await expect(files().write(key, stream)).rejects.toThrow('the caller hung up')
      await expectNothing(key)
    })

    test('an abort leaves nothing and frees the stream', async () => {
      const key = randomUUID()
      const abort = new AbortController()
      const stream = Readable.from(
        yieldThenFail(async () => {
          setTimeout(() => abort.abort(new Error('cancelled')), 20)
          await pause(60_000, undefined, { signal: abort.signal }).catch(() => undefined)
        }),
      )
      await expect(files().write(key, stream, { signal: abort.signal })).rejects.toThrow()
      expect(stream.destroyed).toBe(true)
      await expectNothing(key)
    })
  })

  test('a signal that was aborted before stores nothing', async () => {
    const key = randomUUID()
    await expect(files().write(key, pieces(Buffer.from('text')), { signal: AbortSignal.abort() })).rejects.toThrow()
    await expectNothing(key)
  })

  async function expectNothing(key: string) {
    expect(await keysOf(files())).not.toContain(key)
    expect(await files().removeUnfinished(new Date(Date.now() + 60_000))).toBe(0)
    expect((await storages[name]!.leftovers?.()) ?? []).toEqual([])
  }
})

test('S3 is unavailable if it accepts nothing for now or cannot be reached', async () => {
  const busy = createServer((_request, reply) => reply.writeHead(503).end()).listen(0, '127.0.0.1')
  await once(busy, 'listening')
  const { port } = busy.address() as AddressInfo
  const STORAGE_URL = `s3://uploads?endpoint=http://127.0.0.1:${port}`
  const files = await createFiles({ DATA_DIR: folder, STORAGE_URL })
  await expect(files.write('key', pieces(Buffer.from('text')))).rejects.toThrow(StorageUnavailableError)
  await expect(files.read('key')).rejects.toThrow(StorageUnavailableError)
  busy.close()
  busy.closeAllConnections()
  await expect(files.size('key')).rejects.toThrow(StorageUnavailableError)
})

test('S3 without room is full, and is not asked again at once', async () => {
  const full = createServer((_request, reply) => reply.writeHead(507).end()).listen(0, '127.0.0.1')
  await once(full, 'listening')
  onTestFinished(() => void full.close())
  const { port } = full.address() as AddressInfo
  const files = await createFiles({ DATA_DIR: folder, STORAGE_URL: `s3://uploads?endpoint=http://127.0.0.1:${port}` })
  await expect(files.write('key', pieces(Buffer.from('text')))).rejects.toThrow(StorageFull)
})

test('S3 that refuses a machine’s wrong clock is unavailable until the clock is right', async () => {
  const refusal = '<Error><Code>RequestTimeTooSkewed</Code><Message>The difference is too large.</Message></Error>'
  const strict = createServer((_request, reply) => reply.writeHead(403).end(refusal)).listen(0, '127.0.0.1')
  await once(strict, 'listening')
  onTestFinished(() => void strict.close())
  const { port } = strict.address() as AddressInfo
  const files = await createFiles({ DATA_DIR: folder, STORAGE_URL: `s3://uploads?endpoint=http://127.0.0.1:${port}` })
  await expect(files.read('key')).rejects.toThrow(StorageUnavailableError)
})
