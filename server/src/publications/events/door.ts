import { compare } from '../../foundations/database/rows.ts'
import type { DoorMark, DoorPage } from '@alumni/shared/publications/door'
import type { AttendanceReply } from '@alumni/shared/publications/staff-events'
import { sql } from 'kysely'
import type { Config } from '../../foundations/process/config.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import { utc } from '../../foundations/database/utc.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import type { StaffUser } from '../../staff/index.ts'
import { answererId, findAnswerers } from '../engine/answerers.ts'
import { lockForMarking, markRsvps } from './attendance.ts'
import { buildDoorCode } from './door-code.ts'

/** Lists everyone who has answered, by last name, except deleted signups. */
export async function readDoor(db: Db, config: Config, event: number, { id: user_id }: StaffUser): Promise<DoorPage> {
  const { cancelled_at, ...fields } = await db
    .selectFrom('events as e')
    .select(['e.id', 'e.title', 'e.time_zone', 'e.cancelled_at', utc('e.ends_at').as('ends_at')])
    .select(utc(sql`date_trunc('day', e.starts_at at time zone e.time_zone) at time zone e.time_zone`).as('opens_at'))
    .where('e.id', '=', event)
    .executeTakeFirstOrThrow(() => new HttpError(404, 'There is no such event. It may have been deleted.'))
  const rsvps = await db
    .selectFrom('event_rsvps as r')
    .innerJoin('champion_signups as s', (join) => join.on('s.id', '=', ({ ref }) => answererId(ref('r.signup_id'))))
    .select(['r.id', 'r.signup_id', 'r.guests', 'r.status', 'r.unmarked_status', 'r.door_token'])
    .select(utc('r.marked_at').as('marked_at'))
    .where('r.event_id', '=', event)
    .orderBy(sql`folded_name(s.last_name)`)
    .orderBy(sql`folded_name(s.first_name)`)
    .orderBy('r.id')
    .execute()
  const people = await findAnswerers(db, rsvps)
  const guests = rsvps.flatMap(({ signup_id, door_token, id, guests, status, unmarked_status, marked_at }) => {
    const name = people.get(signup_id)?.name
    if (!name) return []
    const unmarked = status === 'attended' || status === 'absent' ? (unmarked_status ?? 'going') : status
    return [{ id, name, guests, status, unmarked, marked_at, code: buildDoorCode(config, { id, door_token }) }]
  })
  return { user_id, event: { ...fields, is_cancelled: cancelled_at !== null }, guests }
}

/** Applies each person's last mark from the door and ignores repeated ones. Throws a 409 before the event's day. */
export async function markAtDoor(
  db: Db,
  event: number,
  marks: readonly DoorMark[],
  user: StaffUser,
): Promise<AttendanceReply> {
  return transact(db, async (db) => {
    await lockForMarking(db, event)
    const newMarks = await saveNewMarks(db, marks)
    const lastMarks = new Map(newMarks.map(({ rsvp, attendance }) => [rsvp, attendance]))
    const reply: AttendanceReply = { marked: 0, refused: [] }
    for (const attendance of ['attended', 'going'] as const) {
      const rsvpIds = [...lastMarks].filter(([, mark]) => mark === attendance).map(([rsvp]) => rsvp)
      const ids = attendance === 'going' ? await filterAttended(db, rsvpIds) : rsvpIds
      if (ids.length === 0) continue
      const { marked, refused } = await markRsvps(db, event, { attendance, ids }, user)
      reply.marked += marked
      reply.refused.push(...refused)
    }
    return reply
  })
}

async function filterAttended(db: Db, ids: readonly number[]): Promise<number[]> {
  const rows = await db.findAll('event_rsvps', ['id'], { id: sql`any(${ids}::bigint[])`, status: 'attended' })
  return rows.map(({ id }) => id)
}

/** Returns the new marks. Deletes stored marks after 30 days, because phones do not resend them for that long. */
async function saveNewMarks(db: Db, marks: readonly DoorMark[]): Promise<DoorMark[]> {
  await db.remove('door_marks', { created_at: compare('<', sql<string>`now() - interval '30 days'`) })
  const saved = await db
    .insertInto('door_marks')
    .values([...new Set(marks.map(({ id }) => id))].map((id) => ({ id })))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .execute()
  const isNew = new Set(saved.map(({ id }) => id))
  return marks.filter(({ id }) => isNew.has(id))
}
