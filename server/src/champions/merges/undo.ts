import type { UndoOutcome } from '@alumni/shared/champions/merges'
import { sql } from 'kysely'
import { transact, type Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { audit, type StaffUser } from '../../staff/index.ts'
import { writeActivityEvent } from '../record/activity-events.ts'
import { getSignup, type Signup } from '../record/find-signup.ts'
import { queueNoEmailChanges } from '../record/letter-opt-outs.ts'
import { updateStatus } from '../record/move-signup.ts'
import { recordAttendances } from '../record/record-attendances.ts'
import { restoreAttendances } from './attendances.ts'
import {
  answeredIds,
  answerTables,
  lockAnswered,
  restoreDoubles,
  readRows,
  type AnswerRules,
  type Row,
} from './doubles.ts'
import { lockSignups, rollBack } from './merge.ts'
import { listRefusals } from './refusals.ts'
import { isEqual, type RowChange, type MergeRow, type SavedMerge } from './saved.ts'
import { listChangesSince } from './since.ts'

/**
 * Undoes a merge: restores the signups with their fields and answers. Later changes stay and are listed, and places
 * given to others stay with them. Throws 404, or 409 with the reasons if it cannot be undone.
 */
export async function undoMerge(db: Db, id: number, user: StaffUser, rules: AnswerRules): Promise<void> {
  await transact(db, async (db) => {
    const merge = await lockMerge(db, id)
    if (merge.undone_at !== null) {
      if (merge.undone_by_id === user.id) return
      throw new HttpError(409, `${merge.undone_by} has already undone this merge.`)
    }
    const outcome = await perform(db, merge, rules)
    const [refusal] = outcome.refusals
    if (refusal)
      throw new HttpError(409, outcome.refusals.map(({ sentence }) => sentence).join(' '), {
        body: refusal.href ? { links: { self: refusal.href } } : {},
      })
    const undo_outcome = JSON.stringify(outcome)
    await db.update('signup_merges', { id }, { undone_at: sql`now()`, undone_by_id: user.id, undo_outcome })
    const { survivor_id, source_ids } = merge
    for (const signup of [survivor_id, ...source_ids])
      await writeActivityEvent(db, { type: 'signup_merge_undone', signup, payload: { merge: id, by: user.id } })
    const detail = { merge: id, sources: source_ids, kept: outcome.kept.length }
    await audit(db, user, 'champion-signup.merge-undone', `champion-signups/${survivor_id}`, detail)
  })
}

export async function previewUndo(db: Db, id: number, rules: AnswerRules): Promise<UndoOutcome> {
  return rollBack(db, async (db) => perform(db, await lockMerge(db, id), rules))
}

async function lockMerge(db: Db, id: number) {
  const merge = await db
    .selectFrom('signup_merges as m')
    .select(['m.id', 'm.survivor_id', 'm.source_ids', 'm.merged_at', 'm.saved', 'm.undone_at', 'm.undone_by_id'])
    .select(({ selectFrom }) =>
      selectFrom('staff_users as u').select('u.name').whereRef('u.id', '=', 'm.undone_by_id').as('undone_by'),
    )
    .where('m.id', '=', id)
    .forUpdate('m')
    .executeTakeFirst()
  if (!merge) throw new HttpError(404, 'There is no such merge.')
  return merge
}

async function perform(db: Db, merge: MergeRow, rules: AnswerRules): Promise<UndoOutcome> {
  const { survivor_id, source_ids, saved } = merge
  const ids = [survivor_id, ...source_ids]
  const signups = await lockSignups(db, ids)
  const refusals = await listRefusals(db, merge, signups)
  if (refusals.length > 0 || !saved) return { refusals, kept: [], over: [] }
  await lockAnswered(db, saved.doubles, rules)
  const [survivor] = await readRows(db, 'champion_signups', [survivor_id], 'id')
  const laterChanges = await listChangesSince(db, merge, saved.signups[0].after, survivor!)
  await separate(db, saved.signups, survivor!)
  await reopen(db, merge)
  for (const answer of saved.placed) await restoreColumns(db, answer.table, answer)
  await restoreDoubles(db, saved.doubles)
  await restoreAttendances(db, saved.attendances)
  const separated: Signup[] = []
  for (const id of ids) {
    const signup = await getSignup(db, id)
    separated.push(signup)
    await updateStatus(db, signup)
    await recordAttendances(db, id)
  }
  await queueNoEmailChanges(
    db,
    [...signups, ...separated].map(({ buid }) => buid),
  )
  return { refusals, kept: laterChanges, over: await listOverbooked(db, saved.doubles, rules) }
}

/**
 * Restores columns that still have the merge's values. The survivor is restored first, since it releases an address
 * that a source takes back. A Google account that was unlinked since stays unlinked.
 */
async function separate(db: Db, signups: SavedMerge['signups'], survivor: Row): Promise<void> {
  const isUnlinked = survivor.google_uid !== signups[0].after.google_uid
  for (const changed of signups)
    await restoreColumns(db, 'champion_signups', changed, (name) => isUnlinked && name.startsWith('google_'))
}

async function restoreColumns(
  db: Db,
  table: string,
  { before, after }: RowChange,
  isExcluded: (name: string) => boolean = () => false,
): Promise<void> {
  const [now] = await readRows(db, table, [before.id as number], 'id')
  const names = Object.keys(before)
    .filter((name) => !isEqual(before[name], after[name]) && isEqual(now?.[name], after[name]))
    .filter((name) => !isExcluded(name))
  if (names.length === 0) return
  const columns = names.map((name) => sql`${sql.ref(name)} = ${sql.ref(`v.${name}`)}`)
  await sql`update ${sql.table(table)} t set ${sql.join(columns)}
    from jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(before)}) v where t.id = v.id`.execute(db)
}

/** Reopens address changes that the merge ended, and deletes the completion event that it wrote; both have its time. */
async function reopen(db: Db, { survivor_id, source_ids, merged_at }: MergeRow): Promise<void> {
  const ended = { signup_id: [survivor_id, ...source_ids], ended_at: merged_at }
  await db.update('email_changes', ended, { ended_at: null })
  const completion = { type: 'signup_completed', signup_id: survivor_id, occurred_at: merged_at } as const
  await db.remove('activity_events', completion)
}

async function listOverbooked(
  db: Db,
  doubles: SavedMerge['doubles'],
  rules: AnswerRules,
): Promise<UndoOutcome['over']> {
  const over: UndoOutcome['over'] = []
  for (const table of answerTables)
    for (const id of answeredIds(table, doubles)) {
      const { title, count } = await rules[table].countOverbooked(db, id)
      if (count > 0) over.push({ what: table, title, count })
    }
  return over
}
