import type { AlumnusField } from '@alumni/shared/alumni/fields'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { saveConflicts } from '../imports/crm-protection.ts'
import { runDuring } from '../../../testing/run-during.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import { exportChanges, undoExport } from './export-batches.ts'
import { queueChange } from './queue-change.ts'
import { resolveConflict } from './resolve.ts'
import { reopenConflict } from './reopen-conflict.ts'
import { buildCrmStory } from './testing/crm-story.ts'
import { withdrawChange } from './withdraw.ts'

const story = await buildCrmStory()
const { alumnus, change, addChange, importCrmCities, db, forgetCrm, people, rowsOf } = story
const [ada, stan] = [people.admin, people.staff]
const [peggy, jose] = ['B00000001', 'B00000002']

beforeEach(async () => {
  await forgetCrm()
  await sql`delete from crm_data_export_batches`.execute(db)
  await change('alumni', { buid: peggy }, { city: 'Raleigh', crm_id: '0035e000001AbCd' })
})

const allChanges = (confirm_count: number) => ({ filter: {}, confirm_count, only_loadable: false })
const exportCount = async (count: number) => (await exportChanges(db, allChanges(count), ada)).export_batch.id
const states = async () => (await rowsOf('crm_data_changes')).map(({ after, status }) => [after, status])
async function editCity(db: Db, after: string, before = 'Raleigh') {
  await db.updateTable('alumni').set({ city: after }).where('buid', '=', peggy).execute()
  await queueChange(db, { buid: peggy, field: 'city' as AlumnusField, before, after }, stan)
}
const refusal = (message: string) => ({ status: 409, message: expect.stringContaining(message) as string })
const isFree = (db: Db, table: 'crm_data_changes' | 'crm_conflicts', id: number) =>
  sql`select from ${sql.table(table)} where id = ${id} for update nowait`.execute(db)

test('the first of two overlapping exports takes the changes, and the second waits without locks and takes none', async () => {
  const first = await addChange(peggy, 'city', 'Raleigh')
  await addChange(jose, 'city', 'Cary')
  await expect(
    runDuring(
      db,
      (db) => exportChanges(db, { ...allChanges(1), filter: { q: 'Álvarez' } }, ada),
      [() => exportChanges(db, allChanges(2), ada)],
      async (db, waiting) => {
        expect(waiting).toBe(1)
        await isFree(db, 'crm_data_changes', first)
      },
    ),
  ).rejects.toMatchObject(refusal('There are 1 pending changes now, not 2'))
  expect(await states()).toEqual([
    ['Raleigh', 'pending'],
    ['Cary', 'exported'],
  ])
})

test('an edit during an export makes a separate change, and the exported value stays as in the file', async () => {
  await addChange(peggy, 'city', 'Raleigh')
  await runDuring(db, (db) => exportChanges(db, allChanges(1), ada), [() => transact(db, (db) => editCity(db, 'Cary'))])
  expect(await states()).toEqual([
    ['Raleigh', 'exported'],
    ['Cary', 'pending'],
  ])
})

test('an export during an edit has the new value', async () => {
  await addChange(peggy, 'city', 'Raleigh')
  await runDuring(db, (db) => editCity(db, 'Cary'), [() => exportChanges(db, allChanges(1), ada)])
  expect(await states()).toEqual([['Cary', 'exported']])
})

test('undoing an export during an edit leaves the newer change pending', async () => {
  await addChange(peggy, 'city', 'Raleigh')
  const id = await exportCount(1)
  await runDuring(db, (db) => editCity(db, 'Cary'), [() => undoExport(db, id, ada)])
  expect((await rowsOf('crm_data_changes')).map(({ after, before, status }) => [before, after, status])).toEqual([
    ['Durham', 'Cary', 'pending'],
  ])
})

test('the newer change takes over the CRM’s value: from an earlier export, from a conflict, or from before both', async () => {
  const listBefores = async () =>
    (await rowsOf('crm_data_changes'))
      .filter(({ status }) => status === 'pending')
      .map(({ field, before }) => [field, before])
  await addChange(peggy, 'city', 'Raleigh')
  await exportCount(1)
  const old = { before: 'Old' }
  await addChange(peggy, 'city', 'Cary', old)
  const [street] = [await addChange(peggy, 'street', '1 Elm St', old), await addChange(peggy, 'state', 'NC', old)]
  const flag = await addChange(peggy, 'do_not_email', 'true', { before: 'true' })
  const batch = await story.importFile('contacts', 'BUID\nB00000001\n')
  const second = await exportCount(4)
  for (const [id, crmValue] of [[street, '9 Oak St'] as const, [flag, null] as const])
    await saveConflicts(db, batch.id, [{ change: { id } as never, theirs: crmValue }])
  for (const [field, after] of Object.entries({ city: 'Apex', street: '2 Elm St', state: 'SC', do_not_email: 'true' }))
    await addChange(peggy, field, after, { before: 'between' })
  await undoExport(db, second, ada)
  expect(await listBefores()).toEqual([
    ['city', 'Raleigh'],
    ['street', '9 Oak St'],
    ['state', 'Old'],
    ['do_not_email', 'false'],
  ])
})

test('a withdrawal during an export is refused', async () => {
  const id = await addChange(peggy, 'city', 'Raleigh')
  await expect(
    runDuring(db, (db) => exportChanges(db, allChanges(1), ada), [
      () => withdrawChange(db, { id, after: 'Raleigh' }, null, ada),
    ]),
  ).rejects.toMatchObject(refusal('has already exported it'))
  expect(await alumnus(peggy)).toMatchObject({ city: 'Raleigh' })
})

test('a withdrawal during an edit waits without blocking it, and is refused', async () => {
  const id = await addChange(peggy, 'city', 'Raleigh')
  await expect(
    runDuring(
      db,
      (db) => db.updateTable('alumni').set({ city: 'Cary' }).where('buid', '=', peggy).execute(),
      [() => withdrawChange(db, { id, after: 'Raleigh' }, null, ada)],
      async (db) => {
        await isFree(db, 'crm_data_changes', id)
        await editCity(db, 'Cary')
      },
    ),
  ).rejects.toMatchObject(refusal('has been edited since you opened the page'))
  expect(await states()).toEqual([['Cary', 'pending']])
})

async function createConflict() {
  await addChange(peggy, 'city', 'Raleigh', { before: 'Apex' })
  await importCrmCities([peggy, 'Durham'])
  const [conflict] = await rowsOf('crm_conflicts')
  return conflict as unknown as { id: number; change_id: number; batch_id: number }
}

test('one of two people who resolve a conflict is notified, and a new CRM value is not accepted unseen', async () => {
  const { id, change_id, batch_id } = await createConflict()
  await expect(
    runDuring(
      db,
      (db) => saveConflicts(db, batch_id, [{ change: { id: change_id } as never, theirs: 'Chapel Hill' }]),
      [() => resolveConflict(db, id, { keep: 'theirs', theirs: 'Durham' }, ada)],
    ),
  ).rejects.toMatchObject(refusal('has a different value'))
  expect(await alumnus(peggy)).toMatchObject({ city: 'Raleigh' })
  await expect(
    runDuring(db, (db) => resolveConflict(db, id, { keep: 'ours' }, ada), [
      () => resolveConflict(db, id, { keep: 'theirs' }, stan),
    ]),
  ).rejects.toMatchObject(refusal('already resolved, by Ada Lindqvist'))
})

test('resolving a conflict during an edit waits for the record without locking the conflict', async () => {
  const { id } = await createConflict()
  await expect(
    runDuring(
      db,
      (db) => editCity(db, 'Cary'),
      [() => resolveConflict(db, id, { keep: 'theirs' }, ada)],
      (db) => isFree(db, 'crm_conflicts', id),
    ),
  ).rejects.toMatchObject(refusal('has since been changed here'))
})

test('a resolution cannot be undone into an export that is being undone', async () => {
  await addChange(peggy, 'city', 'Raleigh', { before: 'Apex' })
  const batch = await exportCount(1)
  await importCrmCities([peggy, 'Durham'])
  const id = (await rowsOf('crm_conflicts'))[0]!.id as number
  await resolveConflict(db, id, { keep: 'theirs' }, ada)
  await expect(
    runDuring(db, (db) => undoExport(db, batch, ada), [() => reopenConflict(db, id, ada)]),
  ).rejects.toMatchObject({ status: 409 })
  expect(await states()).toEqual([])
})
