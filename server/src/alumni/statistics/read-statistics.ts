import { compareCharacters } from '@alumni/shared/compare-text'
import { reunionOf, addRanks } from '@alumni/shared/alumni/classes'
import type { StatsPage, StatsQuery } from '@alumni/shared/alumni/statistics'
import { fiscalYear, fiscalYearOf, monthsOfFiscalYear } from '@alumni/shared/fiscal-year'
import type { Db } from '../../foundations/database/db.ts'
import { utcToday } from '../../foundations/days.ts'
import type { ClassFigures, PeopleIndex } from '../people-index/index.ts'

export type StatisticsSource = { db: Db; index: PeopleIndex; fiscalYearStart: string }

/** Reads the figures for all charts of a fiscal year. Unknown codes match no one. */
export async function readStatistics(
  { db, index, fiscalYearStart: start }: StatisticsSource,
  { year: requestedYear, college, activity, affinity }: StatsQuery,
): Promise<StatsPage> {
  const today = utcToday()
  const current = fiscalYearOf(today, start)
  const year = requestedYear ?? current
  const { from: first_day, last: last_day } = fiscalYear(year, start)
  const refreshed_at = new Date().toISOString()
  const [found, names] = await Promise.all([
    index.statistics({ year, start, today, college, activity, affinity }),
    readNames(db),
  ])
  const yearOf = (ofYear: number) => found.years.find(({ year }) => year === ofYear) ?? { ...noYear, year: ofYear }
  const people = (ofYear: number, { first_time, ...part }: typeof noneEngaged) => ({
    ...part,
    alumni: found.alumni[ofYear]!,
    first_time,
    returning: part.engaged - first_time,
  })
  const before = yearOf(year - 1)
  const as_of = year === current ? today : last_day
  const reunion_year = Number(as_of.slice(0, 4))
  return {
    year,
    years: [...new Set([current, ...found.yearsInUse])].toSorted((a, b) => b - a),
    fiscal_year_start: start,
    first_day,
    last_day,
    as_of,
    today,
    refreshed_at,
    this_year: people(year, yearOf(year).whole),
    last_year: people(year - 1, year === current ? before.toDay : before.whole),
    lapsed: before.lapsed,
    by_year: found.years.map(({ year, whole, toDay }) => ({
      year,
      ...people(year, whole),
      lapsed: yearOf(year - 1).lapsed,
      engagements_to_day: toDay.engagements,
      engaged_to_day: toDay.engaged,
      first_time_to_day: toDay.first_time,
    })),
    by_month: monthsOfFiscalYear(year, start).map((month, index) => ({ month, ...found.months[index]! })),
    by_activity: sortGroups(
      found.activities.map(({ alumni: _, engaged_alumni: __, ...row }) => ({
        ...row,
        name: names.activities.get(row.code) ?? row.code,
      })),
    ),
    by_college: sortGroups(found.colleges.map((row) => ({ ...row, name: names.colleges.get(row.code) ?? row.code }))),
    by_affinity: sortGroups(found.affinities.map((row) => ({ ...row, ...names.affinities.get(row.code)! }))),
    reunion_year,
    by_class: addRanks(found.classes.filter((row) => row.year <= year).map(shareOfClass)).map(
      ({ year: class_year, rank, ...row }) => ({
        class_year,
        reunion: reunionOf(class_year, reunion_year),
        ...row,
        rank,
      }),
    ),
    by_decade: addRanks(found.decades.map(shareOfClass)).map(({ year: decade, ...row }) => ({ decade, ...row })),
    top_events: found.events.map(({ activity, ...event }) => ({
      activity_code: activity,
      activity_name: names.activities.get(activity) ?? activity,
      ...event,
    })),
  }
}

function shareOfClass({ year, alumni, engaged, engaged_last_year_to_day, first_time }: ClassFigures) {
  return { year, engaged_alumni: engaged, alumni, last_year_engaged_alumni: engaged_last_year_to_day, first_time }
}

const noneEngaged = { engagements: 0, engaged: 0, engaged_alumni: 0, first_time: 0 }
const noYear = { whole: noneEngaged, toDay: noneEngaged, lapsed: 0 }

async function readNames(db: Db) {
  const colleges = await db.findAll('colleges', ['code', 'name'], {})
  const activities = await db.findAll('activity_codes', ['code', 'name'], {})
  const affinities = await db.findAll('affinities', ['affinity_code', 'name', 'category'], {})
  return {
    colleges: new Map(colleges.map(({ code, name }) => [code, name])),
    activities: new Map(activities.map(({ code, name }) => [code, name])),
    affinities: new Map(affinities.map(({ affinity_code, ...affinity }) => [affinity_code, affinity])),
  }
}

function sortGroups<Row extends { code: string; name: string; engagements: number; last_year: number }>(
  rows: Row[],
): Row[] {
  return rows.toSorted(
    (a, b) =>
      b.engagements - a.engagements ||
      b.last_year - a.last_year ||
      compareCharacters(a.name, b.name) ||
      compareCharacters(a.code, b.code),
  )
}
