import { sql } from 'kysely'
import { z } from 'zod'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import type { Db } from '../../foundations/database/db.ts'
import type { Row } from './duplicate-answers.ts'

export type Attendance = { rsvp: number; engagement: Row }

const attendanceRow = z.object({ rsvp: z.number(), engagement: z.record(z.string(), z.unknown()) })

export function listAttendances(db: Db, signups: readonly number[]): Promise<Attendance[]> {
  return selectRaw(db, attendanceRow)`select rsvp.id as rsvp, to_jsonb(engagement) as engagement
      from event_rsvps rsvp join engagements engagement on engagement.id = rsvp.engagement_id
      where rsvp.signup_id = any(${signups}::bigint[]) order by engagement.id`
}

export function excludeAttendances(attendances: readonly Attendance[], excluded: readonly Attendance[]): Attendance[] {
  const ids = new Set(excluded.map(({ engagement }) => engagement.id))
  return attendances.filter(({ engagement }) => !ids.has(engagement.id))
}

/** Restores deleted engagements with their ids. Skips answers that are no longer marked as attended. */
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
