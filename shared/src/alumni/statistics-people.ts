import type { SearchFilters } from './search.ts'
import type { StatsPage, StatsQuery } from './statistics.ts'
import { fiscalYear, sameDayIn } from '../fiscal-year.ts'

export type SearchParameters = Partial<Record<keyof SearchFilters, string>>

type CodeFilters = Pick<StatsQuery, 'college' | 'activity' | 'affinity'>
type Calendar = Pick<StatsPage, 'fiscal_year_start' | 'today'>
/** `isToDay` ends the year on the same day of the year as today. The codes override the page’s filters. */
type EngagementScope = CodeFilters & { isToDay?: boolean }

/** Builds, for each number in the statistics, the search that finds exactly the people counted. */
export function buildStatsSearches({ fiscal_year_start: start, today }: Calendar, filters: CodeFilters) {
  const codes = (scope: CodeFilters): SearchParameters => pickCodes({ ...filters, ...scope })
  const days = (year: number, { isToDay }: EngagementScope = {}) => {
    const { from, last } = fiscalYear(year, start)
    return { from, to: earlierOf(isToDay ? sameDayIn(year, today, start) : last, today) }
  }
  const engaged = (year: number, scope: EngagementScope = {}): SearchParameters => {
    const { from, to } = days(year, scope)
    return { ...codes(scope), engaged_from: from, engaged_to: to }
  }
  const alumniOfYear = (year: number): SearchParameters => ({ deceased: 'no', degree_by: fiscalYear(year, start).last })
  return {
    engaged,
    firstTime: (year: number, scope: EngagementScope = {}): SearchParameters => ({
      ...engaged(year, scope),
      engaged_before: 'no',
    }),
    returning: (year: number, scope: EngagementScope = {}): SearchParameters => ({
      ...engaged(year, scope),
      engaged_before: 'yes',
    }),
    lapsed: (year: number): SearchParameters => {
      const { from, to } = days(year)
      return { ...engaged(year - 1), not_engaged_from: from, not_engaged_to: to }
    },
    engagedAlumni: (year: number, scope: EngagementScope = {}): SearchParameters => ({
      ...engaged(year, scope),
      ...alumniOfYear(year),
    }),
    alumni: (year: number, scope: CodeFilters = {}): SearchParameters => {
      const { activity: _, ...withoutActivity } = codes(scope)
      return { ...withoutActivity, ...alumniOfYear(year) }
    },
    livingOfClasses: (
      from: number,
      to: number,
      scope: 'all' | 'engaged' | 'engaged last year' | 'first time',
      engagedYear: number,
    ) => {
      const { activity: _, ...withoutActivity } = codes({})
      const filtersByScope = {
        all: withoutActivity,
        engaged: engaged(engagedYear),
        'engaged last year': engaged(engagedYear - 1, { isToDay: fiscalYear(engagedYear, start).last > today }),
        'first time': { ...engaged(engagedYear), engaged_before: 'no' },
      }[scope]
      return { ...filtersByScope, deceased: 'no', year_from: String(from), year_to: String(to) }
    },
    /** `month` is `YYYY-MM`; `yearsBefore` selects the same month of an earlier fiscal year. */
    engagedInMonth: (month: string, yearsBefore = 0): SearchParameters => ({
      ...codes({}),
      ...monthDays(month, yearsBefore, start, today),
    }),
    engagedAtEvent: (year: number, event: { activity_code: string; description: string }): SearchParameters => ({
      ...engaged(year, { activity: event.activity_code }),
      event: event.description,
    }),
  }
}

/** Months start on the same day of the month as the fiscal year. */
function monthDays(month: string, yearsBefore: number, start: string, today: string): SearchParameters {
  const [year, number] = month.split('-').map(Number) as [number, number]
  const dayFrom = (months: number, days: number) =>
    new Date(Date.UTC(year - yearsBefore, number - 1 + months, Number(start.slice(3)) + days))
      .toISOString()
      .slice(0, 10)
  return { engaged_from: dayFrom(0, 0), engaged_to: earlierOf(dayFrom(1, -1), today) }
}

function pickCodes(filters: CodeFilters): SearchParameters {
  const names = ['college', 'activity', 'affinity'] as const
  return Object.fromEntries(names.flatMap((name) => (filters[name] === undefined ? [] : [[name, filters[name]]])))
}

function earlierOf(day: string, other: string): string {
  return day < other ? day : other
}
