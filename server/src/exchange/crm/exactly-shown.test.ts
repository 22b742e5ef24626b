import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { CrmChangesPage, ExportBatch } from '@alumni/shared/exchange/crm'
import { buildCrmStory, changesUrl } from './testing/crm-story.ts'

const { ada, as, change, addChange, changes, importCrmCities, db, forgetCrm, remove, rowsOf } = await buildCrmStory()

beforeEach(async () => {
  await forgetCrm()
  await sql`delete from crm_data_export_batches`.execute(db)
  await change('alumni', { buid: 'B00000001' }, { crm_id: '0035e000001AbCd' })
  await addChange('B00000001', 'city', 'Raleigh')
  await addChange('B00000001', 'street', '12 Elm St')
  await addChange('B00000002', 'city', 'Cary')
})

type Mark = { filter?: object; only_loadable?: boolean; by?: typeof ada }
const mark = ({ shown }: CrmChangesPage, { filter, only_loadable = false, by = ada }: Mark = {}) =>
  by.post(`${changesUrl}/export`, {
    shown,
    filter,
    only_loadable,
    confirm_count: (only_loadable ? shown!.loadable : shown!.all).count,
  })
const statuses = async () => (await rowsOf('crm_data_changes')).map(({ after, status }) => [after, status])
const pending = (...values: string[]) => values.map((value) => [value, 'pending'])

test('a change made after Ada looked stays pending', async () => {
  const page = await changes()
  await addChange('B00000002', 'street', '99 Oak Ave')
  const reply = await mark(page)
  expect([reply.statusCode, reply.json<{ moved: number }>().moved]).toEqual([201, 3])
  expect(await statuses()).toContainEqual(['99 Oak Ave', 'pending'])
})

test('a change with a new value stops the export, even if the number is the same', async () => {
  const page = await changes()
  await change('crm_data_changes', { field: 'street' }, { after: '13 Elm St' })
  const reply = await mark(page)
  expect([reply.statusCode, reply.json()]).toEqual([
    409,
    {
      error:
        'Some of these changes were edited or withdrawn since you looked. Nothing was exported. Review them again.',
    },
  ])
  expect(await statuses()).toEqual(pending('Raleigh', '13 Elm St', 'Cary'))
})

test('a withdrawn change and a restored one stop the export, even if the number is the same', async () => {
  await addChange('B00000002', 'street', '99 Oak Ave', { status: 'exported' })
  await addChange('B00000002', 'state', 'NC')
  const page = await changes()
  await remove('crm_data_changes', { after: 'Cary' })
  await change('crm_data_changes', { after: '99 Oak Ave' }, { status: 'pending' })
  expect((await mark(page)).statusCode).toBe(409)
  expect(await statuses()).toEqual(pending('Raleigh', '12 Elm St', '99 Oak Ave', 'NC'))
})

test('with a filter only the shown changes are exported: by words, import or age', async () => {
  expect((await mark(await changes('?q=cary'), { filter: { q: 'cary' } })).statusCode).toBe(201)
  expect(await statuses()).toEqual([...pending('Raleigh', '12 Elm St'), ['Cary', 'exported']])

  const { id } = await importCrmCities(['B00000001', 'Durham'])
  const filter = { batch_id: id }
  expect((await mark(await changes(`?state=pending&batch_id=${id}`), { filter })).statusCode).toBe(201)
  expect(await statuses()).toContainEqual(['Raleigh', 'exported'])

  await change('crm_data_changes', { field: 'street' }, { created_at: '2026-01-01T00:00:00Z' })
  await addChange('B00000002', 'street', '99 Oak Ave')
  expect((await mark(await changes('?age=older'), { filter: { age: 'older' } })).statusCode).toBe(201)
  expect(await statuses()).toContainEqual(['12 Elm St', 'exported'])
  expect(await statuses()).toContainEqual(['99 Oak Ave', 'pending'])
})

test('changes of people without a CRM ID can stay pending, because the loader cannot find them', async () => {
  const page = await changes()
  expect(page.shown).toMatchObject({ all: { count: 3 }, loadable: { count: 2 } })
  expect(page.changes.map(({ after, has_crm_id }) => [after, has_crm_id])).toEqual([
    ['Cary', false],
    ['12 Elm St', true],
    ['Raleigh', true],
  ])
  const reply = await mark(page, { only_loadable: true })
  expect(reply.json<{ export_batch: ExportBatch }>().export_batch).toMatchObject({ changes: 2, waiting: 2 })
  expect(await statuses()).toContainEqual(['Cary', 'pending'])
  expect((await changes('?crm_id=missing')).changes).toMatchObject([{ after: 'Cary' }])
})

test('one of two people who export the same at once succeeds, and the other reads who was first', async () => {
  const page = await changes()
  const grace = await as('admin')
  const replies = await Promise.all([mark(page), mark(page, { by: grace })])
  const [won, lost] = replies.toSorted((a, b) => a.statusCode - b.statusCode)
  expect([won!.statusCode, lost!.statusCode]).toEqual([201, 409])
  const { id } = won!.json<{ export_batch: ExportBatch }>().export_batch
  expect(lost!.json()).toEqual({
    error: `Ada Lindqvist has exported 3 changes (export ${id}) since you looked. Nothing was exported. Review them again.`,
  })
  expect((await changes()).export_batches).toHaveLength(1)
})

test('a page of exported changes has nothing to export, and an invalid form is refused', async () => {
  expect((await changes('?state=exported')).shown).toBeNull()
  const reply = await ada.post(`${changesUrl}/export`, { confirm_count: 3, shown: { up_to: 'x' } })
  expect(reply.statusCode).toBe(400)
})

test('Ada sees how long changes have waited, and finds those that wait long', async () => {
  const days = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString()
  await addChange('B00000001', 'state', 'NC', { created_at: days(40) })
  await addChange('B00000001', 'country', 'US', { created_at: days(50), exported_at: days(8), status: 'exported' })
  const long = days(31)
  await addChange('B00000002', 'state', 'SC', { created_at: days(50), exported_at: long, status: 'exported' })
  await addChange('B00000002', 'country', 'CA', { created_at: days(90), status: 'verified' })
  expect((await changes()).waiting).toEqual({
    pending: { week: 3, month: 0, older: 1, since: expect.any(String) as string },
    exported: { week: 0, month: 1, older: 1, since: long },
  })
  const found = async (query: string) => (await changes(query)).changes.map(({ after }) => after)
  expect(await found('?age=older')).toEqual(['NC'])
  expect(await found('?state=exported&age=month')).toEqual(['US'])
  expect(await found('?state=exported&age=older')).toEqual(['SC'])
  expect(await found('?state=all&age=older')).toEqual(['SC', 'NC'])
  expect((await changes('?state=exported&age=week')).matching).toBe(0)
})

test('an import links to the changes that it verified and contradicted, and the rows say which', async () => {
  await ada.post(`${changesUrl}/export`, { confirm_count: 3 })
  const { id } = await importCrmCities(['B00000001', 'Raleigh'], ['B00000002', 'Durham'])
  const found = async (query: string) =>
    (await changes(query)).changes.map((row) => [row.after, row.status, row.is_contradicted])
  expect(await found(`?batch_id=${id}`)).toEqual([['Raleigh', 'verified', false]])
  expect(await found(`?batch_id=${id}&state=exported`)).toEqual([['Cary', 'exported', true]])
  expect((await changes(`?batch_id=${id}&state=all`)).matching).toBe(2)
})
