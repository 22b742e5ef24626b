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
import { subjectIdsOf, answerTables, lockSubjects, restoreDuplicateAnswers, readRows } from './duplicate-answers.ts'
import type { AnswerRules, Row } from './duplicate-answers.ts'
import { lockSignups, rollBack } from './merge.ts'
import { listRefusals } from './list-refusals.ts'
import { isEqual, type RowChange, type MergeRow, type SavedMerge } from './saved-merge.ts'
import { listChangesSince } from './list-changes-since.ts'

/**
 * Undoes a merge, except changes since then and places that other people have received. Repeating the call does
 * nothing. Throws 404, or 409 with the reason.
 */
export async function undoMerge(db: Db, id: number, user: StaffUser, rules: AnswerRules): Promise<void> {
  await transact(db, async (db) => {
    const merge = await lockMerge(db, id)
    if (merge.undone_at !== null) {
      if (merge.undone_by_id === user.id) return
      throw new HttpError(409, `${merge.undone_by} has already undone this merge.`)
    }
    const outcome = await performUndo(db, merge, rules)
    const [refusal] = outcome.refusals
    if (refusal)
      throw new HttpError(409, outcome.refusals.map(({ message }) => message).join(' '), {
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
  return rollBack(db, async (db) => performUndo(db, await lockMerge(db, id), rules))
}

async function lockMerge(db: Db, id: number) {
  const merge = await db
    .selectFrom('signup_merges as merge')
    .select(['merge.id', 'merge.survivor_id', 'merge.source_ids', 'merge.merged_at', 'merge.saved'])
    .select(['merge.undone_at', 'merge.undone_by_id'])
    .select(({ selectFrom }) =>
      selectFrom('staff_users').select('name').whereRef('staff_users.id', '=', 'merge.undone_by_id').as('undone_by'),
    )
    .where('merge.id', '=', id)
    .forUpdate('merge')
    .executeTakeFirst()
  if (!merge) throw new HttpError(404, 'There is no such merge.')
  return merge
}

async function performUndo(db: Db, merge: MergeRow, rules: AnswerRules): Promise<UndoOutcome> {
  const { survivor_id, source_ids, saved } = merge
  const ids = [survivor_id, ...source_ids]
  const signups = await lockSignups(db, ids)
  const refusals = await listRefusals(db, merge, signups)
  if (refusals.length > 0 || !saved) return { refusals, kept: [], over: [] }
  await lockSubjects(db, saved.doubles, rules)
  const [survivor] = await readRows(db, 'champion_signups', [survivor_id], 'id')
  const laterChanges = await listChangesSince(db, merge, saved.signups[0].after, survivor!)
  await restoreSignups(db, saved.signups, survivor!)
  await reopenEmailChanges(db, merge)
  for (const answer of saved.placed) await restoreColumns(db, answer.table, answer)
  await restoreDuplicateAnswers(db, saved.doubles)
  await restoreAttendances(db, saved.attendances)
  const restoredSignups: Signup[] = []
  for (const id of ids) {
    const signup = await getSignup(db, id)
    restoredSignups.push(signup)
    await updateStatus(db, signup)
    await recordAttendances(db, id)
  }
  await queueNoEmailChanges(
    db,
    [...signups, ...restoredSignups].map(({ buid }) => buid),
  )
  return { refusals, kept: laterChanges, over: await listOverbooked(db, saved.doubles, rules) }
}

/** Restores the survivor first, to free the address it may have taken from a source. Skips unlinked Google accounts. */
async function restoreSignups(db: Db, signups: SavedMerge['signups'], survivor: Row): Promise<void> {
  const isUnlinked = survivor.google_uid !== signups[0].after.google_uid
  for (const change of signups)
    await restoreColumns(db, 'champion_signups', change, (name) => isUnlinked && name.startsWith('google_'))
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
  const assignments = names.map((name) => sql`${sql.ref(name)} = ${sql.ref(`earlier.${name}`)}`)
  await sql`update ${sql.table(table)} target set ${sql.join(assignments)}
    from jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(before)}) earlier
    where target.id = earlier.id`.execute(db)
}

/** Finds the canceled address changes and the completion event by the timestamp of the merge. */
async function reopenEmailChanges(db: Db, { survivor_id, source_ids, merged_at }: MergeRow): Promise<void> {
  const ended = { signup_id: [survivor_id, ...source_ids], ended_at: merged_at }
  await db.update('email_changes', ended, { ended_at: null })
  const completion = { type: 'signup_completed', signup_id: survivor_id, occurred_at: merged_at } as const
  await db.remove('activity_events', completion)
}

async function listOverbooked(
  db: Db,
  answers: SavedMerge['doubles'],
  rules: AnswerRules,
): Promise<UndoOutcome['over']> {
  const overbooked: UndoOutcome['over'] = []
  for (const table of answerTables)
    for (const id of subjectIdsOf(table, answers)) {
      const { title, count } = await rules[table].countOverbooked(db, id)
      if (count > 0) overbooked.push({ what: table, title, count })
    }
  return overbooked
}
