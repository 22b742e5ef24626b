import { sql, type Expression } from 'kysely'
import { classYearsOf } from '../../alumni/index.ts'
import { signupsStandingFor, survivorOf } from '../../champions/index.ts'
import type { Db } from '../../foundations/database/db.ts'

/** An answer's author as staff see them; `signup_id` is null for a deleted signup. */
export type Answerer = { signup_id: number | null; name: string; email: string | null; buid: string | null }

export const unknownAnswerer: Answerer = { signup_id: null, name: 'Deleted signup', email: null, buid: null }

/**
 * The people whom references to signups stand for now, by the id that is referred to; who has deleted their signup is
 * not among them.
 */
export async function answerersOf(db: Db, signups: readonly number[]): Promise<Map<number, Answerer>> {
  if (signups.length === 0) return new Map()
  const rows = await db
    .selectFrom('champion_signups as r')
    .innerJoin('champion_signups as s', (join) => join.on('s.id', '=', ({ ref }) => survivorOf(ref('r.id'))))
    .select(['r.id as referred', 's.id', 's.first_name', 's.last_name', 's.email', 's.buid'])
    .where('r.id', 'in', [...new Set(signups)])
    .execute()
  return new Map(
    rows.map(({ referred, id, first_name, last_name, email, buid }) => [
      referred,
      { signup_id: id, name: [first_name, last_name].filter(Boolean).join(' ') || email, email, buid },
    ]),
  )
}

/** In a query: the signup that a reference to one stands for now; of a deleted signup the reference itself. */
export function answererOf(signupId: Expression<number>) {
  return sql<number>`coalesce(${survivorOf(signupId)}, ${signupId})`
}

/** The facts that set an answerer apart from others of their name. */
export type AnswererFacts = { class_years: number[]; city: string | null; events_before: number }

export const noFacts: AnswererFacts = { class_years: [], city: null, events_before: 0 }

/** These facts by the id of the signup; events count before `day`, or all where it is null. */
export async function factsOf(
  db: Db,
  answerers: readonly Answerer[],
  day: string | null,
): Promise<Map<number | null, AnswererFacts>> {
  const ids = answerers.flatMap(({ signup_id }) => signup_id ?? [])
  const buids = answerers.flatMap(({ buid }) => buid ?? [])
  if (ids.length === 0) return new Map()
  const [years, cities, recorded, attended] = [
    await classYearsOf(db, buids),
    await citiesOf(db, ids),
    await eventsOnRecord(db, buids, day),
    await eventsOfSignups(db, ids, day),
  ]
  return new Map(
    answerers.map(({ signup_id, buid }) => [
      signup_id,
      {
        class_years: years.get(buid ?? '') ?? [],
        city: cities.get(signup_id ?? 0) ?? null,
        events_before: (buid === null ? attended.get(signup_id ?? 0) : recorded.get(buid)) ?? 0,
      },
    ]),
  )
}

async function citiesOf(db: Db, signups: readonly number[]): Promise<Map<number, string | null>> {
  const rows = await db
    .selectFrom('champion_signups as s')
    .leftJoin('alumni as a', 'a.buid', 's.buid')
    .select(['s.id', sql<string | null>`coalesce(nullif(a.city, ''), s.city)`.as('city')])
    .where('s.id', 'in', signups)
    .execute()
  return new Map(rows.map(({ id, city }) => [id, city]))
}

/** An event that two systems have sent counts once: it has one name and one day. */
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
  const survivors = await signupsStandingFor(db, ids)
  const rows = await db
    .selectFrom('event_rsvps as r')
    .innerJoin('events as e', 'e.id', 'r.event_id')
    .select(['r.signup_id', 'r.event_id'])
    .where('r.status', '=', 'attended')
    .where(sql<boolean>`r.signup_id = any(${[...survivors.keys()]}::bigint[])`)
    .$if(day !== null, (all) => all.where(sql<boolean>`(e.starts_at at time zone e.time_zone)::date < ${day}::date`))
    .execute()
  const events = Map.groupBy(rows, ({ signup_id }) => survivors.get(signup_id)!)
  return new Map([...events].map(([id, theirs]) => [id, new Set(theirs.map(({ event_id }) => event_id)).size]))
}

/** Columns of a person in a CSV file of answers, and what stands in them. */
export const personColumns = ['name', 'email', 'buid'] as const
export const csvPerson = ({ name, email, buid }: Answerer = unknownAnswerer) => [name, email, buid]
/** The values behind the other columns of such a file. */
export const factColumns = ['class_years', 'city', 'events_before'] as const
export const csvFacts = ({ class_years, city, events_before }: AnswererFacts = noFacts) => [
  class_years.join('; '),
  city,
  events_before,
]
