import pg from 'pg'
import { mostRecentFirst } from '../../record/recent-degree.ts'
import type { People } from '../columns/people.ts'
import { askAnswers, none, type Degree, type Engagement } from '../columns/person.ts'

/** A row's texts, as PostgreSQL writes them. */
export type Row = (string | null)[]

/** A table that the index is read from: the columns it needs, the BUID first, and what a person's rows mean. */
export type Table = {
  name: string
  /** Ends in a condition; or takes one that stands elsewhere, and the zone in which days begin. */
  select: string | ((who: string, zone: string) => string)
  /** The condition for some people, in place of one that uses a plain index by BUID. */
  these?: string
  /** Brings the rows of one person together. */
  order: string
  /** Takes all rows of one person. */
  apply(people: People, buid: string, rows: Row[]): void
}

/** The alumni first: the other tables are about people who are there. */
export const tables: Table[] = [
  {
    name: 'alumni',
    select: `select buid, id, contact_id, prefix, first_name, middle_name, last_name, suffix, preferred_name, former_last_name,
      mobile_phone, home_phone, city, state, country, postal_code, deceased, do_not_contact, do_not_email,
      coalesce(primary_email, '') <> '' from alumni where true`,
    order: 'id',
    apply: (people, buid, [row]) => (row ? people.setAlumnus(alumnusOf(row)) : people.remove(buid)),
  },
  {
    name: 'educations',
    select: `select buid, college_code, major_code, degree_code, kind, extract(year from degree_date), degree_date - date '1800-01-01',
      major_desc, college_name, degree_date from educations e where true`,
    // One arm for each of the two partial indexes that begin with the BUID.
    these: "((buid = any ($1) and kind = 'degree') or (buid = any ($1) and kind = 'area_of_study'))",
    order: `buid, ${mostRecentFirst}`,
    apply: ofSlot((people, slot, rows) => people.setDegrees(slot, rows.map(degreeOf))),
  },
  {
    name: 'employments',
    select: `select buid, employer from employments where current`,
    order: 'buid',
    apply: ofSlot((people, slot, rows) =>
      people.setEmployers(
        slot,
        rows.map(([, employer]) => employer!),
      ),
    ),
  },
  {
    name: 'alumni_affinities',
    select: `select buid, affinity_code from alumni_affinities where true`,
    order: 'buid',
    apply: ofSlot((people, slot, rows) =>
      people.setAffinities(
        slot,
        rows.map(([, code]) => code!),
      ),
    ),
  },
  {
    name: 'champion_signups',
    select: `select buid from champion_signups where deleted_at is null and buid is not null`,
    order: 'buid',
    apply: ofSlot((people, slot, rows) => people.setChampion(slot, rows.length > 0)),
  },
  {
    name: 'engagements',
    select: `select buid, activity_code, description, engagement_date - date '1800-01-01' from engagements where true`,
    order: 'buid',
    apply: ofSlot((people, slot, rows) => people.setEngagements(slot, rows.map(engagementOf))),
  },
  {
    name: 'asks',
    select: asksAndAnswers,
    order: 'buid',
    apply: ofSlot((people, slot, rows) => people.asks.set(slot, asksOf(people, rows))),
  },
]

/**
 * Asks with their day, of the people who fit `who`: those that staff noted, and letters about an event or opportunity.
 * Answers have no day. A signup that was merged is the one that it was merged into, over chains.
 */
function asksAndAnswers(who: string, zone: string): string {
  const letter = `'event-' || l.event_id, 'opportunity-' || l.opportunity_id`
  const columns = `coalesce(${letter}), (r.changed_at at time zone ${pg.escapeLiteral(zone)})::date - date '1800-01-01', null, null`
  const letters = `list_letter_recipients r join list_letters l
    on l.id = r.letter_id and coalesce(${letter}) is not null and r.state in ('sent', 'in_doubt')`
  return `
    with recursive own as (
      select buid, id from champion_signups
      where buid is not null and deleted_at is null and merged_into_id is null and ${who}
      union all select own.buid, s.id from own join champion_signups s on s.merged_into_id = own.id)
    select buid, coalesce('event-' || event_id, 'opportunity-' || opportunity_id, topic) as code,
      asked_on - date '1800-01-01' as day, answer, null::int as precedence from asks where ${who}
    union all select buid, ${columns} from ${letters} join alumni a on a.id = r.alumnus_id where ${who}
    union all select buid, ${columns} from ${letters} join own on own.id = r.signup_id where r.alumnus_id is null
    union all select own.buid, g.kind || '-' || g.subject_id, null, g.answer, g.precedence
      from own join given_answers() g on g.signup_id = own.id and g.signup_id is not null
    union all select buid, kind || '-' || subject_id, null, answer, precedence from given_answers() g
      where buid is not null and ${who}`
}

/** Someone has one answer to an event or opportunity, however often they were asked: that of the greatest precedence. */
function asksOf({ dictionaries }: People, rows: Row[]): number[] {
  const answers = new Map<string, string>()
  for (const [, code, , answer, precedence] of rows.toSorted((a, b) => Number(a[4]) - Number(b[4])))
    if (precedence != null) answers.set(code!, answer!)
  return rows.flatMap(([, code, day, noted]) => {
    if (day == null) return []
    const answer = code!.includes('-') ? answers.get(code!) : noted
    return [dictionaries.asks.use(code!), Number(day), askAnswers.indexOf(answer ?? 'none')]
  })
}

/** All rows of a table, or those of the people whose BUIDs are given. */
export function selectAll({ select, order }: Table, zone: string): string {
  return `${typeof select === 'string' ? select : select('true', zone)} order by ${order}`
}

export function selectThese({ select, these = 'buid = any ($1)', order }: Table, zone: string): string {
  return `${typeof select === 'string' ? `${select} and ${these}` : select(these, zone)} order by ${order}`
}

function ofSlot(apply: (people: People, slot: number, rows: Row[]) => void): Table['apply'] {
  return (people, buid, rows) => {
    const slot = people.slotOf(buid)
    if (slot !== undefined) apply(people, slot, rows)
  }
}

function alumnusOf(row: Row) {
  const [buid, id, contact_id, prefix, first_name, middle_name, last_name, suffix, preferred_name, former_last_name] =
    row
  const [
    mobile_phone,
    home_phone,
    city,
    state,
    country,
    postal_code,
    deceased,
    do_not_contact,
    do_not_email,
    has_email,
  ] = row.slice(10)
  return {
    buid: buid!,
    id: Number(id),
    contact_id: contact_id!,
    prefix: prefix!,
    first_name: first_name!,
    middle_name: middle_name!,
    last_name: last_name!,
    suffix: suffix!,
    preferred_name: preferred_name!,
    former_last_name: former_last_name!,
    mobile_phone: mobile_phone!,
    home_phone: home_phone!,
    city: city!,
    state: state!,
    country: country!,
    postal_code: postal_code!,
    deceased: deceased === 't',
    do_not_contact: do_not_contact === 't',
    do_not_email: do_not_email === 't',
    has_email: has_email === 't',
  }
}

function degreeOf(row: Row): Degree {
  const [, college, major, degree, kind, year, day, major_desc, college_name, degree_date] = row as (string | null)[]
  return {
    college: college || null,
    major: major || null,
    degree: degree || null,
    year: Number(year ?? 0),
    day: day == null ? none : Number(day),
    isDegree: kind === 'degree',
    shown: {
      major_desc: major_desc ?? null,
      college_name: college_name ?? null,
      degree_code: degree ?? null,
      degree_date: degree_date ?? null,
    },
  }
}

function engagementOf([, activity, description, day]: Row): Engagement {
  return { activity: activity!, description: description ?? '', day: Number(day) }
}
