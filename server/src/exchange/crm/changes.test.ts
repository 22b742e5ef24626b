import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { ExportBatch } from '@alumni/shared/exchange/crm'
import { buildCrmStory, changesUrl } from './testing/crm-story.ts'

const { ada, add, as, nobody, change, addChange, changes, importCrmCities, db, forgetCrm, rowsOf } =
  await buildCrmStory()
const exported = (confirm_count: number) => ada.post(`${changesUrl}/export`, { confirm_count })
const exportAll = async (count: number) =>
  (await exported(count)).json<{ export_batch: ExportBatch; moved: number }>().export_batch
const statuses = async () => (await rowsOf('crm_data_changes')).map(({ status }) => status)

beforeEach(async () => {
  await forgetCrm()
  await sql`delete from crm_data_export_batches`.execute(db)
  await addChange('B00000001', 'city', 'Raleigh')
  await addChange('B00000002', 'city', 'Cary', { made_by: 'José Álvarez' })
})

test('Ada sees the changes that wait for the CRM, newest first, and can search them', async () => {
  expect(await changes()).toMatchObject({
    changes: [
      { buid: 'B00000002', name: 'José Álvarez', made_by: 'José Álvarez' },
      {
        buid: 'B00000001',
        name: 'Margaret "Peggy" Jones',
        field: 'city',
        before: 'Durham',
        after: 'Raleigh',
        status: 'pending',
        exported_at: null,
      },
    ],
    state: 'pending',
    page: 1,
    pages: 1,
    matching: 2,
    counts: { pending: 2, exported: 0, verified: 0 },
    import: null,
    export_batches: [],
  })
  expect((await changes('?q=peggy')).matching).toBe(1)
  expect((await changes('?state=exported')).matching).toBe(0)
  expect((await changes('?state=all&q=durham')).matching).toBe(2)
})

test('Mark All Exported exports exactly the pending changes, and records who, when and how many', async () => {
  await addChange('B00000001', 'state', 'NC', { status: 'verified' })
  const reply = await exported(2)
  expect(reply.statusCode).toBe(201)
  const { export_batch, moved } = reply.json<{ export_batch: ExportBatch; moved: number }>()
  expect([moved, export_batch]).toMatchObject([
    2,
    { exported_by: 'Ada Lindqvist', changes: 2, waiting: 2, verified: 0, undone_at: null },
  ])
  expect(await statuses()).toEqual(['exported', 'exported', 'verified'])
  expect(await changes('?state=exported')).toMatchObject({
    counts: { pending: 0, exported: 2, verified: 1 },
    export_batches: [{ id: export_batch.id }],
    changes: [{ export_batch_id: export_batch.id, exported_at: export_batch.exported_at }, {}],
  })
})

test('an outdated number exports nothing', async () => {
  const refused = await exported(3)
  expect([refused.statusCode, refused.json()]).toEqual([
    409,
    { error: 'There are 2 pending changes now, not 3. Review them again before you export.' },
  ])
  expect((await ada.post(`${changesUrl}/export`, {})).statusCode).toBe(400)
  expect((await changes()).export_batches).toEqual([])
  expect(await statuses()).toEqual(['pending', 'pending'])
})

test('one of two simultaneous exports takes all changes, and the other person is notified', async () => {
  const replies = await Promise.all([exported(2), exported(2)])
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
  expect((await changes()).export_batches).toMatchObject([{ changes: 2, waiting: 2 }])
})

test('Undo makes changes pending again, except those that the CRM has confirmed, and the batch is marked', async () => {
  const { id } = await exportAll(2)
  const batch = await importCrmCities(['B00000001', 'Raleigh'])
  expect(await statuses()).toEqual(['verified', 'exported'])
  const reply = await ada.post(`${changesUrl}/export_batches/${id}/undo`)
  expect(reply.json()).toMatchObject({
    moved: 1,
    export_batch: {
      id,
      changes: 2,
      waiting: 0,
      verified: 1,
      undone_by: 'Ada Lindqvist',
      links: { csv: null, undo: null },
    },
  })
  expect(await rowsOf('crm_data_changes')).toMatchObject([
    { status: 'verified', export_batch_id: id, verified_by_batch_id: batch.id },
    { status: 'pending', export_batch_id: null, exported_at: null },
  ])
  expect(await changes(`?batch_id=${batch.id}`)).toMatchObject({
    state: 'verified',
    matching: 1,
    changes: [{ buid: 'B00000001' }],
    import: { id: batch.id },
  })
  expect(await changes(`?batch_id=${batch.id + 1}`)).toMatchObject({ matching: 0, import: null })
})

test('a second undo is refused, also at the same moment, and export 999 does not exist', async () => {
  const { id } = await exportAll(2)
  const undo = () => ada.post(`${changesUrl}/export_batches/${id}/undo`)
  const replies = await Promise.all([undo(), undo()])
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  const again = await undo()
  expect([again.statusCode, again.json()]).toEqual([409, { error: 'Ada Lindqvist has already undone this export.' }])
  expect((await ada.post(`${changesUrl}/export_batches/999/undo`)).statusCode).toBe(404)
})

test('undone changes are in the next export', async () => {
  const first = await exportAll(2)
  await ada.post(`${changesUrl}/export_batches/${first.id}/undo`)
  const second = await exportAll(2)
  expect((await changes()).export_batches).toMatchObject([
    { id: second.id, waiting: 2 },
    { id: first.id, waiting: 0, changes: 2 },
  ])
})

test('the last ten exports are listed', async () => {
  await exportAll(2)
  await sql`insert into crm_data_export_batches (exported_by_id, change_count) select exported_by_id, n from crm_data_export_batches, generate_series(1, 11) n`.execute(
    db,
  )
  expect((await changes()).export_batches.map(({ changes }) => changes)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2])
})

test('the file of an export has a row for each change, and no formula', async () => {
  await change('alumni', { buid: 'B00000002' }, { street: '=1+1' })
  await add('crm_data_changes', {
    buid: 'B00000002',
    field: 'street',
    before: '+1',
    after: '=HYPERLINK("http://x")',
    made_by: '@Majo',
    created_at: '2026-11-20T10:00:00Z',
  })
  const { links } = await exportAll(3)
  const reply = await ada.get(links.csv!)
  expect(reply.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringMatching(/^attachment; filename="crm-changes-\d+\.csv"$/) as string,
  })
  const lines = reply.body.split('\r\n')
  expect(lines[0]).toBe('\ufeffBUID,Contact ID,CRM ID,Name,Field,Before,After,Changed by,Changed at')
  expect(lines[1]).toMatch(
    /^B00000001,C-000000001,,"Margaret ""Peggy"" Jones",City,Durham,Raleigh,Peggy Jones,2026-\d\d-\d\dT/,
  )
  expect(lines[3]).toBe(
    `B00000002,,,José Álvarez,Street,"'+1","'=HYPERLINK(""http://x"")","'@Majo",2026-11-20T10:00:00.000Z`,
  )
  expect(lines).toHaveLength(5)
})

test('the file of 1,201 changes is complete, and an undone or unknown export has none', async () => {
  await sql`insert into alumni (buid, first_name, last_name) select 'B9000' || lpad(n::text, 4, '0'), 'Tom', 'Town' from generate_series(1, 1199) n`.execute(
    db,
  )
  await sql`insert into crm_data_changes (buid, field, after, made_by) select buid, 'city', 'Boston', 'Peggy' from alumni where last_name = 'Town'`.execute(
    db,
  )
  const { id, links } = await exportAll(1201)
  expect(new Set((await ada.get(links.csv!)).body.trim().split('\r\n')).size).toBe(1202)
  await ada.post(`${changesUrl}/export_batches/${id}/undo`)
  expect((await ada.get(links.csv!)).statusCode).toBe(409)
  expect((await ada.get(`${changesUrl}/export_batches/999.csv`)).statusCode).toBe(404)
  expect((await ada.get(`${changesUrl}/export_batches/peggy.csv`)).statusCode).toBe(404)
})

test.each([
  ['viewer', [403, 403, 403, 403]],
  ['staff', [403, 403, 403, 403]],
  ['admin', [200, 409, 404, 404]],
] as const)('a %s gets %j for listing, exporting, undoing and downloading', async (role, statuses) => {
  const person = await as(role)
  const replies = [
    await person.get(changesUrl),
    await person.post(`${changesUrl}/export`, { confirm_count: 0 }),
    await person.post(`${changesUrl}/export_batches/999/undo`),
    await person.get(`${changesUrl}/export_batches/999.csv`),
  ]
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(statuses)
})

test('someone who is signed out can neither see nor do anything', async () => {
  const replies = [
    await nobody.get(changesUrl),
    await nobody.post(`${changesUrl}/export`, { confirm_count: 2 }),
    await nobody.post(`${changesUrl}/export_batches/1/undo`),
    await nobody.get(`${changesUrl}/export_batches/1.csv`),
  ]
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 401])
  expect(await statuses()).toEqual(['pending', 'pending'])
})
