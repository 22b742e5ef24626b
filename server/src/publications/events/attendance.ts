import {
  attendances,
  canMoveRsvp,
  unmarkedStatuses,
  type Attendance,
  type RsvpStatus,
} from '@alumni/shared/publications/content'
import { maxAnswersAtOnce } from '@alumni/shared/publications/publications'
import type { AttendanceReply } from '@alumni/shared/publications/staff-events'
import { sql } from 'kysely'
import { hasEmail, recordAttendancesOf } from '../../champions/index.ts'
import type { Config } from '../../foundations/process/config.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { audit, type StaffUser } from '../../staff/index.ts'
import { answerersOf, unknownAnswerer } from '../engine/answerers.ts'
import { answersOf, changedBy, chosenAnswers, moveAnswers, refusalsOf } from '../engine/answers.ts'
import { findRecord } from '../engine/records.ts'
import { invalid } from '../engine/times.ts'
import { acceptInvitation, fillPlaces, firstAnswer, lockEvent, type LockedEvent } from './answer-event.ts'
import { eventKind } from './kind.ts'
import { rsvps } from './rsvps.ts'

/** The mark for some answers; `seen` is the status the person saw. */
type Marking = { attendance: Attendance; ids: readonly number[]; seen?: RsvpStatus | undefined }

/**
 * Marks who came to an event; `going` takes the mark back and restores the answer. A person who attended and is linked
 * to an alumnus has an `event_attended` engagement from then on, until it is set back: one for each alumnus and event.
 * Answers that do not allow it, or were marked otherwise meanwhile, stay as they are and are returned with the reason.
 * Throws a 409 before the day of the event.
 */
export async function markRsvps(
  db: Db,
  event: number,
  { attendance, ids, seen }: Marking,
  by: StaffUser,
): Promise<AttendanceReply> {
  return transact(db, async (db) => {
    const locked = await lockForMarking(db, event)
    const rows = await chosenAnswers(db, rsvps, event, ids)
    const move = attendances[attendance]
    const others = rows.filter(({ status }) => status !== attendance)
    const isAsSeen = (status: RsvpStatus) => seen === undefined || status === seen
    const allowed = others.filter(({ status }) => isAsSeen(status) && canMoveRsvp(status, move))
    const [allowedIds, signups] = [allowed.map(({ id }) => id), allowed.map(({ signup_id }) => signup_id)]
    const moved =
      attendance === 'going'
        ? await unmark(db, allowedIds, by)
        : await moveAnswers(db, rsvps, allowedIds, move, { ...changedBy('marked', by), unmarked_status: answered })
    // People who had waited, or not accepted, lose their place.
    if (attendance === 'going') await fillPlaces(db, locked)
    await recordAttendancesOf(db, signups, event)
    if (moved.length > 0)
      await audit(db, by, `event-rsvp.${attendance}`, `events/${event}`, {
        marked: moved.length,
        ...(moved.length <= maxAnswersAtOnce ? { rsvps: moved } : {}),
      })
    const left = others.filter((row) => !allowed.includes(row))
    const refused = await refusalsOf(db, left, ({ status, changed_by }) =>
      isAsSeen(status)
        ? `An answer that is "${status}" cannot become "${attendance}".`
        : `${changed_by ?? 'Someone'} has just marked them as "${status}".`,
    )
    return { marked: moved.length, refused }
  })
}

const answered = sql<string>`case when status in ('attended', 'absent') then unmarked_status else status end`
const unmarks = { going: 'unmark', waiting: 'wait_again', cancelled: 'cancel_again' } as const

/** Puts back what each had answered. */
async function unmark(db: Db, ids: readonly number[], by: StaffUser): Promise<number[]> {
  const rows = await db.findAll('event_rsvps', ['id', 'unmarked_status'], { id: sql`any(${ids}::bigint[])` })
  const moved: number[] = []
  for (const status of unmarkedStatuses) {
    const theirs = rows.filter(({ unmarked_status }) => (unmarked_status ?? 'going') === status).map(({ id }) => id)
    moved.push(...(await moveAnswers(db, rsvps, theirs, unmarks[status], changedBy('marked', by))))
  }
  return moved
}

/** Marks everybody who is still going. 409: their number is no longer the one that the person saw. */
export async function markEverybody(
  db: Db,
  event: number,
  { attendance, confirm_count }: { attendance: 'attended' | 'absent'; confirm_count: number },
  by: StaffUser,
): Promise<AttendanceReply> {
  return transact(db, async (db) => {
    await lockForMarking(db, event)
    const going = await db.findAll('event_rsvps', ['id'], { event_id: event, status: 'going' })
    if (going.length !== confirm_count)
      throw new HttpError(409, `${going.length} are not marked yet: someone else is marking too. Check the list again.`)
    return markRsvps(db, event, { attendance, ids: going.map(({ id }) => id) }, by)
  })
}

/**
 * The same for one champion, whose answer counts that means most. Throws 409 with a sentence where it does not allow
 * it.
 */
export async function markAttendance(
  db: Db,
  event: number,
  signup: number,
  attendance: Attendance,
  by: StaffUser,
): Promise<void> {
  await transact(db, async (db) => {
    await lockForMarking(db, event)
    const rsvp = (await answersOf(db, rsvps, signup, [event])).get(event)
    if (!rsvp) throw new HttpError(409, 'This champion has not answered this event.')
    const { refused } = await markRsvps(db, event, { attendance, ids: [rsvp.id] }, by)
    if (refused[0]) throw new HttpError(409, refused[0].error)
  })
}

/**
 * Staff answer for a champion: before the event they get a place, or wait where there is none, and get a letter; from
 * its day on they attended. 422 with `fields`: no one has the address, or too many guests. 409: the event takes no one.
 */
export async function addRsvp(
  db: Db,
  config: Config,
  event: number,
  { email, guests }: { email: string; guests: number },
  by: StaffUser,
): Promise<{ name: string; status: RsvpStatus }> {
  return transact(db, async (db) => {
    await lockEvent(db, event)
    const { state, can_mark } = await findRecord(eventKind, db, config, event)
    if (state === 'draft' || state === 'scheduled')
      throw new HttpError(409, 'Publish the event first: a draft takes no answers.')
    const champion = await db.selectFrom('champion_signups').select('id').where(hasEmail(email)).executeTakeFirst()
    if (!champion) throw invalid('email', 'No champion has this e-mail address.')
    const signup = champion.id
    if (can_mark) {
      if (!(await answersOf(db, rsvps, signup, [event])).has(event)) await firstAnswer(db, event, signup, guests)
      await markAttendance(db, event, signup, 'attended', by)
    } else {
      const refusal = await acceptInvitation(db, { event, signup, guests })
      if (refusal?.guests) throw invalid('guests', refusal.guests)
      if (refusal) throw new HttpError(409, refusal.form ?? 'This event takes no answers.')
      await audit(db, by, 'event-rsvp.added', `events/${event}`, { signup, guests })
    }
    const { status } = (await answersOf(db, rsvps, signup, [event])).get(event)!
    const { name } = (await answerersOf(db, [{ signup_id: signup }])).get(signup) ?? unknownAnswerer
    return { name, status }
  })
}

/** Holds the event while its attendance is marked. 409 where that cannot be. */
export async function lockForMarking(db: Db, event: number): Promise<LockedEvent> {
  const locked = await lockEvent(db, event)
  const { is_day, cancelled_at } = locked
  if (cancelled_at !== null) throw new HttpError(409, 'This event was canceled, so no one attended.')
  if (!is_day) throw new HttpError(409, 'Attendance can be marked from the day of the event on.')
  return locked
}
