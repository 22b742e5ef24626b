import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { ImportStatusReply } from '@alumni/shared/exchange/imports'
import type { Caller } from '../../../../testing/caller.ts'
import { forgetAuditEntries } from '../../../../testing/test-database.ts'
import { cancelActiveBatches } from '../testing/insert-batch.ts'
import { buildImportStory, csv } from '../testing/import-story.ts'
import { addPeggyJoseAndSiobhan, recordsOf } from '../testing/records.ts'

const story = await buildImportStory()
const { ada, db, scanFile, page, status, confirmBatch, undoImport, commit, cancel, people, database } = story
const { alumnus, rowsOf, add } = recordsOf(story)
await addPeggyJoseAndSiobhan(story)
await db.updateTable('staff_users').set({ role: 'admin' }).where('id', '=', people.staff.id).execute()
const stan = await story.as('staff')

beforeEach(() => cancelActiveBatches(story))

const file = csv(
  'BUID,Contact ID,First Name,Last Name,City',
  'B1,C-000000001,Peggy,Jones,Salem',
  'B00000002,C-000000002,José,Álvarez,Boston',
  ',C-000000003,Siobhán,O’Neil,Dublin',
)

const corrected = (
  { links }: ImportStatusReply,
  line: number,
  cells: Record<string, string>,
  since: string | null = null,
  caller: Caller = ada,
) => caller.post(links.self + '/corrections', { line, cells, since })

const skippedOf = async ({ type, id }: ImportStatusReply) => (await page(type, id, '?outcome=skipped')).rows!
const correctedOf = async ({ type, id }: ImportStatusReply) => (await page(type, id, '?outcome=corrected')).rows!
async function audited() {
  const { rows } = await sql<{ who: string; action: string; detail: object }>`
    select who, action, detail from audit_entries where action like 'import.%corr%' order by id`.execute(db)
  return rows
}

test('Ada corrects a BUID in the review, and the line is imported', async () => {
  await forgetAuditEntries(database)
  const batch = await scanFile('contacts', file)
  expect(batch.corrections).toEqual({ refusal: null })
  expect(batch.counts).toMatchObject({ new: 0, changed: 1, skipped: 2 })
  expect((await skippedOf(batch))[0]).toMatchObject({
    line: 2,
    cells: [{ field: 'buid', text: 'B1', reason: 'BUID “B1” is not B followed by eight digits.' }],
  })

  const reply = await corrected(batch, 2, { buid: ' b00000001 ' })
  expect(reply.json<ImportStatusReply>().counts).toMatchObject({ changed: 2, skipped: 1, corrected: 1 })
  expect(await correctedOf(batch)).toMatchObject([
    {
      line: 2,
      outcome: 'changed',
      name: 'Peggy Jones',
      changes: expect.arrayContaining([{ field: 'city', before: null, after: 'Salem' }]),
      corrected: { by: people.admin.name, cells: [{ field: 'buid', before: 'B1', after: 'b00000001' }] },
    },
  ])
  expect(await audited()).toMatchObject([
    {
      who: people.admin.name,
      action: 'import.line-corrected',
      detail: { line: 2, fields: { buid: ['B1', 'b00000001'] } },
    },
  ])

  const { results } = await confirmBatch(await status(batch.type, batch.id))
  expect(results).toMatchObject({ changed: 2, skipped: 1, corrected: 1 })
  expect(await alumnus('B00000001')).toMatchObject({ city: 'Salem', contact_id: 'C-000000001' })
  expect(await correctedOf(batch)).toHaveLength(1)
  await undoImport(batch.type, batch.id)
  expect(await alumnus('B00000001')).toMatchObject({ city: null, contact_id: null })
})

test('remaining errors are shown beside their cells, and nothing is stored', async () => {
  const batch = await scanFile('contacts', csv('BUID,Contact ID,Last Name', 'B1,C1,Jones'))
  expect((await skippedOf(batch))[0]!.cells).toMatchObject([
    { field: 'buid', text: 'B1' },
    { field: 'contact_id', text: 'C1' },
  ])
  const half = await corrected(batch, 2, { buid: 'B00000077', contact_id: 'C1' })
  expect(half.statusCode).toBe(422)
  expect(half.json()).toMatchObject({
    error: expect.stringMatching(/^Line 2 would still be skipped\. Contact ID “C1” /),
    fields: { contact_id: expect.stringContaining('“C1”') },
  })
  expect(half.json().fields).not.toHaveProperty('buid')
  expect(await status(batch.type, batch.id)).toMatchObject({ counts: { skipped: 1, new: 0 } })
  expect(await correctedOf(batch)).toEqual([])
  const whole = await corrected(batch, 2, { buid: 'B00000077', contact_id: 'C-000000077' })
  expect(whole.json()).toMatchObject({ counts: { skipped: 0, new: 1, corrected: 1 } })
})

test('a corrected line is compared with the other lines like in a scan', async () => {
  const lines = [
    'B00000001,C-000000001,Peg',
    'B9,C-000000009,Peggy',
    'B00000003,C-000000003,Siobhán',
    'B8,C-000000008,Shiv',
  ]
  const batch = await scanFile('contacts', csv('BUID,Contact ID,First Name', ...lines))
  const first = await corrected(batch, 3, { buid: 'B00000001' })
  expect(first.json()).toMatchObject({ counts: { skipped: 2, corrected: 1 } })
  expect(await skippedOf(batch)).toMatchObject([
    {
      line: 2,
      reason: 'Line 3 has the same BUID; the last one counts.',
      cells: [{ field: 'buid', text: 'B00000001' }],
    },
    { line: 5 },
  ])
  expect((await corrected(batch, 2, { buid: 'B00000002' })).statusCode).toBe(200)
  const reply = await corrected(batch, 5, { buid: 'B00000008', contact_id: 'C-000000003' })
  expect(reply.json()).toMatchObject({
    error: expect.stringContaining('Contact ID C-000000003 is given to B00000003 earlier in this file.'),
    fields: { contact_id: expect.stringContaining('C-000000003') },
  })
  const twin = await corrected(batch, 2, { buid: 'B00000003' }, (await correctedOf(batch))[0]!.corrected!.at)
  expect(twin.json()).toMatchObject({ fields: { buid: 'Line 4 has the same BUID; the last one counts.' } })
})

test('a repeated request changes nothing, and a colleague’s correction is not overwritten', async () => {
  await forgetAuditEntries(database)
  const batch = await scanFile('contacts', file)
  await Promise.all([1, 2].map(() => corrected(batch, 2, { buid: 'B00000001' })))
  expect(await audited()).toHaveLength(1)
  const [{ corrected: made } = {}] = await correctedOf(batch)

  const late = await corrected(batch, 2, { buid: 'B00000003' }, null, stan)
  expect(late.statusCode).toBe(409)
  expect(late.json()).toEqual({
    error: `${people.admin.name} has corrected line 2 in the meantime: BUID is now “B00000001”.`,
    since: made!.at,
  })
  expect((await corrected(batch, 2, { buid: 'B00000003' }, late.json().since, stan)).statusCode).toBe(200)
  expect((await correctedOf(batch))[0]!.corrected!.by).toBe(people.staff.name)
})

test('two people can correct two lines at the same time', async () => {
  const batch = await scanFile('contacts', file)
  const replies = await Promise.all([
    corrected(batch, 2, { buid: 'B00000001' }),
    corrected(batch, 4, { buid: 'B00000003' }, null, stan),
  ])
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect(await status(batch.type, batch.id)).toMatchObject({ counts: { skipped: 0, corrected: 2 } })
})

test('a correction can be undone, and survives another scan', async () => {
  const batch = await scanFile('contacts', file)
  await corrected(batch, 2, { buid: 'B00000001' })
  await corrected(batch, 4, { buid: 'B00000003' })
  await ada.post(batch.links.columns, { columns: {}, day_first: true })
  const { scanImport } = await import('../scan/scan.ts')
  await scanImport(story.context, batch)
  expect((await correctedOf(batch)).map(({ line }) => line)).toEqual([2, 4])

  const since = (await correctedOf(batch))[1]!.corrected!.at
  await forgetAuditEntries(database)
  const back = await corrected(batch, 4, {}, since)
  expect(back.json()).toMatchObject({ counts: { skipped: 1, corrected: 1 } })
  expect(await audited()).toMatchObject([
    { action: 'import.correction-withdrawn', detail: { line: 4, fields: { buid: ['B00000003', ''] } } },
  ])
})

test('a canceled or started import accepts no correction', async () => {
  const batch = await scanFile('contacts', file)
  await cancel(batch.type, batch.id)
  const late = await corrected(batch, 2, { buid: 'B00000001' })
  expect(late.statusCode).toBe(409)
  expect(late.json().error).toBe('This import is canceled, so it cannot be corrected.')
  const other = await scanFile('contacts', file)
  await commit(other.type, other.id)
  expect((await corrected(other, 2, { buid: 'B00000001' })).json().error).toBe(
    'This import is being imported, so it cannot be corrected.',
  )
})

test('more than 50 skipped lines must be corrected in the file, and a line with shifted cells cannot be corrected here', async () => {
  const many = Array.from({ length: 51 }, (_, n) => `B${n},Jones`)
  const batch = await scanFile('contacts', csv('BUID,Last Name', ...many))
  expect(batch.corrections).toEqual({
    refusal:
      'Up to 50 skipped lines can be corrected on this page. Export the issues, correct them in the file, and upload it after this import.',
  })
  expect((await corrected(batch, 2, { buid: 'B00000001' })).statusCode).toBe(409)
  await cancel(batch.type, batch.id)

  const torn = await scanFile('contacts', csv('BUID,Last Name', 'B00000001,Jones,Salem', 'B00000002,"O"Neil"'))
  expect((await skippedOf(torn)).map(({ cells }) => cells)).toEqual([undefined, undefined])
  expect((await corrected(torn, 2, { last_name: 'Jones' })).json().error).toBe(
    'Line 2 is not skipped, or cannot be corrected here.',
  )
  expect((await corrected(torn, 77, { last_name: 'Jones' })).statusCode).toBe(409)
  expect((await corrected(torn, 3, { shoe_size: '9' })).statusCode).toBe(409)
})

test('unreadable characters can be replaced', async () => {
  const bytes = Buffer.concat([
    Buffer.from('BUID,First Name,Last Name\nB00000003,Siobhán,O’Neil\nB00000002,Jos'),
    Buffer.from([0xe9]),
    Buffer.from(',Álvarez\n'),
  ])
  const batch = await scanFile('contacts', bytes)
  expect(await skippedOf(batch)).toMatchObject([{ line: 3, cells: [{ field: 'first_name', text: 'Jos\ufffd' }] }])
  const reply = await corrected(batch, 3, { first_name: 'José María' })
  expect(reply.json()).toMatchObject({ counts: { skipped: 0, changed: 2 } })
})

test('an employment record that only a corrected line contains is not deleted', async () => {
  await add('employments', { buid: 'B00000001', employer: 'Globex', start_date: '2020-01-01' })
  await add('employments', { buid: 'B00000002', employer: 'Initech', start_date: '2021-01-01' })
  const rows = ['B1,Globex,2020-01-01', 'B00000002,Initech,2021-01-01']
  const batch = await scanFile('employment', csv('BUID,Employer,Start Date', ...rows))
  expect(batch.counts).toMatchObject({ deletes: 1, unchanged: 1, skipped: 1 })
  const wrong = await corrected(batch, 2, { buid: 'B00009999' })
  expect(wrong.json()).toMatchObject({ fields: { buid: 'No alumnus has the BUID B00009999.' } })
  expect((await status(batch.type, batch.id)).counts).toMatchObject({ deletes: 1 })
  const reply = await corrected(batch, 2, { buid: 'B00000001' })
  expect(reply.json()).toMatchObject({ counts: { deletes: 0, unchanged: 2, skipped: 0 } })
  await confirmBatch(await status(batch.type, batch.id))
  expect(await rowsOf('employments')).toHaveLength(2)
})

test('the file of skipped lines has the corrected values', async () => {
  const batch = await scanFile('contacts', csv('BUID,Last Name,Primary Email', 'B1,Jones,peggy@', 'B2,Doe,'))
  await corrected(batch, 2, { buid: 'B00000001' })
  const { body } = await ada.get(batch.links.issues!)
  expect(body).toContain('B00000001,Jones,peggy@,2,')
  expect(body).toContain('B2,Doe,,3,skipped')
})
