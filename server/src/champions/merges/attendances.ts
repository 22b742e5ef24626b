import { sql } from 'kysely'
import { z } from 'zod'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import type { Db } from '../../foundations/database/db.ts'
import type { Row } from './doubles.ts'

/** The engagement that an answer to an event became. */
export type Attendance = { rsvp: number; engagement: Row }

const attendanceRow = z.object({ rsvp: z.number(), engagement: z.record(z.string(), z.unknown()) })

export function attendancesOf(db: Db, signups: readonly number[]): Promise<Attendance[]> {
  return selectRaw(
    db,
    attendanceRow,
    sql`select r.id as rsvp, to_jsonb(g) as engagement from event_rsvps r join engagements g on g.id = r.engagement_id
      where r.signup_id = any(${signups}::bigint[]) order by g.id`,
  )
}

export function attendancesWithout(attendances: readonly Attendance[], others: readonly Attendance[]): Attendance[] {
  const ids = new Set(others.map(({ engagement }) => engagement.id))
  return attendances.filter(({ engagement }) => !ids.has(engagement.id))
}

/** Restores engagements that a merge deleted, with their ids, if the answer is still marked as attended. */
export async function restoreAttendances(db: Db, attendances: readonly Attendance[]): Promise<void> {
  for (const { rsvp, engagement } of attendances) {
    const answer = await db.find('event_rsvps', ['engagement_id'], { id: rsvp, status: 'attended' })
    if (!answer) continue
    if (answer.engagement_id) await db.remove('engagements', { id: answer.engagement_id })
    await sql`insert into engagements overriding system value
      select * from jsonb_populate_record(null::engagements, ${JSON.stringify(engagement)})`.execute(db)
    await db.update('event_rsvps', { id: rsvp }, { engagement_id: engagement.id as number })
  }
}
