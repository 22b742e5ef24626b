import { foldEmail } from '@alumni/shared/email-address'
import { sql } from 'kysely'
import type { CheckInOutcome, CheckInReply, CheckInRequest } from '@alumni/shared/publications/staff-events'
import { checkInOutcomes } from '@alumni/shared/publications/staff-events'
import { signupsStandingFor, survivorOf } from '../../champions/index.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { audit, type StaffUser } from '../../staff/index.ts'
import { answerersOf } from '../engine/answerers.ts'
import { byWeight } from '../engine/answers.ts'
import { lockForMarking, markRsvps } from './attendance.ts'
import { rsvps } from './rsvps.ts'

/** A line of the file; `rsvp` is the answer that is marked. */
type Line = { line: number; outcome: CheckInOutcome; signup_id: number | null; rsvp: number | null }

/**
 * Marks those as attended whose e-mail addresses a check-in file has, and adds champions who had not answered where
 * that is asked for. Without `confirm` it only says what it would do: by the same plan. Who is marked already stays so,
 * however often the file comes. Throws 409, with a fresh preview, where the numbers are no longer those that the person
 * saw.
 */
export async function checkIn(
  db: Db,
  event: number,
  { emails, walk_ins, confirm }: CheckInRequest,
  by: StaffUser,
): Promise<CheckInReply> {
  return transact(db, async (db) => {
    await lockForMarking(db, event)
    const plan = await planCheckIn(db, event, emails)
    const preview = await describe(db, plan)
    if (!confirm) return preview
    const { attends, walk_in } = preview.counts
    if (attends !== confirm.attends || walk_in !== confirm.walk_in)
      throw new HttpError(409, 'Someone else has just marked people. Check the list again.', {
        body: { current: preview },
      })
    const added = walk_ins ? await addWalkIns(db, event, plan) : []
    const known = plan.filter(({ outcome }) => outcome === 'attends').map(({ rsvp }) => rsvp!)
    await markRsvps(db, event, { attendance: 'attended', ids: [...known, ...added] }, by)
    await audit(db, by, 'event.checked-in', `events/${event}`, { ...preview.counts, added: added.length })
    return { ...preview, is_done: true }
  })
}

async function planCheckIn(db: Db, event: number, emails: readonly string[]): Promise<Line[]> {
  const folded = emails.map(foldEmail)
  const signups = await signupsWith(db, folded)
  const answers = await answersAt(db, event, [...signups.values()])
  const seen = new Set<number | string>()
  return folded.map((email, index) => {
    const signup_id = signups.get(email) ?? null
    const rsvp = answers.get(signup_id ?? 0)
    const isRepeated = seen.has(signup_id ?? email)
    seen.add(signup_id ?? email)
    const known = { line: index + 1, signup_id, rsvp: rsvp?.id ?? null }
    if (!/^[^\s@]+@[^\s@]+$/.test(email)) return { ...known, outcome: 'malformed' }
    if (isRepeated) return { ...known, outcome: 'twice' }
    if (signup_id === null) return { ...known, outcome: 'stranger' }
    if (!rsvp) return { ...known, outcome: 'walk_in' }
    return { ...known, outcome: rsvp.status === 'attended' ? 'already' : 'attends' }
  })
}

/** The active signups that have these addresses now, or had them before they were merged. */
async function signupsWith(db: Db, folded: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('champion_signups as s')
    .select(['s.folded_email as email', survivorOf(sql.ref('s.id')).as('survivor'), 's.deleted_at'])
    .where(sql<boolean>`s.folded_email = any(${folded}::text[])`)
    .where('s.deleted_at', 'is', null)
    .unionAll(
      db
        .selectFrom('champion_signups as s')
        .select(['s.folded_email as email', survivorOf(sql.ref('s.id')).as('survivor'), 's.deleted_at'])
        .where('s.merged_into_id', 'is not', null)
        .where(sql<boolean>`s.folded_email = any(${folded}::text[])`),
    )
    // The last one of an address counts: who has it now, else who had it latest.
    .orderBy('deleted_at', (order) => order.asc().nullsLast())
    .execute()
  return new Map(
    rows.flatMap(({ email, survivor }) => (survivor === null || email === null ? [] : [[email, survivor]])),
  )
}

async function answersAt(db: Db, event: number, signups: readonly number[]) {
  const standInOf = await signupsStandingFor(db, signups)
  const rows = await db
    .selectFrom('event_rsvps')
    .select(['id', 'signup_id', 'status'])
    .where('event_id', '=', event)
    .where(sql<boolean>`signup_id = any(${[...standInOf.keys()]}::bigint[])`)
    .execute()
  // Where two were merged that had both answered, the one that holds a place counts.
  return new Map(byWeight(rsvps, rows).map(({ id, signup_id, status }) => [standInOf.get(signup_id)!, { id, status }]))
}

async function describe(db: Db, plan: readonly Line[]): Promise<CheckInReply> {
  const people = await answerersOf(db, plan)
  const counts = Object.fromEntries(checkInOutcomes.map((outcome) => [outcome, 0])) as CheckInReply['counts']
  for (const { outcome } of plan) counts[outcome]++
  const lines = plan.map(({ line, outcome, signup_id }) => ({
    line,
    outcome,
    signup_id,
    name: people.get(signup_id ?? 0)?.name ?? null,
  }))
  return { is_done: false, counts, lines }
}

async function addWalkIns(db: Db, event: number, plan: readonly Line[]): Promise<number[]> {
  const signups = plan.filter(({ outcome }) => outcome === 'walk_in').map(({ signup_id }) => signup_id!)
  if (signups.length === 0) return []
  const added = await db
    .insertInto('event_rsvps')
    .columns(['event_id', 'signup_id', 'status'])
    .expression(
      sql`select ${event}::bigint, signup_id, 'cancelled' from unnest(${signups}::bigint[]) as walk_ins (signup_id)`,
    )
    .returning('id')
    .execute()
  return added.map(({ id }) => id)
}
