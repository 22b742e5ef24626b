import { randomUUID } from 'node:crypto'
import { readFile, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { subDays } from 'date-fns'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { ImportStatusReply } from '@alumni/shared/exchange/imports'
import { StorageFull } from '../../../foundations/files/files.ts'
import { rounds } from '../../../../testing/soak.ts'
import { whileOpen } from '../../../../testing/two-at-once.ts'
import { externalHost } from '../../../../testing/test-app.ts'
import { scanImport } from '../scan/scan.ts'
import { sweepImportFiles } from '../sweep.ts'
import { forgetBatches, rowOf } from '../testing/batch-in.ts'
import { buildImportStory } from '../testing/import-story.ts'
import { stored } from '../testing/stored.ts'
import { adaHeaders, portOf, senderTo } from './testing/sender.ts'

const story = await buildImportStory({ env: { MAX_UPLOAD_MB: '50' } })
const { context, config, db, logs } = story
const port = await portOf(story)
const ada = senderTo(() => port, await adaHeaders(story))
const megabyte = 1024 * 1024

/** A contacts file of so many bytes, no two pieces of it alike; letters of two bytes may be torn apart anywhere. */
function contacts(bytes: number): Buffer {
  const file = Buffer.alloc(bytes, 'B00000001,Zoë\n')
  for (let at = 0; at < bytes; at += 1000) file.write(`BUID,First Name\nB${at},Zoë\n`, at)
  return file
}
const small = Buffer.from('BUID,First Name\nB00000001,Peggy\n')

beforeEach(() => forgetBatches(story))

async function begun(file: Buffer, type = 'contacts', name?: string): Promise<string> {
  const { status, headers } = await ada.create(type, file.length, name)
  expect([status, headers.location]).toEqual([
    201,
    expect.stringMatching(`^/settings/imports/${type}/uploads/[0-9a-f-]{36}$`),
  ])
  return headers.location!
}

/** What the batch's file holds. */
async function fileOf({ id }: { id?: number }): Promise<Buffer> {
  const { file_key } = await rowOf(story, { type: 'contacts', id: id! })
  return readFile(join(config.DATA_DIR, 'files', String(file_key)))
}

test('Ada sends a file in three requests: its batch is that of the same file in a form', async () => {
  const file = contacts(5 * megabyte)
  const url = await begun(file, 'contacts', 'C:\\exports\\José’s.csv')
  expect(await ada.offset(url)).toBe(0)
  const ends = [megabyte, 3 * megabyte + 7, file.length]
  let offset = 0
  for (const end of ends) {
    const { status, headers } = await ada.patch(url, file, offset, end)
    expect([status, headers['upload-offset'], headers['tus-resumable']]).toEqual([204, String(end), '1.0.0'])
    offset = end
  }
  const { status, headers, body } = await ada.finish(url)
  expect([status, headers.location]).toEqual([201, body.links!.self])
  expect((await fileOf(body)).equals(file)).toBe(true)
  const sent = await rowOf(story, { type: 'contacts', id: body.id! })
  await forgetBatches(story)
  const form = (await story.upload('contacts', file, 'José’s.csv')).json<ImportStatusReply>()
  const { file_name, file_size, encoding, total, columns } = await rowOf(story, form)
  expect(sent).toMatchObject({ file_name, file_size, encoding, total, columns })
  expect((await stored(story)).files).toHaveLength(2)
  expect(logs.join('')).not.toContain('José')
})

test('asked again, and by three requests at once, the batch of an upload is one', async () => {
  const before = await stored(story)
  const url = await begun(small)
  const early = await ada.finish(url)
  expect([early.status, early.body.error]).toEqual([409, 'The upload is not complete yet. Finish it first.'])
  await ada.patch(url, small, 0)
  const replies = await Promise.all([ada.finish(url), ada.finish(url), ada.finish(url)])
  const ids = new Set(replies.filter(({ status }) => status === 201).map(({ body }) => body.id))
  expect([ids.size, replies.filter(({ status }) => ![201, 409].includes(status))]).toEqual([1, []])
  expect((await ada.finish(url)).body.id).toBe([...ids][0])
  const after = await stored(story)
  expect([after.batches, after.jobs, after.audits, after.files.length]).toEqual([
    before.batches + 1,
    before.jobs + 1,
    before.audits + 1,
    before.files.length + 1,
  ])
  expect(await ada.offset(url)).toBe(small.length)
})

test('an upload that somebody finishes at this moment is not finished again, though its import has ended by then', async () => {
  const other = (await story.upload('contacts', small)).json<ImportStatusReply>()
  await story.cancel('contacts', other.id)
  const url = await begun(small)
  await ada.patch(url, small, 0)
  const [{ status, body }] = await whileOpen(
    db,
    (db) =>
      db.updateTable('import_uploads').set({ batch_id: other.id }).where('id', '=', url.split('/').at(-1)!).execute(),
    [() => ada.finish(url)],
  )
  expect([status, body.error]).toEqual([409, 'This upload has just been finished. Open its import.'])
})

const notCsv = (...bytes: number[]) => Buffer.concat([Buffer.from(bytes), Buffer.alloc(2 * megabyte, 7)])
test.each([
  ['a workbook', notCsv(0x50, 0x4b, 3, 4), 'This is an Excel workbook or a zip archive, not a CSV file.'],
  ['a picture', notCsv(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13), 'This is a PNG picture, not a CSV file.'],
  ['one field of two megabytes', Buffer.alloc(2 * megabyte, 'x'), 'The first line is too long to be a header'],
  [
    'a list of one column',
    Buffer.from('BUID\nB00000001\n'),
    'The file lacks the required columns “Degree Code” and “Degree Date”.',
  ],
])('%s is refused after its first request, and forgotten', async (_what, file, sentence) => {
  const before = await stored(story)
  const url = await begun(file, 'educations')
  const { status, body } = await ada.patch(url, file, 0, Math.min(file.length, megabyte))
  expect([status, body.error]).toEqual([422, expect.stringContaining(sentence)])
  expect((await ada.send('HEAD', url)).status).toBe(404)
  expect(await stored(story)).toEqual(before)
})

test('a table without the required columns is taken, for a person to assign them', async () => {
  const file = Buffer.from('BUID,Employer\nB00000001,Acme\n')
  const url = await begun(file, 'educations')
  expect((await ada.patch(url, file, 0)).status).toBe(204)
  const { status, body } = await ada.finish(url)
  expect([status, body]).toMatchObject([
    201,
    {
      missing_columns: [{ label: 'Degree Code' }, { label: 'Degree Date' }],
      unknown_columns: [{ header: 'Employer' }],
    },
  ])
})

test('lengths and offsets that are none, or lie, are refused with a sentence and change nothing', async () => {
  for (const size of ['-1', '1e3', 'many', '99999999999999999999'])
    expect([size, (await ada.create('contacts', size)).status]).toEqual([size, 400])
  expect((await ada.create('contacts', 0)).body.error).toBe('The file is empty.')
  const large = await ada.create('contacts', 51 * megabyte)
  expect([large.status, large.body.error]).toEqual([
    413,
    'The file is larger than 50 MB. Split it, or ask for a smaller export.',
  ])

  const url = await begun(small)
  for (const offset of [1, small.length, -1]) {
    const { status, body } = await ada.send('PATCH', url, {
      'content-type': 'application/offset+octet-stream',
      'upload-offset': offset,
    })
    expect([status, body.error]).toEqual([409, 'The upload stands at 0 bytes. Go on from there.'])
  }
  const longer = Buffer.concat([small, small])
  expect((await ada.patch(url, longer, 0)).status).toBe(400)
  const unannounced = {
    'content-type': 'application/offset+octet-stream',
    'upload-offset': 0,
    'transfer-encoding': 'chunked',
  }
  expect((await ada.send('PATCH', url, unannounced, [longer])).status).toBe(400)
  expect((await ada.send('PATCH', url, { 'content-type': 'text/csv', 'upload-offset': 0 })).status).toBe(415)
  expect((await ada.send('PATCH', url, { 'tus-resumable': '0.2.0' })).status).toBe(412)
  expect(await ada.offset(url)).toBe(0)
  expect((await ada.patch(url, small, 0)).status).toBe(204)
  expect((await ada.finish(url)).status).toBe(201)
})

test('an upload belongs to who began it, on the staff’s site, from its own pages', async () => {
  const url = await begun(small)
  const foreign = senderTo(() => port, { ...(await adaHeaders(story)), 'sec-fetch-site': 'same-site' })
  expect((await foreign.patch(url, small, 0)).status).toBe(403)
  const elsewhere = senderTo(() => port, { ...(await adaHeaders(story)), host: externalHost })
  expect((await elsewhere.patch(url, small, 0)).status).toBe(404)
  await sql`update import_uploads set by_id = ${story.people.staff.id}`.execute(db)
  for (const asked of [ada.send('HEAD', url), ada.patch(url, small, 0), ada.finish(url), ada.send('DELETE', url)])
    expect((await asked).status).toBe(404)
})

test('four requests bring the same bytes at once: they are stored once', async () => {
  const file = contacts(6 * megabyte)
  const url = await begun(file)
  const replies = await Promise.all([0, 1, 2, 3].map(() => ada.patch(url, file, 0)))
  expect(replies.map(({ status }) => status).sort()).toEqual([204, 409, 409, 409])
  expect(await ada.offset(url)).toBe(file.length)
  expect((await fileOf((await ada.finish(url)).body)).equals(file)).toBe(true)
})

test('a connection breaks off again and again: what came is kept, and the file is what was sent', async () => {
  const times = rounds(4, 9)
  const file = contacts((times + 1) * megabyte)
  const url = await begun(file)
  for (let breaks = 0; breaks < times; breaks++) {
    const offset = await ada.offset(url)
    // On a busy machine a request may be gone before it was seen.
    await expect
      .poll(async () => {
        await ada.breakOff(url, file, offset, breaks === 0 ? 500 : megabyte)
        return ada.offset(url)
      })
      .toBeGreaterThan(offset)
  }
  const offset = await ada.offset(url)
  expect(offset).toBeLessThan(file.length)
  expect((await ada.patch(url, file, offset)).status).toBe(204)
  expect((await fileOf((await ada.finish(url)).body)).equals(file)).toBe(true)
  expect(logs.filter((line) => line.includes('request failed'))).toEqual([])
})

test('while another import of the type is active an upload is not begun, and a complete one waits', async () => {
  const url = await begun(small)
  await ada.patch(url, small, 0)
  const other = (await story.upload('contacts', small, 'other.csv')).json<ImportStatusReply>()
  for (const refused of [await ada.create('contacts', 100), await ada.finish(url)]) {
    expect([refused.status, refused.body]).toEqual([
      409,
      {
        error: 'Ada Lindqvist uploaded “other.csv”, which is not finished. Import or cancel it first.',
        links: { self: other.links.self },
      },
    ])
  }
  await story.cancel('contacts', other.id)
  const { status, body } = await ada.finish(url)
  expect([status, (await fileOf(body)).equals(small)]).toEqual([201, true])
  await scanImport(context, { type: 'contacts', id: body.id! })
  expect(await story.status('contacts', body.id!)).toMatchObject({ status: 'review', counts: { rows: 1 } })
})

test('a file in 10,000 pieces is done; piece 10,001 is refused with a sentence that ends the upload', async () => {
  for (const [before, status] of [
    [9999, 204],
    [10_000, 422],
  ]) {
    const url = await begun(small)
    await sql`update import_uploads set received = 5, pieces = (select jsonb_agg('uploads/' || id || '/' || n) from generate_series(1, ${before}::int) n)
      where id = ${url.split('/').at(-1)}`.execute(db)
    const reply = await ada.patch(url, small, 5)
    expect([before, reply.status]).toEqual([before, status])
    if (status === 422) expect(reply.body.error).toContain('more than 10,000 pieces')
    expect((await ada.send('HEAD', url)).status).toBe(status === 422 ? 404 : 200)
  }
})

test('a full disk is a sentence; the upload goes on where there is room again', async () => {
  const file = contacts(10 * megabyte)
  const url = await begun(file)
  await ada.patch(url, file, 0, megabyte)
  const { write } = context.files
  context.files.write = async (_key, stream: Readable) => {
    stream.destroy()
    throw new StorageFull(new Error('ENOSPC'))
  }
  const full = await ada.patch(url, file, megabyte)
  context.files.write = write
  expect([full.status, full.body.error]).toEqual([
    507,
    expect.stringContaining('There is no room left to store files.'),
  ])
  expect(await ada.offset(url)).toBe(megabyte)
  expect((await ada.patch(url, file, megabyte)).status).toBe(204)
  expect((await fileOf((await ada.finish(url)).body)).equals(file)).toBe(true)
})

test('a cancelled upload goes at once, one that nobody goes on with after two days, and pieces that no upload knows', async () => {
  const before = await stored(story)
  const cancelled = await begun(small)
  await ada.patch(cancelled, small, 0)
  expect((await ada.send('DELETE', cancelled)).status).toBe(204)
  expect(await stored(story)).toEqual(before)

  const [fresh, old] = [await begun(small), await begun(small)]
  for (const url of [fresh, old]) await ada.patch(url, small, 0)
  const id = old.split('/').at(-1)
  await sql`update import_uploads set updated_at = ${subDays(new Date(), 3)} where id = ${id}`.execute(db)
  for (const key of [`uploads/${fresh.split('/').at(-1)}/lost`, `uploads/${randomUUID()}/lost`]) {
    await context.files.write(key, Readable.from([Buffer.from('x')]))
    await utimes(join(config.DATA_DIR, 'files', key), subDays(new Date(), 3), subDays(new Date(), 3))
  }
  await sweepImportFiles(context)
  expect([(await ada.send('HEAD', old)).status, await ada.offset(fresh)]).toEqual([404, small.length])
  expect((await stored(story)).files).toHaveLength(before.files.length + 1)
})

test('of the uploads that Ada begins and leaves, the ten newest are kept', async () => {
  const urls: string[] = []
  for (let begins = 0; begins < 11; begins++) urls.push(await begun(small))
  const statuses = await Promise.all(urls.map(async (url) => (await ada.send('HEAD', url)).status))
  expect(statuses).toEqual([404, ...Array.from({ length: 10 }, () => 200)])
})
