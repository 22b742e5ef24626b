import { attendances, canMoveRsvp, unmarkedStatuses } from '@alumni/shared/publications/content'
import type { Attendance, RsvpStatus } from '@alumni/shared/publications/content'
import { maxAnswersAtOnce } from '@alumni/shared/publications/publications'
import type { AttendanceReply } from '@alumni/shared/publications/staff-events'
import { sql } from 'kysely'
import { hasEmail, recordAttendancesOf } from '../../champions/index.ts'
import type { Config } from '../../foundations/process/config.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { audit, type StaffUser } from '../../staff/index.ts'
import { findAnswerers, unknownAnswerer } from '../engine/answerers.ts'
import {
  findAnswers,
  buildChangeColumns,
  listAnswersToChange,
  moveAnswers,
  describeRefusals,
} from '../engine/answers.ts'
import { findRecord } from '../engine/records.ts'
import { invalid } from '../engine/times.ts'
import { acceptInvitation, fillEventPlaces, insertAnswer, lockEvent, type LockedEvent } from './answer-event.ts'
import { eventKind } from './kind.ts'
import { rsvps } from './rsvps.ts'

/** `loadedStatus` is the status of the answers when the user loaded them. */
type Marking = { attendance: Attendance; ids: readonly number[]; loadedStatus?: RsvpStatus | undefined }

/**
 * Marks answers as attended or absent; `going` removes a mark and restores the answer. Records an engagement for linked
 * attendees. Returns the refused answers with reasons. Throws a 409 before the day of the event.
 */
export async function markRsvps(
  db: Db,
  event: number,
  { attendance, ids, loadedStatus }: Marking,
  user: StaffUser,
): Promise<AttendanceReply> {
  return transact(db, async (db) => {
    const locked = await lockForMarking(db, event)
    const rows = await listAnswersToChange(db, rsvps, event, ids)
    const move = attendances[attendance]
    const others = rows.filter(({ status }) => status !== attendance)
    const isUnchanged = (status: RsvpStatus) => loadedStatus === undefined || status === loadedStatus
    const allowed = others.filter(({ status }) => isUnchanged(status) && canMoveRsvp(status, move))
    const [allowedIds, signups] = [allowed.map(({ id }) => id), allowed.map(({ signup_id }) => signup_id)]
    const moved =
      attendance === 'going'
        ? await unmark(db, allowedIds, user)
        : await moveAnswers(db, rsvps, allowedIds, move, {
            ...buildChangeColumns('marked', user),
            unmarked_status: unmarkedStatus,
          })
    // Unmarking a person who had waited or declined frees a place.
    if (attendance === 'going') await fillEventPlaces(db, locked)
    await recordAttendancesOf(db, signups, event)
    if (moved.length > 0)
      await audit(db, user, `event-rsvp.${attendance}`, `events/${event}`, {
        marked: moved.length,
        ...(moved.length <= maxAnswersAtOnce ? { rsvps: moved } : {}),
      })
    const unchanged = others.filter((row) => !allowed.includes(row))
    const refused = await describeRefusals(db, unchanged, ({ status, changed_by }) =>
      isUnchanged(status)
        ? `An answer that is "${status}" cannot become "${attendance}".`
        : `${changed_by ?? 'Someone'} has just marked them as "${status}".`,
    )
    return { marked: moved.length, refused }
  })
}

const unmarkedStatus = sql<string>`case when status in ('attended', 'absent') then unmarked_status else status end`
const unmarks = { going: 'unmark', waiting: 'wait_again', cancelled: 'cancel_again' } as const

async function unmark(db: Db, ids: readonly number[], user: StaffUser): Promise<number[]> {
  const rows = await db.findAll('event_rsvps', ['id', 'unmarked_status'], { id: sql`any(${ids}::bigint[])` })
  const moved: number[] = []
  for (const status of unmarkedStatuses) {
    const marked = rows.filter(({ unmarked_status }) => (unmarked_status ?? 'going') === status).map(({ id }) => id)
    moved.push(...(await moveAnswers(db, rsvps, marked, unmarks[status], buildChangeColumns('marked', user))))
  }
  return moved
}

/** Marks everyone who is not marked yet. Throws a 409 if there are not exactly `confirm_count` such people. */
export async function markEveryone(
  db: Db,
  event: number,
  { attendance, confirm_count }: { attendance: 'attended' | 'absent'; confirm_count: number },
  user: StaffUser,
): Promise<AttendanceReply> {
  return transact(db, async (db) => {
    await lockForMarking(db, event)
    const going = await db.findAll('event_rsvps', ['id'], { event_id: event, status: 'going' })
    if (going.length !== confirm_count)
      throw new HttpError(409, `${going.length} are not marked yet: someone else is marking too. Check the list again.`)
    return markRsvps(db, event, { attendance, ids: going.map(({ id }) => id) }, user)
  })
}

/** Marks one champion's attendance. Throws a 409 if the champion has not answered or the mark is not allowed. */
export async function markAttendance(
  db: Db,
  event: number,
  signup: number,
  attendance: Attendance,
  user: StaffUser,
): Promise<void> {
  await transact(db, async (db) => {
    await lockForMarking(db, event)
    const rsvp = (await findAnswers(db, rsvps, signup, [event])).get(event)
    if (!rsvp) throw new HttpError(409, 'This champion has not answered this event.')
    const { refused } = await markRsvps(db, event, { attendance, ids: [rsvp.id] }, user)
    if (refused[0]) throw new HttpError(409, refused[0].error)
  })
}

/**
 * Stores a yes for a champion, or marks them as attended from the day of the event on. Throws a 422 with `fields` for
 * an unknown address or too many guests, and a 409 if the event takes no answers.
 */
export async function addRsvp(
  db: Db,
  config: Config,
  event: number,
  { email, guests }: { email: string; guests: number },
  user: StaffUser,
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
      if (!(await findAnswers(db, rsvps, signup, [event])).has(event)) await insertAnswer(db, event, signup, guests)
      await markAttendance(db, event, signup, 'attended', user)
    } else {
      const refusal = await acceptInvitation(db, { event, signup, guests })
      if (refusal?.guests) throw invalid('guests', refusal.guests)
      if (refusal) throw new HttpError(409, refusal.form ?? 'This event takes no answers.')
      await audit(db, user, 'event-rsvp.added', `events/${event}`, { signup, guests })
    }
    const { status } = (await findAnswers(db, rsvps, signup, [event])).get(event)!
    const { name } = (await findAnswerers(db, [{ signup_id: signup }])).get(signup) ?? unknownAnswerer
    return { name, status }
  })
}

/** Locks an event and returns it for marking attendance. Throws a 409 if it was canceled or is on a later day. */
export async function lockForMarking(db: Db, event: number): Promise<LockedEvent> {
  const locked = await lockEvent(db, event)
  const { is_day, cancelled_at } = locked
  if (cancelled_at !== null) throw new HttpError(409, 'This event was canceled, so no one attended.')
  if (!is_day) throw new HttpError(409, 'Attendance can be marked from the day of the event on.')
  return locked
}
