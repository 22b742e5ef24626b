import type { SignupThing, UndoOutcome } from '@alumni/shared/champions/merges'
import { sql } from 'kysely'
import { transact, type Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { audit, type StaffUser } from '../../staff/index.ts'
import { writeActivityEvent } from '../record/activity-events.ts'
import { answers, answerTables } from '../record/answers.ts'
import type { Signup } from '../record/find-signup.ts'
import { settleStatus } from '../record/move-signup.ts'
import { listDevices, revokeDevice } from '../sign-in/devices.ts'
import { closeAllSessions } from '../sign-in/sessions.ts'
import { readJournal } from './journal.ts'
import { retainedSince } from './retained-since.ts'
import { lockAnswered, lockSignups, answeredIds, type AnswerRows } from './pointers.ts'
import { takenBack } from './merge.ts'
import type { Row } from './pointers.ts'
import { refusalsOf } from './refusals.ts'
import { restorationOf, type Restoration } from './restoration.ts'
import { changedTables, primaryKeyOf, type ChangedTable } from './snapshot.ts'

export type MergeRow = { id: number; survivor_id: number; source_ids: number[]; merged_at: string }

/**
 * Puts back what was there before a merge. What was changed since stays, and is listed; places that were given on are
 * not taken away again. 404: no such merge. 409: it was undone already, or cannot be, with the reasons.
 */
export async function undoMerge(db: Db, id: number, by: StaffUser): Promise<void> {
  await transact(db, async (db) => {
    const merge = await lockMerge(db, id)
    if (merge.undone_at !== null) {
      if (merge.undone_by_id === by.id) return
      throw new HttpError(409, `${merge.undone_by} has undone this merge already.`)
    }
    const outcome = await perform(db, merge)
    const [refusal] = outcome.refusals
    if (refusal)
      throw new HttpError(409, outcome.refusals.map(({ sentence }) => sentence).join(' '), {
        body: refusal.href ? { links: { self: refusal.href } } : {},
      })
    await db
      .updateTable('signup_merges')
      .set({ undone_at: sql`now()`, undone_by_id: by.id, undo_outcome: JSON.stringify(outcome) })
      .where('id', '=', id)
      .execute()
    const { survivor_id, source_ids } = merge
    for (const signup of [survivor_id, ...source_ids])
      await writeActivityEvent(db, { type: 'signup_merge_undone', signup, payload: { merge: id, by: by.id } })
    const detail = { merge: id, sources: source_ids, kept: outcome.kept.length }
    await audit(db, by, 'champion-signup.merge-undone', `champion-signups/${survivor_id}`, detail)
  })
}

/** Returns the outcome of an undo, which is rolled back. */
export async function previewUndo(db: Db, id: number): Promise<UndoOutcome> {
  return takenBack(db, async (db) => perform(db, await lockMerge(db, id)))
}

async function lockMerge(db: Db, id: number) {
  const merge = await db
    .selectFrom('signup_merges as m')
    .select(['m.id', 'm.survivor_id', 'm.source_ids', 'm.merged_at', 'm.undone_at', 'm.undone_by_id'])
    .select(({ selectFrom }) =>
      selectFrom('staff_users as u').select('u.name').whereRef('u.id', '=', 'm.undone_by_id').as('undone_by'),
    )
    .where('m.id', '=', id)
    .forUpdate('m')
    .executeTakeFirst()
  if (!merge) throw new HttpError(404, 'There is no such merge.')
  return merge
}

async function perform(db: Db, merge: MergeRow): Promise<UndoOutcome> {
  const ids = [merge.survivor_id, ...merge.source_ids]
  const signups = await lockSignups(db, ids)
  const changes = await readJournal(db, merge.id)
  await lockAnswered(db, (await restorationOf(db, changes, merge.survivor_id)).answers)
  // Answers may have changed until then.
  const restoration = await restorationOf(db, changes, merge.survivor_id)
  const refusals = await refusalsOf(db, merge, { signups, changes, restoration })
  if (refusals.length > 0) return { refusals, restored: [], kept: [], over: [] }
  for (const source of merge.source_ids) await signOut(db, source)
  const kept = await retainedSince(db, merge, changes)
  await putBack(db, restoration, merge.survivor_id)
  for (const id of ids) {
    await settleStatus(db, await readSignup(db, id))
    await answers().recordAttendances(db, id)
  }
  return { refusals, restored: countsOf(restoration, ids), kept, over: await overbooked(db, restoration.answers) }
}

/**
 * Ends what came in by credentials of a merged signup since: what was there before points at the survivor, and goes
 * back.
 */
async function signOut(db: Db, source: number): Promise<void> {
  await closeAllSessions(db, [source])
  for (const { id } of await listDevices(db, [source]))
    await revokeDevice(db, { signup: source, device: id, reason: 'merge undone' })
}

function readSignup(db: Db, id: number): Promise<Signup> {
  return db.selectFrom('champion_signups').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

function countsOf({ updates, inserts }: Restoration, ids: readonly number[]): UndoOutcome['restored'] {
  const counts = new Map<SignupThing, number>([['champion_signups', ids.length - 1]])
  for (const { table } of [...updates, ...inserts])
    if (table !== 'champion_signups') counts.set(table, (counts.get(table) ?? 0) + 1)
  return [...counts].map(([what, count]) => ({ what, count }))
}

/**
 * Writes what was there before. Engagements come before the answers that name them, and the survivor gives back before
 * the sources take.
 */
async function putBack(db: Db, { updates, inserts, deletes }: Restoration, survivor: number): Promise<void> {
  await insertRows(db, 'engagements', rowsOf(inserts, 'engagements'))
  const signups = updates.filter(({ table }) => table === 'champion_signups')
  await updateRows(
    db,
    'champion_signups',
    signups.filter(({ key }) => key.id === survivor),
  )
  await updateRows(
    db,
    'champion_signups',
    signups.filter(({ key }) => key.id !== survivor),
  )
  for (const table of changedTables) {
    if (table === 'engagements' || table === 'champion_signups') continue
    await updateRows(
      db,
      table,
      updates.filter((update) => update.table === table),
    )
    await insertRows(db, table, rowsOf(inserts, table))
  }
  for (const { table, key } of deletes) await deleteRow(db, table, key)
}

function rowsOf(inserts: Restoration['inserts'], table: ChangedTable): Row[] {
  return inserts.filter((insert) => insert.table === table).map(({ row }) => row)
}

/** With their ids of before. */
async function insertRows(db: Db, table: ChangedTable, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return
  await sql`insert into ${sql.table(table)} overriding system value
    select * from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)})`.execute(db)
}

/** One statement for all rows that get the same columns back. */
async function updateRows(db: Db, table: ChangedTable, updates: Restoration['updates']): Promise<void> {
  for (const [columns, rows] of Map.groupBy(updates, ({ values }) => Object.keys(values).join())) {
    const set = columns.split(',').map((name) => sql`${sql.ref(name)} = ${sql.ref(`v.${name}`)}`)
    const isRow = primaryKeyOf(table).map((name) => sql`${sql.ref(`t.${name}`)} = ${sql.ref(`k.${name}`)}`)
    await sql`update ${sql.table(table)} t set ${sql.join(set)}
      from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) r,
        jsonb_populate_record(null::${sql.table(table)}, r -> 'key') k,
        jsonb_populate_record(null::${sql.table(table)}, r -> 'values') v
      where ${sql.join(isRow, sql` and `)}`.execute(db)
  }
}

async function deleteRow(db: Db, table: ChangedTable, key: Row): Promise<void> {
  const isRow = Object.entries(key).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  await sql`delete from ${sql.table(table)} where ${sql.join(isRow, sql` and `)}`.execute(db)
}

/** The answered events and opportunities that have more people than places. */
async function overbooked(db: Db, rows: AnswerRows): Promise<UndoOutcome['over']> {
  const over: UndoOutcome['over'] = []
  for (const what of answerTables)
    for (const id of answeredIds(what, rows[what])) {
      const { title, count } = await answers().kinds[what].overbooking(db, id)
      if (count > 0) over.push({ what, title, count })
    }
  return over
}
