import { sql } from 'kysely'
import { statsTopEvents, type StatsPage, type StatsQuery } from '@alumni/shared/engagement-stats'
import type { EntityManager } from '../../database/orm.ts'

type Row = {
  buid: string
  activity: string
  day: string
  description: string
  year: number
  month: string
  isLiving: boolean
}

/**
 * The reply as anyone would work it out from the records themselves, by definitions alone: read everything, filter, count.
 * `start` is the first day of a fiscal year, `today` the last day that counts.
 */
export async function naiveStatistics(
  em: EntityManager,
  query: StatsQuery,
  start: string,
  today: string,
): Promise<Omit<StatsPage, 'refreshed_at'>> {
  const records = await readRecords(em)
  const has = (buid: string, college = query.college, affinity = query.affinity) =>
    (!college || !!records.colleges.get(buid)?.has(college)) &&
    (!affinity || !!records.affinities.get(buid)?.has(affinity))
  const all = records.engagements
    .filter(({ day }) => day <= today)
    .map((row): Row => ({ ...row, ...fiscal(row.day, start), isLiving: records.living.has(row.buid) }))
  const rows = all.filter(({ buid, activity }) => has(buid) && (!query.activity || activity === query.activity))
  const current = fiscal(today, start).year
  const year = query.year ?? current
  const lastDayBefore = year === current ? aYearBefore(today) : '9999'
  const people = (counted: Row[], of: number) => {
    const engaged = new Set(counted.map(({ buid }) => buid))
    const before = new Set(rows.filter((row) => row.year < of).map(({ buid }) => buid))
    const returning = [...engaged].filter((buid) => before.has(buid)).length
    return {
      engagements: counted.length,
      engaged: engaged.size,
      engaged_living: [...engaged].filter((buid) => records.living.has(buid)).length,
      first_time: engaged.size - returning,
      returning,
    }
  }
  const now = rows.filter((row) => row.year === year)
  const before = rows.filter((row) => row.year === year - 1)
  const beforeToDay = before.filter(({ day }) => day <= lastDayBefore)
  const count = (counted: Row[]) => ({
    engagements: counted.length,
    engaged: new Set(counted.map(({ buid }) => buid)).size,
  })
  const living = (counted: Row[]) => new Set(counted.filter(({ isLiving }) => isLiving).map(({ buid }) => buid)).size
  const alumni = (college = query.college, affinity = query.affinity) =>
    [...records.living].filter((buid) => has(buid, college, affinity)).length
  const ordered = <T extends { code: string; name: string; engagements: number; last_year: number }>(list: T[]) =>
    list.toSorted(
      (a, b) =>
        b.engagements - a.engagements ||
        b.last_year - a.last_year ||
        compare(a.name, b.name) ||
        compare(a.code, b.code),
    )
  const group = (code: string, name: string, ofCode: (row: Row) => boolean) => {
    const counted = now.filter(ofCode)
    return {
      code,
      name,
      ...count(counted),
      engaged_living: living(counted),
      last_year: beforeToDay.filter(ofCode).length,
    }
  }
  const first = firstDay(year, start)
  return {
    year,
    years: [...new Set([current, ...all.map((row) => row.year)])].toSorted((a, b) => b - a),
    first_day: first,
    last_day: dayBefore(firstDay(year + 1, start)),
    as_of: year === current ? today : dayBefore(firstDay(year + 1, start)),
    alumni: alumni(),
    this_year: people(now, year),
    last_year: people(beforeToDay, year - 1),
    by_year: [...new Set(rows.map((row) => row.year))]
      .toSorted((a, b) => a - b)
      .map((of) => ({
        year: of,
        ...people(
          rows.filter((row) => row.year === of),
          of,
        ),
      })),
    by_month: Array.from({ length: 12 }, (_, n) => {
      const begins = Number(first.slice(5, 7)) - 1 + n
      const label = (of: number) =>
        `${Number(firstDay(of, start).slice(0, 4)) + Math.floor(begins / 12)}-${String((begins % 12) + 1).padStart(2, '0')}`
      return {
        month: label(year),
        this_year: now.filter(({ month }) => month === label(year)).length,
        last_year: before.filter(({ month }) => month === label(year - 1)).length,
      }
    }),
    by_activity: ordered(
      [...new Set(rows.map(({ activity }) => activity))]
        .filter(Boolean)
        .map((code) => {
          const { engaged_living: _, ...rest } = group(
            code,
            records.names.get(`activity ${code}`) ?? code,
            ({ activity }) => activity === code,
          )
          return rest
        })
        .filter(isAnything),
    ),
    by_college: ordered(
      [...new Set([...records.colleges.values()].flatMap((codes) => [...codes]))]
        .filter((code) => !query.college || code === query.college)
        .map((code) => ({
          ...group(code, records.names.get(`college ${code}`) ?? code, ({ buid }) => has(buid, code)),
          alumni: alumni(code),
        }))
        .filter(isAnything),
    ),
    by_affinity: ordered(
      [...new Set([...records.affinities.values()].flatMap((codes) => [...codes]))]
        .filter((code) => !query.affinity || code === query.affinity)
        .map((code) => ({
          ...group(code, records.names.get(`affinity ${code}`)!, ({ buid }) => has(buid, undefined, code)),
          category: 'Campus Life',
          alumni: alumni(undefined, code),
        }))
        .filter(isAnything),
    ),
    top_events: topEvents(
      now,
      all.filter((row) => row.year === year),
      records.names,
      count,
    ),
  }
}

function topEvents(
  now: Row[],
  everyone: Row[],
  names: Map<string, string>,
  count: (rows: Row[]) => { engagements: number; engaged: number },
): StatsPage['top_events'] {
  const eventOf = ({ activity, description }: Row) =>
    activity && description ? JSON.stringify([activity, description]) : ''
  const events = [...new Set(now.map(eventOf))].filter(Boolean).map((key) => {
    const [activity_code, description] = JSON.parse(key) as [string, string]
    const days = everyone
      .filter((row) => eventOf(row) === key)
      .map(({ day }) => day)
      .toSorted(compare)
    return {
      activity_code,
      activity_name: names.get(`activity ${activity_code}`) ?? activity_code,
      description,
      ...count(now.filter((row) => eventOf(row) === key)),
      first_date: days[0]!,
      last_date: days.at(-1)!,
    }
  })
  return events
    .toSorted(
      (a, b) =>
        b.engaged - a.engaged ||
        b.engagements - a.engagements ||
        compare(a.description, b.description) ||
        compare(a.activity_code, b.activity_code),
    )
    .slice(0, statsTopEvents)
}

const isAnything = (row: { engagements: number; last_year: number; alumni?: number }) =>
  row.engagements > 0 || row.last_year > 0 || (row.alumni ?? 0) > 0
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** The fiscal year of a day and the month of it that the day is in, found by walking from first day to first day. */
function fiscal(day: string, start: string): { year: number; month: string } {
  let year = Number(day.slice(0, 4)) - 1
  while (firstDay(year + 1, start) <= day) year++
  const months = Array.from({ length: 12 }, (_, n) => {
    const begins = Number(start.slice(0, 2)) - 1 + n
    return `${Number(firstDay(year, start).slice(0, 4)) + Math.floor(begins / 12)}-${String((begins % 12) + 1).padStart(2, '0')}`
  })
  return { year, month: months.findLast((month) => `${month}-${start.slice(3)}` <= day)! }
}

/** A fiscal year is named by the calendar year of its last day. */
function firstDay(year: number, start: string): string {
  return `${start === '01-01' ? year : year - 1}-${start}`
}

function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
}

/** The same date; for 28 February before 1 March also the leap day, and for the leap day 28 February. */
function aYearBefore(day: string): string {
  const [year, date] = [Number(day.slice(0, 4)) - 1, day.slice(5)]
  const isLeap = year % 4 === 0
  if (date === '02-29') return `${year}-02-28`
  return date === '02-28' && isLeap ? `${year}-02-29` : `${year}-${date}`
}

async function readRecords(em: EntityManager) {
  const db = em.getKysely()
  const { rows: engagements } = await sql<{ buid: string; activity: string; day: string; description: string }>`
    select buid, activity_code as activity, engagement_date::text as day, coalesce(description, '') as description from engagements
  `.execute(db)
  const { rows: living } = await sql<{ buid: string }>`select buid from alumni where not deceased`.execute(db)
  const { rows: codes } = await sql<{ kind: string; buid: string; code: string }>`
    select 'college' as kind, buid, college_code as code from educations where college_code <> '' union all select 'affinity', buid, affinity_code from alumni_affinities
  `.execute(db)
  const { rows: names } = await sql<{ key: string; name: string }>`
    select 'college ' || code as key, name from colleges union all select 'affinity ' || affinity_code, name from affinities union all select 'activity ' || code, name from activity_codes
  `.execute(db)
  const codesOf = (kind: string) => {
    const found = new Map<string, Set<string>>()
    for (const row of codes.filter((row) => row.kind === kind))
      found.set(row.buid, (found.get(row.buid) ?? new Set()).add(row.code))
    return found
  }
  return {
    engagements,
    living: new Set(living.map(({ buid }) => buid)),
    colleges: codesOf('college'),
    affinities: codesOf('affinity'),
    names: new Map(names.map(({ key, name }) => [key, name])),
  }
}
