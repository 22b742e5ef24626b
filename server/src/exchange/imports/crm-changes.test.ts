import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { runDuring } from '../../../testing/run-during.ts'
import { statementsOf } from '../../../testing/statements-of.ts'
import { cancelActiveBatches } from './testing/insert-batch.ts'
import { buildImportStory, csv } from './testing/import-story.ts'
import { recordsOf, type Fields } from './testing/records.ts'

const story = await buildImportStory()
const { importFile, scanFile, commit, apply, page, db } = story
const { alumnus, add, rowsOf, change, remove } = recordsOf(story)
const file = (city: string, street = '12 Elm St') => csv('BUID,City,Street', `B00000001,${city},${street}`)
const conflictWarning =
  'City was changed here, and the CRM does not have the change yet. Our value stays, and the difference becomes a CRM conflict.'

beforeEach(async () => {
  await cancelActiveBatches(story)
  for (const { id } of await rowsOf('crm_conflicts')) await remove('crm_conflicts', { id: id! })
  for (const { id } of await rowsOf('crm_data_changes')) await remove('crm_data_changes', { id: id! })
  await remove('alumni', { buid: 'B00000001' })
  await add('alumni', { buid: 'B00000001', first_name: 'Peggy', city: 'Raleigh', street: '12 Elm St' })
})

const addCityChange = (status: 'pending' | 'exported' | 'verified', more: Fields = {}) =>
  add('crm_data_changes', {
    buid: 'B00000001',
    field: 'city',
    before: 'Durham',
    after: 'Raleigh',
    status,
    made_by: 'Peggy Jones',
    ...more,
  })
const changes = async () =>
  (await rowsOf('crm_data_changes')).map(({ id, status, verified_by_batch_id }) => ({
    id,
    status,
    verified_by_batch_id,
  }))

test('a pending change protects its field, and the conflict is stored at the commit', async () => {
  const change_id = await addCityChange('pending')
  const batch = await scanFile('contacts', file('Durham', '99 Oak Ave'))
  expect(batch.counts).toMatchObject({ changed: 1, warnings: 1 })
  expect((await page('contacts', batch.id)).rows).toMatchObject([
    {
      outcome: 'changed',
      reason: conflictWarning,
      changes: [{ field: 'street', before: '12 Elm St', after: '99 Oak Ave' }],
    },
  ])
  expect(await rowsOf('crm_conflicts')).toEqual([])
  await commit('contacts', batch.id)
  const finished = await apply('contacts', batch.id)
  expect(finished).toMatchObject({
    conflicts: 1,
    links: {
      conflicts: `/settings/crm/conflicts?batch_id=${batch.id}`,
      crm_changes: `/settings/crm/crm_changes?batch_id=${batch.id}`,
    },
  })
  expect(await alumnus('B00000001')).toMatchObject({ city: 'Raleigh', street: '99 Oak Ave' })
  expect(await rowsOf('crm_conflicts')).toMatchObject([
    {
      batch_id: batch.id,
      change_id,
      buid: 'B00000001',
      field: 'city',
      ours: 'Raleigh',
      theirs: 'Durham',
      resolved_at: null,
    },
  ])
  expect(await changes()).toEqual([{ id: change_id, status: 'pending', verified_by_batch_id: null }])
})

test('a row whose only difference is protected is unchanged, with a remark', async () => {
  await addCityChange('pending')
  const batch = await importFile('contacts', file('Durham'))
  expect(batch.results).toMatchObject({ unchanged: 1, changed: 0, warnings: 1 })
  expect((await page('contacts', batch.id, '?outcome=warnings')).rows).toMatchObject([
    { outcome: 'unchanged', reason: conflictWarning },
  ])
})

test('a blank CRM value is a different value too', async () => {
  await addCityChange('pending')
  await importFile('contacts', file(''))
  expect(await alumnus('B00000001')).toMatchObject({ city: 'Raleigh' })
  expect(await rowsOf('crm_conflicts')).toMatchObject([{ ours: 'Raleigh', theirs: null }])
})

test('a file without the column says nothing about the field', async () => {
  await addCityChange('exported')
  const batch = await importFile('contacts', csv('BUID,Street', 'B00000001,12 Elm St'))
  expect(batch.results).toMatchObject({ unchanged: 1, warnings: 0 })
  expect(await rowsOf('crm_conflicts')).toEqual([])
  expect(await changes()).toMatchObject([{ status: 'exported' }])
})

test('an exported change that the CRM’s file shows is verified by this batch', async () => {
  const id = await addCityChange('exported')
  const batch = await scanFile('contacts', file('Raleigh'))
  expect(await changes()).toMatchObject([{ status: 'exported' }])
  await commit('contacts', batch.id)
  expect((await apply('contacts', batch.id)).results).toMatchObject({ unchanged: 1, warnings: 0 })
  expect(await changes()).toEqual([{ id, status: 'verified', verified_by_batch_id: batch.id }])
})

test('an exported change that the CRM’s file does not show yet stays, with a conflict', async () => {
  await addCityChange('exported')
  const batch = await importFile('contacts', file('Durham'))
  expect(batch).toMatchObject({ conflicts: 1, results: { unchanged: 1, warnings: 1 } })
  expect(await alumnus('B00000001')).toMatchObject({ city: 'Raleigh' })
  expect(await changes()).toMatchObject([{ status: 'exported' }])
})

test('a pending change whose value the CRM already has is withdrawn, not verified', async () => {
  const id = await addCityChange('pending')
  await importFile('contacts', file('Durham'))
  expect(await rowsOf('crm_conflicts')).toMatchObject([{ change_id: id, resolution: null }])
  const batch = await importFile('contacts', file('Raleigh'))
  expect(batch).toMatchObject({ conflicts: 0, results: { unchanged: 1, warnings: 0 } })
  expect(await changes()).toEqual([])
  expect(await rowsOf('crm_conflicts')).toMatchObject([{ change_id: null, resolution: 'ours', resolved_by_id: null }])
  const { rows } = await sql<{ detail: object }>`
    select detail from audit_entries where action = 'crm-changes.arrived' and subject = ${`contacts/${batch.id}`}
  `.execute(story.db)
  expect(rows).toMatchObject([{ detail: { withdrawn: [{ id, field: 'city', after: 'Raleigh', status: 'pending' }] } }])
  expect(await alumnus('B00000001')).toMatchObject({ city: 'Raleigh' })
})

test('several pending changes that one file shows end together with their conflicts', async () => {
  await addCityChange('pending')
  await addCityChange('pending', { field: 'street', before: '9 Oak St', after: '12 Elm St' })
  await importFile('contacts', file('Durham', '9 Oak St'))
  expect(await importFile('contacts', file('Raleigh'))).toMatchObject({ conflicts: 0, results: { unchanged: 1 } })
  expect(await changes()).toEqual([])
  expect(await rowsOf('crm_conflicts')).toMatchObject([{ resolution: 'ours' }, { resolution: 'ours' }])
})

test('exported changes before the one that arrived are verified too, and protect nothing', async () => {
  const exported = await addCityChange('exported', { after: 'Cary' })
  await addCityChange('pending', { before: 'Cary' })
  const batch = await importFile('contacts', file('Raleigh'))
  expect(await changes()).toEqual([{ id: exported, status: 'verified', verified_by_batch_id: batch.id }])
})

test('a verified change no longer protects its field', async () => {
  await addCityChange('verified')
  expect((await importFile('contacts', file('Chapel Hill'))).results).toMatchObject({ changed: 1 })
  expect(await alumnus('B00000001')).toMatchObject({ city: 'Chapel Hill' })
})

test('a second contradicting file updates the open conflict, and a resolved one stays', async () => {
  await addCityChange('pending')
  await importFile('contacts', file('Durham'))
  const second = await importFile('contacts', file('Chapel Hill'))
  const [conflict, ...others] = await rowsOf('crm_conflicts')
  expect([conflict, others]).toMatchObject([{ batch_id: second.id, theirs: 'Chapel Hill' }, []])
  await change('crm_conflicts', { id: conflict!.id! }, { resolution: 'ours', resolved_at: '2026-11-20T12:00:00Z' })
  await importFile('contacts', file('Durham'))
  expect(await rowsOf('crm_conflicts')).toMatchObject([
    { resolution: 'ours', theirs: 'Chapel Hill' },
    { resolution: null, theirs: 'Durham' },
  ])
})

test('the conflicts of a chunk are saved in one statement', async () => {
  await addCityChange('pending')
  await addCityChange('pending', { field: 'street', before: '9 Oak St', after: '12 Elm St' })
  const statements = await statementsOf(() => importFile('contacts', file('Durham', '9 Oak St')))
  expect((await rowsOf('crm_conflicts')).map(({ ours, theirs }) => [ours, theirs])).toEqual([
    ['Raleigh', 'Durham'],
    ['12 Elm St', '9 Oak St'],
  ])
  expect(statements.filter((statement) => statement.includes('insert into crm_conflicts'))).toHaveLength(1)
})

test('the newest of two changes of one field counts', async () => {
  await addCityChange('exported')
  await change('alumni', { buid: 'B00000001' }, { city: 'Cary' })
  const newest = await addCityChange('pending', { before: 'Raleigh', after: 'Cary' })
  await importFile('contacts', file('Raleigh'))
  expect(await alumnus('B00000001')).toMatchObject({ city: 'Cary' })
  expect(await rowsOf('crm_conflicts')).toMatchObject([{ change_id: newest, ours: 'Cary', theirs: 'Raleigh' }])
})

test('a change made between review and commit protects its field too', async () => {
  await change('alumni', { buid: 'B00000001' }, { city: 'Durham' })
  const batch = await scanFile('contacts', file('Chapel Hill'))
  expect(batch.counts).toMatchObject({ changed: 1, warnings: 0 })
  await addCityChange('pending')
  await change('alumni', { buid: 'B00000001' }, { city: 'Raleigh' })
  await commit('contacts', batch.id)
  expect((await apply('contacts', batch.id)).results).toMatchObject({ changed: 0, unchanged: 1, warnings: 1 })
  expect((await page('contacts', batch.id)).rows).toMatchObject([
    {
      outcome: 'unchanged',
      reason: conflictWarning,
      difference: 'Reviewed as changed; the data changed in the meantime, so it was unchanged.',
    },
  ])
  expect(await alumnus('B00000001')).toMatchObject({ city: 'Raleigh' })
})

test('a conflict that is stored while its change is edited has the new value', async () => {
  const change_id = await addCityChange('pending')
  const batch = await scanFile('contacts', file('Durham'))
  await commit('contacts', batch.id)
  await runDuring(
    db,
    (db) => db.updateTable('crm_data_changes').set({ after: 'Cary' }).where('id', '=', change_id).execute(),
    [() => apply('contacts', batch.id)],
  )
  expect(await rowsOf('crm_conflicts')).toMatchObject([{ change_id, ours: 'Cary', theirs: 'Durham' }])
})

test('a chunk that is committed twice stores a conflict once', async () => {
  await addCityChange('pending')
  const batch = await scanFile('contacts', file('Durham'))
  await commit('contacts', batch.id)
  await Promise.all([apply('contacts', batch.id), apply('contacts', batch.id)])
  expect(await rowsOf('crm_conflicts')).toHaveLength(1)
})
