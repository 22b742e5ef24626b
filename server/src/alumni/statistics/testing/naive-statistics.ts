import { sql } from 'kysely'
import { statsTopEvents, type StatsPage, type StatsQuery } from '@alumni/shared/alumni/statistics'
import type { Db } from '../../../foundations/database/db.ts'

type Row = {
  buid: string
  activity: string
  day: string
  description: string
  year: number
  month: string
}

/** Computes the reply from the definitions alone. `start` is `MM-DD`; days after `today` do not count. */
export async function naiveStatistics(
  db: Db,
  query: StatsQuery,
  start: string,
  today: string,
): Promise<Omit<StatsPage, 'refreshed_at'>> {
  const records = await readRecords(db)
  const has = (buid: string, college = query.college, affinity = query.affinity) =>
    (!college || !!records.colleges.get(buid)?.has(college)) &&
    (!affinity || !!records.affinities.get(buid)?.has(affinity))
  const isAlumnus = (buid: string, ofYear: number, college = query.college, affinity = query.affinity) =>
    records.living.has(buid) &&
    has(buid, undefined, affinity) &&
    !!records.educations
      .get(buid)
      ?.some(({ code, day }) => day !== null && day < firstDay(ofYear + 1, start) && (!college || code === college))
  const all = records.engagements
    .filter(({ day }) => day <= today)
    .map((row): Row => ({ ...row, ...fiscal(row.day, start) }))
  const rows = all.filter(({ buid, activity }) => has(buid) && (!query.activity || activity === query.activity))
  const current = fiscal(today, start).year
  const year = query.year ?? current
  const everyone = [...records.living]
  const engagedIn = (ofYear: number) => new Set(rows.filter((row) => row.year === ofYear).map(({ buid }) => buid))
  const people = (counted: Row[], ofYear: number) => {
    const engaged = new Set(counted.map(({ buid }) => buid))
    const before = new Set(rows.filter((row) => row.year < ofYear).map(({ buid }) => buid))
    const returning = [...engaged].filter((buid) => before.has(buid)).length
    return {
      engagements: counted.length,
      engaged: engaged.size,
      engaged_alumni: [...engaged].filter((buid) => isAlumnus(buid, ofYear)).length,
      alumni: everyone.filter((buid) => isAlumnus(buid, ofYear)).length,
      first_time: engaged.size - returning,
      returning,
    }
  }
  const lapsed = (ofYear: number) => engagedIn(ofYear - 1).difference(engagedIn(ofYear)).size
  const toDay = (ofYear: number) =>
    rows.filter((row) => row.year === ofYear && row.day <= sameDay(today, current - ofYear))
  const now = rows.filter((row) => row.year === year)
  const before = rows.filter((row) => row.year === year - 1)
  const beforeToDay = year === current ? toDay(year - 1) : before
  const count = (counted: Row[]) => ({
    engagements: counted.length,
    engaged: new Set(counted.map(({ buid }) => buid)).size,
  })
  const ordered = <T extends { code: string; name: string; engagements: number; last_year: number }>(list: T[]) =>
    list.toSorted(
      (a, b) =>
        b.engagements - a.engagements ||
        b.last_year - a.last_year ||
        compare(a.name, b.name) ||
        compare(a.code, b.code),
    )
  const group = (code: string, name: string, ofCode: (row: Row) => boolean) => {
    const last = count(beforeToDay.filter(ofCode))
    return {
      code,
      name,
      ...count(now.filter(ofCode)),
      last_year: last.engagements,
      last_year_engaged: last.engaged,
    }
  }
  const share = (counted: Row[], college: string | undefined, affinity: string | undefined) => ({
    engaged_alumni: [...new Set(counted.map(({ buid }) => buid))].filter((buid) =>
      isAlumnus(buid, year, college, affinity),
    ).length,
    alumni: everyone.filter((buid) => isAlumnus(buid, year, college, affinity)).length,
  })
  const isShown = (row: { engagements: number; last_year: number }, college?: string, affinity?: string) =>
    isAnything(row) || everyone.some((buid) => has(buid, college, affinity))
  const classes = () => {
    const classesOf = (buid: string) =>
      (records.educations.get(buid) ?? [])
        .filter(({ code, day }) => day !== null && (!query.college || code === query.college))
        .map(({ day }) => Number(day!.slice(0, 4)))
        .filter((classYear) => classYear <= year)
    const [nowEngaged, before] = [now, beforeToDay].map((rows) => new Set(rows.map(({ buid }) => buid)))
    const ever = new Set(rows.filter((row) => row.year < year).map(({ buid }) => buid))
    const living = everyone.filter((buid) => has(buid, undefined))
    const rowsOf = (groupOf: (classYear: number) => number) => {
      const groups = [...new Set(living.flatMap((buid) => classesOf(buid).map(groupOf)))].toSorted((a, b) => a - b)
      const counted = groups.map((ofYear) => {
        const members = living.filter((buid) => classesOf(buid).some((classYear) => groupOf(classYear) === ofYear))
        const engagedNow = members.filter((buid) => nowEngaged!.has(buid))
        return {
          of: ofYear,
          engaged_alumni: engagedNow.length,
          alumni: members.length,
          last_year_engaged_alumni: members.filter((buid) => before!.has(buid)).length,
          first_time: engagedNow.filter((buid) => !ever.has(buid)).length,
        }
      })
      const share = (row: (typeof counted)[number]) => row.engaged_alumni / row.alumni
      const ranked = counted.filter(({ alumni }) => alumni >= 10)
      return counted.map(({ of: ofYear, ...row }) => ({
        of: ofYear,
        row: {
          ...row,
          rank:
            row.alumni < 10 ? null : 1 + ranked.filter((each) => share(each) > share({ of: ofYear, ...row })).length,
        },
      }))
    }
    const reunion_year = Number((year === current ? today : dayBefore(firstDay(year + 1, start))).slice(0, 4))
    const reunion = (classYear: number) =>
      reunion_year > classYear && (reunion_year - classYear) % 5 === 0 ? reunion_year - classYear : null
    return {
      reunion_year,
      by_class: rowsOf((classYear) => classYear).map(({ of: ofYear, row }) => ({
        class_year: ofYear,
        reunion: reunion(ofYear),
        ...row,
      })),
      by_decade: rowsOf((classYear) => Math.floor(classYear / 10) * 10).map(({ of: ofYear, row }) => ({
        decade: ofYear,
        ...row,
      })),
    }
  }
  const first = firstDay(year, start)
  return {
    year,
    years: [...new Set([current, ...all.map((row) => row.year)])].toSorted((a, b) => b - a),
    fiscal_year_start: start,
    first_day: first,
    last_day: dayBefore(firstDay(year + 1, start)),
    as_of: year === current ? today : dayBefore(firstDay(year + 1, start)),
    today,
    this_year: people(now, year),
    last_year: people(beforeToDay, year - 1),
    lapsed: lapsed(year),
    by_year: [...new Set(rows.map((row) => row.year))]
      .toSorted((a, b) => a - b)
      .map((ofYear) => ({
        year: ofYear,
        ...people(
          rows.filter((row) => row.year === ofYear),
          ofYear,
        ),
        lapsed: lapsed(ofYear),
        engagements_to_day: toDay(ofYear).length,
        engaged_to_day: people(toDay(ofYear), ofYear).engaged,
        first_time_to_day: people(toDay(ofYear), ofYear).first_time,
      })),
    by_month: Array.from({ length: 12 }, (_, n) => {
      const begins = Number(first.slice(5, 7)) - 1 + n
      const label = (ofYear: number) =>
        `${Number(firstDay(ofYear, start).slice(0, 4)) + Math.floor(begins / 12)}-${String((begins % 12) + 1).padStart(2, '0')}`
      return {
        month: label(year),
        this_year: count(now.filter(({ month }) => month === label(year))).engagements,
        this_year_engaged: count(now.filter(({ month }) => month === label(year))).engaged,
        last_year: count(before.filter(({ month }) => month === label(year - 1))).engagements,
        last_year_engaged: count(before.filter(({ month }) => month === label(year - 1))).engaged,
      }
    }),
    by_activity: ordered(
      [...new Set(rows.map(({ activity }) => activity))]
        .filter(Boolean)
        .map((code) => group(code, records.names.get(`activity ${code}`) ?? code, ({ activity }) => activity === code))
        .filter(isAnything),
    ),
    by_college: ordered(
      [...new Set([...records.colleges.values()].flatMap((codes) => [...codes]))]
        .filter((code) => !query.college || code === query.college)
        .map((code) => ({
          ...group(code, records.names.get(`college ${code}`) ?? code, ({ buid }) => has(buid, code)),
          ...share(now, code, query.affinity),
        }))
        .filter((row) => isShown(row, row.code)),
    ),
    by_affinity: ordered(
      [...new Set([...records.affinities.values()].flatMap((codes) => [...codes]))]
        .filter((code) => !query.affinity || code === query.affinity)
        .map((code) => ({
          ...group(code, records.names.get(`affinity ${code}`)!, ({ buid }) => has(buid, undefined, code)),
          category: 'Campus Life',
          ...share(now, query.college, code),
        }))
        .filter((row) => isShown(row, undefined, row.code)),
    ),
    ...classes(),
    top_events: topEvents(now, records.names, count),
  }
}

function topEvents(
  now: Row[],
  names: Map<string, string>,
  count: (rows: Row[]) => { engagements: number; engaged: number },
): StatsPage['top_events'] {
  const eventOf = ({ activity, description }: Row) =>
    activity && description ? JSON.stringify([activity, description]) : ''
  const events = [...new Set(now.map(eventOf))].filter(Boolean).map((key) => {
    const [activity_code, description] = JSON.parse(key) as [string, string]
    const days = now
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

const isAnything = (row: { engagements: number; last_year: number }) => row.engagements > 0 || row.last_year > 0
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

function fiscal(day: string, start: string): { year: number; month: string } {
  let year = Number(day.slice(0, 4)) - 1
  while (firstDay(year + 1, start) <= day) year++
  const months = Array.from({ length: 12 }, (_, n) => {
    const begins = Number(start.slice(0, 2)) - 1 + n
    return `${Number(firstDay(year, start).slice(0, 4)) + Math.floor(begins / 12)}-${String((begins % 12) + 1).padStart(2, '0')}`
  })
  return { year, month: months.findLast((month) => `${month}-${start.slice(3)}` <= day)! }
}

/** A fiscal year is named after the calendar year of its last day. */
function firstDay(year: number, start: string): string {
  return `${start === '01-01' ? year : year - 1}-${start}`
}

function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
}

/** Returns the same date of an earlier year; February 28 and 29 become the last day of February. */
function sameDay(day: string, yearsBefore: number): string {
  const [year, date] = [Number(day.slice(0, 4)) - yearsBefore, day.slice(5)]
  if (yearsBefore === 0) return day
  const isLeap = year % 4 === 0
  return date === '02-28' || date === '02-29' ? `${year}-02-${isLeap ? 29 : 28}` : `${year}-${date}`
}

async function readRecords(db: Db) {
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
  const { rows: educations } = await sql<{ buid: string; code: string | null; day: string | null }>`
    select buid, college_code as code, degree_date::text as day from educations
  `.execute(db)
  const codesOf = (kind: string) => {
    const found = new Map<string, Set<string>>()
    for (const row of codes.filter((row) => row.kind === kind))
      found.set(row.buid, (found.get(row.buid) ?? new Set()).add(row.code))
    return found
  }
  return {
    engagements,
    educations: Map.groupBy(educations, ({ buid }) => buid),
    living: new Set(living.map(({ buid }) => buid)),
    colleges: codesOf('college'),
    affinities: codesOf('affinity'),
    names: new Map(names.map(({ key, name }) => [key, name])),
  }
}
