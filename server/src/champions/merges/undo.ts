import { sql } from 'kysely'
import type { SignupThing, UndoOutcome } from '@alumni/shared/champions/merges'
import { settleStatus } from '../record/move-signup.ts'
import { writeActivityEvent } from '../record/activity-events.ts'
import type { Signup } from '../record/find-signup.ts'
import { answers } from '../record/answers.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { closeAllSessions } from '../sign-in/sessions.ts'
import { listDevices, revokeDevice } from '../sign-in/devices.ts'
import { audit, type StaffUser } from '../../staff/index.ts'
import { readJournal } from './journal.ts'
import { keptSince } from './kept-since.ts'
import { lockAnswered, lockSignups } from './locks.ts'
import { takenBack } from './merge.ts'
import { overbooked } from './overbooked.ts'
import { putBack } from './put-back.ts'
import { refusalsOf } from './refusals.ts'
import { restorationOf, type Restoration } from './restoration.ts'

export type MergeRow = { id: number; survivor_id: number; source_ids: number[]; merged_at: string }

/**
 * Puts back what was there before a merge. What was changed since stays, and is listed; places that were given on are not taken away
 * again. 404: no such merge. 409: it was undone already, or cannot be, with the reasons.
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

/** What an undo would do now, by doing it and taking it back. */
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
  const kept = await keptSince(db, merge, changes)
  await putBack(db, restoration, merge.survivor_id)
  for (const id of ids) {
    await settleStatus(db, await readSignup(db, id))
    await answers().recordAttendances(db, id)
  }
  return { refusals, restored: countsOf(restoration, ids), kept, over: await overbooked(db, restoration.answers) }
}

/** Ends what came in by credentials of a merged signup since: what was there before points at the survivor, and goes back. */
async function signOut(db: Db, source: number): Promise<void> {
  await closeAllSessions(db, source)
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
