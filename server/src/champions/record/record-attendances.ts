import { sql } from 'kysely'
import { transact, type Db } from '../../foundations/database/db.ts'
import { mapToSurvivors, findSurvivingSignup, survivorId } from './find-signup.ts'

type MissingEngagement = { rsvp: number; buid: string; day: string; title: string }

/** Updates engagements for attended events. Must run in the transaction that (un)links, merges or restores a signup. */
export async function recordAttendances(db: Db, signup: number): Promise<void> {
  const survivor = await findSurvivingSignup(db, signup)
  if (survivor) await transact(db, (db) => recordAttendancesOf(db, [survivor.id]))
}

/** Adds and removes engagements so that each alumnus has one per attended event. Skips deleted signups. */
export async function recordAttendancesOf(db: Db, signups: readonly number[], event?: number): Promise<void> {
  const buids = await readBuids(db, signups)
  const survivors = await mapToSurvivors(db, [...buids.keys()])
  if (survivors.size === 0) return
  const answers = db
    .selectFrom('event_rsvps as r')
    .where(sql<boolean>`r.signup_id = any(${[...survivors.keys()]}::bigint[])`)
    .$if(event !== undefined, (all) => all.where('r.event_id', '=', event!))
    .orderBy('r.id')
  // Locks in a statement of its own, because only a later one sees engagements that the previous lock holder added.
  await answers.select('r.id').forUpdate().execute()
  const rsvps = await answers
    .innerJoin('events as e', 'e.id', 'r.event_id')
    .leftJoin('engagements as g', 'g.id', 'r.engagement_id')
    .select(['r.id', 'r.event_id', 'r.signup_id', 'r.status', 'e.title', 'g.id as engagement_id', 'g.buid'])
    .select(sql<string>`(e.starts_at at time zone e.time_zone)::date::text`.as('day'))
    .execute()
  const recorded = new Set<string>()
  const missing: MissingEngagement[] = []
  const wrongIds: number[] = []
  for (const { id, event_id, signup_id, status, title, day, engagement_id, buid: recordedBuid } of rsvps) {
    const survivor = survivors.get(signup_id)!
    const buid = buids.get(survivor) ?? null
    const key = `${survivor} ${event_id}`
    const isDue = status === 'attended' && buid !== null && !recorded.has(key)
    if (isDue) recorded.add(key)
    if (isDue && recordedBuid === buid) continue
    if (engagement_id !== null) wrongIds.push(engagement_id)
    if (isDue) missing.push({ rsvp: id, buid, day, title: title.slice(0, 500) })
  }
  if (wrongIds.length > 0) await db.remove('engagements', { id: sql`any(${wrongIds}::bigint[])` })
  await insertEngagements(db, missing)
}

async function readBuids(db: Db, signups: readonly number[]): Promise<Map<number, string | null>> {
  const rows = await db
    .selectFrom('champion_signups as s')
    .innerJoin('champion_signups as survivor', (join) => join.on('survivor.id', '=', survivorId))
    .select(['survivor.id', 'survivor.buid'])
    .where(sql<boolean>`s.id = any(${signups}::bigint[])`)
    .execute()
  return new Map(rows.map(({ id, buid }) => [id, buid]))
}

async function insertEngagements(db: Db, missing: readonly MissingEngagement[]): Promise<void> {
  if (missing.length === 0) return
  await sql`with attendance as (
      select nextval(pg_get_serial_sequence('engagements', 'id')) as id, given.*
      from jsonb_to_recordset(${JSON.stringify(missing)}::jsonb) as given (rsvp bigint, buid text, day date, title text)),
    new_engagement as (
      insert into engagements (id, buid, activity_code, engagement_date, description) overriding system value
      select id, buid, 'event_attended', day, title from attendance)
    update event_rsvps set engagement_id = attendance.id from attendance where event_rsvps.id = attendance.rsvp`.execute(
    db,
  )
}
