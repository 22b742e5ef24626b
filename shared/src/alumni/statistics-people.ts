import type { SearchFilters } from './search.ts'
import type { StatsPage, StatsQuery } from './statistics.ts'
import { fiscalYear, sameDayIn } from '../fiscal-year.ts'

/** A search of alumni as the query of its address. */
export type PeopleWords = Partial<Record<keyof SearchFilters, string>>

type Codes = Pick<StatsQuery, 'college' | 'activity' | 'affinity'>
type Calendar = Pick<StatsPage, 'fiscal_year_start' | 'today'>
/** `isToDay` up to the same day as today; the codes stand in place of the page's own. */
type Part = Codes & { isToDay?: boolean }

/** Returns the searches that find exactly the people of each number of the statistics, under the page's filters. */
export function peopleOf({ fiscal_year_start: start, today }: Calendar, filters: Codes) {
  const codes = (part: Codes): PeopleWords => words({ ...filters, ...part }, ['college', 'activity', 'affinity'])
  const days = (year: number, { isToDay }: Part = {}) => {
    const { from, last } = fiscalYear(year, start)
    return { from, to: earlier(isToDay ? sameDayIn(year, today, start) : last, today) }
  }
  const engaged = (year: number, part: Part = {}): PeopleWords => {
    const { from, to } = days(year, part)
    return { ...codes(part), engaged_from: from, engaged_to: to }
  }
  const alumniOfYear = (year: number): PeopleWords => ({ deceased: 'no', degree_by: fiscalYear(year, start).last })
  return {
    engaged,
    firstTime: (year: number, part: Part = {}): PeopleWords => ({ ...engaged(year, part), engaged_before: 'no' }),
    returning: (year: number, part: Part = {}): PeopleWords => ({ ...engaged(year, part), engaged_before: 'yes' }),
    /** Engaged in the year before, and not, or not yet, in this one. */
    lapsed: (year: number): PeopleWords => {
      const { from, to } = days(year)
      return { ...engaged(year - 1), not_engaged_from: from, not_engaged_to: to }
    },
    /** The year's alumni who were engaged in it. */
    engagedAlumni: (year: number, part: Part = {}): PeopleWords => ({ ...engaged(year, part), ...alumniOfYear(year) }),
    /** All alumni of the year, engaged or not. */
    alumni: (year: number, part: Codes = {}): PeopleWords => {
      const { activity: _, ...theirs } = codes(part)
      return { ...theirs, ...alumniOfYear(year) }
    },
    /** Living alumni of the classes from one year to another; `which` of them. */
    ofClasses: (
      from: number,
      to: number,
      which: 'all' | 'engaged' | 'engaged last year' | 'first time',
      of: number,
    ) => {
      const { activity: _, ...theirs } = codes({})
      const engagedThen = {
        all: theirs,
        engaged: engaged(of),
        'engaged last year': engaged(of - 1, { isToDay: fiscalYear(of, start).last > today }),
        'first time': { ...engaged(of), engaged_before: 'no' },
      }[which]
      return { ...engagedThen, deceased: 'no', year_from: String(from), year_to: String(to) }
    },
    /** `month` as in `by_month`, `YYYY-MM`; `yearsBefore` that of an earlier fiscal year. */
    inMonth: (month: string, yearsBefore = 0): PeopleWords => ({
      ...codes({}),
      ...monthDays(month, yearsBefore, start, today),
    }),
    atEvent: (year: number, event: { activity_code: string; description: string }): PeopleWords => ({
      ...engaged(year, { activity: event.activity_code }),
      event: event.description,
    }),
  }
}

/** A month of a fiscal year begins on the day of the month on which the year does; 31 June is 1 July. */
function monthDays(month: string, yearsBefore: number, start: string, today: string): PeopleWords {
  const [year, number] = month.split('-').map(Number) as [number, number]
  const begins = (months: number, days: number) =>
    new Date(Date.UTC(year - yearsBefore, number - 1 + months, Number(start.slice(3)) + days))
      .toISOString()
      .slice(0, 10)
  return { engaged_from: begins(0, 0), engaged_to: earlier(begins(1, -1), today) }
}

function words(from: Codes, names: readonly (keyof Codes)[]): PeopleWords {
  return Object.fromEntries(names.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])))
}

function earlier(day: string, other: string): string {
  return day < other ? day : other
}
