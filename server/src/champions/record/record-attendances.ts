import { sql } from 'kysely'
import { transact, type Db } from '../../foundations/database/db.ts'
import { mapToSurvivors, findSurvivingSignup, survivorId } from './find-signup.ts'

type DueEngagement = { rsvp: number; buid: string; day: string; title: string }

/**
 * Makes the engagements of a champion's alumnus agree with what the champion attended. Call it in the transaction that
 * links, unlinks, merges or restores a signup: it adds earlier attendances and removes those of a wrong link.
 */
export async function recordAttendances(db: Db, signup: number): Promise<void> {
  const survivor = await findSurvivingSignup(db, signup)
  if (survivor) await transact(db, (db) => recordAttendancesOf(db, [survivor.id]))
}

/**
 * Makes the engagements of these signups agree with their answers to one event, or to all: one engagement for each
 * alumnus and event. Skips deleted signups.
 */
export async function recordAttendancesOf(db: Db, signups: readonly number[], event?: number): Promise<void> {
  const buids = await buidsOf(db, signups)
  const survivors = await mapToSurvivors(db, [...buids.keys()])
  if (survivors.size === 0) return
  const answers = db
    .selectFrom('event_rsvps as r')
    .where(sql<boolean>`r.signup_id = any(${[...survivors.keys()]}::bigint[])`)
    .$if(event !== undefined, (all) => all.where('r.event_id', '=', event!))
    .orderBy('r.id')
  // An engagement that the lock had waited for is seen only by the next statement.
  await answers.select('r.id').forUpdate().execute()
  const rsvps = await answers
    .innerJoin('events as e', 'e.id', 'r.event_id')
    .leftJoin('engagements as g', 'g.id', 'r.engagement_id')
    .select(['r.id', 'r.event_id', 'r.signup_id', 'r.status', 'e.title', 'g.id as engagement_id', 'g.buid'])
    .select(sql<string>`(e.starts_at at time zone e.time_zone)::date::text`.as('day'))
    .execute()
  const [recorded, due, wrong] = [new Set<string>(), [] as DueEngagement[], [] as number[]]
  for (const { id, event_id, signup_id, status, title, day, engagement_id, buid: recordedFor } of rsvps) {
    const survivor = survivors.get(signup_id)!
    const buid = buids.get(survivor) ?? null
    const key = `${survivor} ${event_id}`
    const isDue = status === 'attended' && buid !== null && !recorded.has(key)
    if (isDue) recorded.add(key)
    if (isDue && recordedFor === buid) continue
    if (engagement_id !== null) wrong.push(engagement_id)
    if (isDue) due.push({ rsvp: id, buid, day, title: title.slice(0, 500) })
  }
  if (wrong.length > 0) await db.remove('engagements', { id: sql`any(${wrong}::bigint[])` })
  await insertEngagements(db, due)
}

/** Returns the BUIDs of the surviving signups by their id. */
async function buidsOf(db: Db, signups: readonly number[]): Promise<Map<number, string | null>> {
  const rows = await db
    .selectFrom('champion_signups as s')
    .innerJoin('champion_signups as survivor', (join) => join.on('survivor.id', '=', survivorId))
    .select(['survivor.id', 'survivor.buid'])
    .where(sql<boolean>`s.id = any(${signups}::bigint[])`)
    .execute()
  return new Map(rows.map(({ id, buid }) => [id, buid]))
}

async function insertEngagements(db: Db, due: readonly DueEngagement[]): Promise<void> {
  if (due.length === 0) return
  await sql`with due as (
      select nextval(pg_get_serial_sequence('engagements', 'id')) as id, d.*
      from jsonb_to_recordset(${JSON.stringify(due)}::jsonb) as d (rsvp bigint, buid text, day date, title text)),
    recorded as (
      insert into engagements (id, buid, activity_code, engagement_date, description) overriding system value
      select id, buid, 'event_attended', day, title from due)
    update event_rsvps r set engagement_id = due.id from due where r.id = due.rsvp`.execute(db)
}
