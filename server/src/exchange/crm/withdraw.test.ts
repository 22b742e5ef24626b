import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { WithdrawReply } from '@alumni/shared/exchange/crm'
import { buildCrmStory, changesUrl } from './testing/crm-story.ts'

const { ada, alumnus, as, change, addChange, changes, importCrmCities, db, forgetCrm, rowsOf } = await buildCrmStory()

beforeEach(async () => {
  await forgetCrm()
  await change('alumni', { buid: 'B00000001' }, { city: 'Raleigh' })
})

const withdraw = async (changes: { id: number; after: string | null }[], reason?: string) =>
  (await ada.post(`${changesUrl}/withdrawals`, { changes, reason })).json<WithdrawReply>()
const conflicts = async () =>
  (await rowsOf('crm_conflicts')).map(({ change_id, resolution }) => ({ change_id, resolution }))

test('a withdrawn change is not exported, the field has the CRM’s value again, and the history shows it', async () => {
  const id = await addChange('B00000001', 'city', 'Raleigh')
  expect(await withdraw([{ id, after: 'Raleigh' }], 'A typing mistake')).toEqual({ withdrawn: 1, refused: [] })
  expect(await rowsOf('crm_data_changes')).toEqual([])
  expect(await alumnus('B00000001')).toMatchObject({ city: 'Durham' })
  const history = await sql<{ fields: object }>`
    select fields from record_changes where buid = 'B00000001' order by id desc limit 1
  `.execute(db)
  expect(history.rows).toEqual([{ fields: { city: ['Raleigh', 'Durham'] } }])
  const audited = await sql<{ detail: object }>`
    select detail from audit_entries where action = 'crm-change.withdrawn' and subject = ${`crm-changes/${id}`}
  `.execute(db)
  expect(audited.rows).toMatchObject([
    { detail: { buid: 'B00000001', reason: 'A typing mistake', withdrawn: [{ id, after: 'Raleigh' }] } },
  ])
})

test('withdrawing a champion’s change does not touch the record', async () => {
  const id = await addChange('B00000001', 'city', 'Raleigh', { made_by: 'Peggy Jones (champion)' })
  await change('alumni', { buid: 'B00000001' }, { city: 'Durham' })
  await withdraw([{ id, after: 'Raleigh' }], 'She lives in Durham')
  expect(await rowsOf('crm_data_changes')).toEqual([])
  expect(await alumnus('B00000001')).toMatchObject({ city: 'Durham' })
})

test('withdrawing a change after an export restores the exported value, which is still on its way', async () => {
  await addChange('B00000001', 'city', 'Cary', { status: 'exported' })
  const id = await addChange('B00000001', 'city', 'Raleigh', { before: 'Cary' })
  await withdraw([{ id, after: 'Raleigh' }])
  expect(await alumnus('B00000001')).toMatchObject({ city: 'Cary' })
  expect(await rowsOf('crm_data_changes')).toMatchObject([{ after: 'Cary', status: 'exported' }])
})

test('withdrawing a change with a conflict sets the CRM’s newest value, and ends the conflict', async () => {
  const id = await addChange('B00000001', 'city', 'Raleigh')
  await importCrmCities(['B00000001', 'Chapel Hill'])
  await withdraw([{ id, after: 'Raleigh' }])
  expect(await alumnus('B00000001')).toMatchObject({ city: 'Chapel Hill' })
  expect(await conflicts()).toEqual([{ change_id: null, resolution: 'theirs' }])
})

test('several changes are withdrawn one by one, and refused ones have a reason that names who was first', async () => {
  const exported = await addChange('B00000001', 'street', '12 Elm St')
  await ada.post(`${changesUrl}/export`, { confirm_count: 1 })
  const [batch] = (await changes()).export_batches
  const edited = await addChange('B00000001', 'state', 'NC')
  const gone = await addChange('B00000002', 'state', 'NC')
  const id = await addChange('B00000001', 'city', 'Raleigh')
  await withdraw([{ id: gone, after: 'NC' }])
  const reply = await withdraw([
    { id: exported, after: '12 Elm St' },
    { id: edited, after: 'VA' },
    { id: gone, after: 'NC' },
    { id: 999_999, after: null },
    { id, after: 'Raleigh' },
  ])
  expect(reply).toEqual({
    withdrawn: 1,
    refused: [
      { id: exported, error: `Ada Lindqvist has already exported it (export ${batch!.id}).` },
      { id: edited, error: 'The change has been edited since you opened the page.' },
      { id: gone, error: 'Ada Lindqvist has already withdrawn it.' },
      { id: 999_999, error: 'The change is no longer pending.' },
    ],
  })
  expect((await rowsOf('crm_data_changes')).map(({ id }) => id)).toEqual([exported, edited])
})

test('a withdrawal and an export at the same moment leave the change in one of both states', async () => {
  const id = await addChange('B00000001', 'city', 'Raleigh')
  const { shown } = await changes()
  const [gone, exported] = await Promise.all([
    withdraw([{ id, after: 'Raleigh' }]),
    ada.post(`${changesUrl}/export`, { confirm_count: 1, shown }),
  ])
  const remaining = (await rowsOf('crm_data_changes')).map(({ status }) => status)
  expect([gone.withdrawn, exported.statusCode, remaining]).toBeOneOf([
    [1, 409, []],
    [0, 201, ['exported']],
  ])
})

test('only administrators may withdraw', async () => {
  const stan = await as('staff')
  expect((await stan.post(`${changesUrl}/withdrawals`, { changes: [{ id: 1, after: null }] })).statusCode).toBe(403)
  expect((await ada.post(`${changesUrl}/withdrawals`, { changes: [] })).statusCode).toBe(400)
})

test('Stan withdraws a change on Peggy’s record, and a viewer may not', async () => {
  const [stan, vera] = [await as('staff'), await as('viewer')]
  const id = await addChange('B00000001', 'city', 'Raleigh')
  const undo = (buid: string, after: string, caller = stan) =>
    caller.post(`/alumni/${buid}/crm_changes/${id}/undo`, { after })
  expect((await undo('B00000001', 'Raleigh', vera)).statusCode).toBe(403)
  expect((await undo('B00000002', 'Raleigh')).statusCode).toBe(404)
  expect((await undo('B00000001', 'Cary')).json()).toEqual({
    error: 'The change has been edited since you opened the page.',
  })
  expect((await undo('B00000001', 'Raleigh')).statusCode).toBe(200)
  expect(await alumnus('B00000001')).toMatchObject({ city: 'Durham' })
  expect(await rowsOf('crm_data_changes')).toEqual([])
  const again = await undo('B00000001', 'Raleigh')
  expect([again.statusCode, again.json()]).toEqual([409, { error: 'Stan Okafor has already withdrawn it.' }])
})
