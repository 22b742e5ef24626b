import { sql, type Expression } from 'kysely'
import { readClassYearsByBuid } from '../../alumni/index.ts'
import { mapToSurvivors, survivorOf } from '../../champions/index.ts'
import type { Db } from '../../foundations/database/db.ts'

/** The author of an answer; `signup_id` is null if their signup was deleted. */
export type Answerer = { signup_id: number | null; name: string; email: string | null; buid: string | null }

export const unknownAnswerer: Answerer = { signup_id: null, name: 'Deleted signup', email: null, buid: null }

type SignupReference = { signup_id: number | null }

/** Returns the authors by the `signup_id` of their answers, which can be a merged signup. Excludes deleted signups. */
export async function findAnswerers(db: Db, answers: readonly SignupReference[]): Promise<Map<number, Answerer>> {
  const signups = new Set(answers.flatMap(({ signup_id }) => signup_id ?? []))
  if (signups.size === 0) return new Map()
  const rows = await db
    .selectFrom('champion_signups as r')
    .innerJoin('champion_signups as s', (join) => join.on('s.id', '=', ({ ref }) => survivorOf(ref('r.id'))))
    .select(['r.id as referred', 's.id', 's.first_name', 's.last_name', 's.email', 's.buid'])
    .where('r.id', 'in', [...signups])
    .execute()
  return new Map(
    rows.map(({ referred, id, first_name, last_name, email, buid }) => [
      referred,
      { signup_id: id, name: [first_name, last_name].filter(Boolean).join(' ') || email, email, buid },
    ]),
  )
}

/** Selects the id of the surviving signup, or of the signup itself if it was deleted. */
export function answererId(signupId: Expression<number>) {
  return sql<number>`coalesce(${survivorOf(signupId)}, ${signupId})`
}

type AnswererFacts = { class_years: number[]; city: string | null; events_before: number }

/** Returns a lookup of authors by `signup_id`. Counts events attended before `day`, or all if `day` is null. */
export async function readAnswerers(db: Db, answers: readonly SignupReference[], day: string | null) {
  const people = await findAnswerers(db, answers)
  const ids = [...people.values()].flatMap(({ signup_id }) => signup_id ?? [])
  const buids = [...people.values()].flatMap(({ buid }) => buid ?? [])
  const [years, cities, recorded, attended] = [
    await readClassYearsByBuid(db, buids),
    await findCities(db, ids),
    await eventsOnRecord(db, buids, day),
    await eventsOfSignups(db, ids, day),
  ]
  return (signup: number): Answerer & AnswererFacts => {
    const { signup_id, buid, ...person } = people.get(signup) ?? unknownAnswerer
    return {
      ...person,
      signup_id,
      buid,
      class_years: years.get(buid ?? '') ?? [],
      city: cities.get(signup_id ?? 0) ?? null,
      events_before: (buid === null ? attended.get(signup_id ?? 0) : recorded.get(buid)) ?? 0,
    }
  }
}

async function findCities(db: Db, signups: readonly number[]): Promise<Map<number, string | null>> {
  if (signups.length === 0) return new Map()
  const rows = await db
    .selectFrom('champion_signups as s')
    .leftJoin('alumni as a', 'a.buid', 's.buid')
    .select(['s.id', sql<string | null>`coalesce(nullif(a.city, ''), s.city)`.as('city')])
    .where('s.id', 'in', signups)
    .execute()
  return new Map(rows.map(({ id, city }) => [id, city]))
}

/** Counts events with the same name and day once, because two systems may have recorded the same event. */
async function eventsOnRecord(db: Db, buids: readonly string[], day: string | null): Promise<Map<string, number>> {
  if (buids.length === 0) return new Map()
  const rows = await db
    .selectFrom('engagements')
    .select(['buid', sql<number>`count(distinct (engagement_date, lower(btrim(description))))::int`.as('events')])
    .where('buid', 'in', buids)
    .where('activity_code', '=', 'event_attended')
    .$if(day !== null, (all) => all.where('engagement_date', '<', day!))
    .groupBy('buid')
    .execute()
  return new Map(rows.map(({ buid, events }) => [buid, events]))
}

async function eventsOfSignups(db: Db, ids: readonly number[], day: string | null): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const survivors = await mapToSurvivors(db, ids)
  const rows = await db
    .selectFrom('event_rsvps as r')
    .innerJoin('events as e', 'e.id', 'r.event_id')
    .select(['r.signup_id', 'r.event_id'])
    .where('r.status', '=', 'attended')
    .where(sql<boolean>`r.signup_id = any(${[...survivors.keys()]}::bigint[])`)
    .$if(day !== null, (all) => all.where(sql<boolean>`(e.starts_at at time zone e.time_zone)::date < ${day}::date`))
    .execute()
  const events = Map.groupBy(rows, ({ signup_id }) => survivors.get(signup_id)!)
  return new Map([...events].map(([id, attended]) => [id, new Set(attended.map(({ event_id }) => event_id)).size]))
}
