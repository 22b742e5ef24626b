import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { fiscalYear, fiscalYearOf, monthsOfFiscalYear, sameDayIn } from '@alumni/shared/fiscal-year'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import { seededRandom } from '../../../testing/seeded-random.ts'
import { buildTestApp } from '../../../testing/test-app.ts'

const { db } = await buildTestApp()

/** Any day of a year that has no leap day. */
const starts = Array.from({ length: 365 }, (_, index) => dayOf(2023, 0, 1 + index).slice(5))

test('PostgreSQL and the pages reckon fiscal years and their months alike, whatever the day and the first day of a year', async () => {
  const random = seededRandom(20)
  const cases = starts.flatMap((start) => {
    const { from, last, to } = fiscalYear(1900 + random(200), start)
    const days = Array.from({ length: 10 }, () => dayOf(1850 + random(300), random(12), 1 + random(31)))
    return [from, last, to, ...days].map((day) => ({ day, start }))
  })
  const reckoned = await selectRaw(
    db,
    z.object({ day: z.string(), start: z.string(), year: z.number(), month: z.number() }),
    sql`
    select day, start, statistics_year(day, start) as year, statistics_month(day, start) as month
    from unnest(${cases.map(({ day }) => day)}::date[], ${cases.map(({ start }) => start)}::text[]) with ordinality as c (day, start, place)
    order by place
  `,
  )
  expect(reckoned).toEqual(cases.map(({ day, start }) => ({ day, start, ...reckon(day, start) })))
})

test('the same day of another year is the same for both, at the end of February too', async () => {
  const random = seededRandom(21)
  const cases = ['07-01', '01-01', '10-01', '02-15', '03-01'].flatMap((start) =>
    [
      '2024-02-28',
      '2024-02-29',
      '2025-02-28',
      ...Array.from({ length: 5 }, () => dayOf(2023, random(12), random(31))),
    ].map((day) => ({ day, start, year: 2019 + random(6) })),
  )
  const reckoned = await selectRaw(
    db,
    z.object({ same_day: z.string() }),
    sql`
    select max(d)::date::text as same_day
    from unnest(${cases.map(({ day }) => day)}::date[], ${cases.map(({ start }) => start)}::text[], ${cases.map((each) => fiscalYear(each.year, each.start).from)}::date[],
      ${cases.map((each) => fiscalYear(each.year, each.start).last)}::date[]) with ordinality as c (day, start, first, last, place), generate_series(first, last, interval '1 day') d
    where statistics_day(d::date, start) <= statistics_day(day, start) group by place order by place
  `,
  )
  expect(reckoned).toEqual(cases.map(({ day, start, year }) => ({ same_day: sameDayIn(year, day, start) })))
})

function reckon(day: string, start: string): { year: number; month: number } {
  const year = fiscalYearOf(day, start)
  const begins = monthsOfFiscalYear(year, start).map((month) => {
    const [calendarYear, calendarMonth] = month.split('-').map(Number) as [number, number]
    return dayOf(calendarYear, calendarMonth - 1, Number(start.slice(3)))
  })
  return { year, month: begins.findLastIndex((first) => first <= day) + 1 }
}

/** A month that has no such day, such as 31 June, begins as many days later. */
function dayOf(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)
}
