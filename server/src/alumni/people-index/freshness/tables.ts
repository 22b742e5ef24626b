import pg from 'pg'
import { recentDegreeFirst } from '../../record/recent-degree.ts'
import type { People } from '../columns/people.ts'
import { askAnswers, none, type Alumnus, type Degree, type Engagement } from '../columns/person.ts'

export type Row = (string | null)[]

export type Table = {
  name: string
  /** Returns a query with the BUID as the first column. */
  select: (condition: string, zone: string) => string
  /** The condition that selects the BUIDs in `$1`; `buid = any ($1)` by default. */
  buidCondition?: string
  /** The sort order, which must keep each person's rows adjacent. */
  order: string
  apply(people: People, buid: string, rows: Row[]): void
}

const storedColumns =
  'buid, id, contact_id, prefix, first_name, middle_name, last_name, suffix, preferred_name, former_last_name, ' +
  'mobile_phone, home_phone, city, state, country, postal_code, deceased, do_not_contact, do_not_email'
const alumnusColumns = [...storedColumns.split(', '), 'has_email'] as (keyof Alumnus)[]

/** `alumni` must come first, because rows of other tables are ignored for people who are not in the index yet. */
export const tables: Table[] = [
  {
    name: 'alumni',
    select: (condition) =>
      `select ${storedColumns}, coalesce(primary_email, '') <> '' as has_email from alumni where ${condition}`,
    order: 'id',
    apply: (people, buid, [row]) => (row ? people.setAlumnus(parseAlumnus(row)) : people.remove(buid)),
  },
  {
    name: 'educations',
    select: (condition) =>
      `select buid, college_code, major_code, degree_code, kind, extract(year from degree_date),
         ${dayOf('degree_date')}, major_desc, college_name, degree_date
       from educations e where ${condition}`,
    buidCondition: "((buid = any ($1) and kind = 'degree') or (buid = any ($1) and kind = 'area_of_study'))",
    order: `buid, ${recentDegreeFirst}`,
    apply: ifOnFile((people, slot, rows) => people.setDegrees(slot, rows.map(parseDegree))),
  },
  {
    name: 'employments',
    select: (condition) => `select buid, employer from employments where current and ${condition}`,
    order: 'buid',
    apply: ifOnFile((people, slot, rows) => people.setEmployers(slot, rows.map(secondColumn))),
  },
  {
    name: 'alumni_affinities',
    select: (condition) => `select buid, affinity_code from alumni_affinities where ${condition}`,
    order: 'buid',
    apply: ifOnFile((people, slot, rows) => people.setAffinities(slot, rows.map(secondColumn))),
  },
  {
    name: 'champion_signups',
    select: (condition) =>
      `select buid from champion_signups where deleted_at is null and buid is not null and ${condition}`,
    order: 'buid',
    apply: ifOnFile((people, slot, rows) => people.setChampion(slot, rows.length > 0)),
  },
  {
    name: 'engagements',
    select: (condition) =>
      `select buid, activity_code, description, ${dayOf('engagement_date')} from engagements where ${condition}`,
    order: 'buid, engagement_date',
    apply: ifOnFile((people, slot, rows) => people.setEngagements(slot, rows.map(parseEngagement))),
  },
  {
    name: 'asks',
    select: selectAsks,
    order: 'buid',
    apply: ifOnFile((people, slot, rows) => people.asks.set(slot, parseAsks(people, rows))),
  },
]

/** Selects the number of days since 1800-01-01, like `dayNumber`. */
function dayOf(date: string): string {
  return `${date} - date '1800-01-01'`
}

/** Selects asks with a day and answers with a precedence. Merged signups count for the surviving signup. */
function selectAsks(condition: string, zone: string): string {
  return `
    with recursive signups as (
      select buid, id from champion_signups
        where buid is not null and deleted_at is null and merged_into_id is null and ${condition}
      union all
      select signups.buid, merged.id from signups join champion_signups merged on merged.merged_into_id = signups.id
    ),
    letters as not materialized (
      select r.alumnus_id, r.signup_id, coalesce('event-' || l.event_id, 'opportunity-' || l.opportunity_id) as code,
        ${dayOf(`(r.changed_at at time zone ${pg.escapeLiteral(zone)})::date`)} as day
      from list_letter_recipients r join list_letters l on l.id = r.letter_id
      where r.state in ('sent', 'in_doubt') and coalesce(l.event_id, l.opportunity_id) is not null
    ),
    answers as not materialized (
      select buid, signup_id, kind || '-' || subject_id as code, answer, precedence from given_answers()
    )
    select buid, coalesce('event-' || event_id, 'opportunity-' || opportunity_id, topic) as code,
      ${dayOf('asked_on')} as day, answer, null::int as precedence from asks where ${condition}
    union all select buid, code, day, null, null from letters join alumni on alumni.id = alumnus_id where ${condition}
    union all select buid, code, day, null, null from letters join signups on signups.id = signup_id where alumnus_id is null
    union all select signups.buid, code, null, answer, precedence from answers join signups on signups.id = signup_id
      where signup_id is not null
    union all select buid, code, null, answer, precedence from answers where buid is not null and ${condition}`
}

/** Combines each ask with the highest-precedence answer to the ask's event or opportunity. */
function parseAsks({ dictionaries }: People, rows: Row[]): number[] {
  const answers = new Map<string, string>()
  for (const [, code, , answer, precedence] of rows.toSorted((a, b) => Number(a[4]) - Number(b[4])))
    if (precedence != null) answers.set(code!, answer!)
  return rows.flatMap(([, code, day, notedAnswer]) => {
    if (day == null) return []
    const answer = code!.includes('-') ? answers.get(code!) : notedAnswer
    return [dictionaries.asks.use(code!), Number(day), askAnswers.indexOf(answer ?? 'none')]
  })
}

export function selectAll({ select, order }: Table, zone: string): string {
  return `${select('true', zone)} order by ${order}`
}

export function selectByBuids({ select, buidCondition = 'buid = any ($1)', order }: Table, zone: string): string {
  return `${select(buidCondition, zone)} order by ${order}`
}

function ifOnFile(apply: (people: People, slot: number, rows: Row[]) => void): Table['apply'] {
  return (people, buid, rows) => {
    const slot = people.slotOf(buid)
    if (slot !== undefined) apply(people, slot, rows)
  }
}

function parseAlumnus(row: Row): Alumnus {
  const values = {} as Record<keyof Alumnus, string | null>
  for (let index = 0; index < row.length; index++) values[alumnusColumns[index]!] = row[index]!
  return {
    ...values,
    buid: values.buid!,
    id: Number(values.id),
    deceased: values.deceased === 't',
    do_not_contact: values.do_not_contact === 't',
    do_not_email: values.do_not_email === 't',
    has_email: values.has_email === 't',
  }
}

function parseDegree(row: Row): Degree {
  const [, college, major, degree, kind, year, day, major_desc, college_name, degree_date] = row
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

function parseEngagement([, activity, description, day]: Row): Engagement {
  return { activity: activity!, description: description ?? '', day: Number(day) }
}

function secondColumn([, value]: Row): string {
  return value!
}
