import { fiscalYear, fiscalYearOf } from '../fiscal-year.ts'

/*
 * A giving file may replace only fiscal years that the stated window fully covers. Days are `YYYY-MM-DD`, so that they
 * compare as text.
 */

/** The year in progress must be covered to within so many days of today. */
const maxGapDays = 45
/** A longer gap than this must be confirmed. */
export const unconfirmedGapDays = 14

/** The window as stated, the day on which the file came (an export cannot hold later gifts), and today. */
export type CoverageWindow = { start: string; end: string; uploadedOn: string; today: string }

export type YearCoverage = {
  year: number
  from: string
  last: string
  /** Null: the year is replaced. Else why it is left untouched. */
  reason: string | null
  /** The day to pull from again so that the year can be replaced; null where it is. */
  repull_from: string | null
  /** The days from the end of the window to today, in the year in progress where it is replaced. */
  gap_days: number | null
}

/** The last day that the window can speak of. */
export function coveredTo({ end, uploadedOn }: Pick<CoverageWindow, 'end' | 'uploadedOn'>): string {
  return end < uploadedOn ? end : uploadedOn
}

/** Whether the window replaces a fiscal year, and if not, why. `fiscalYearStart` is `07-01`. */
export function coverageOf(year: number, window: CoverageWindow, fiscalYearStart: string): YearCoverage {
  const { from, last } = fiscalYear(year, fiscalYearStart)
  const { start, today } = window
  const end = coveredTo(window)
  const untouched = (reason: string): YearCoverage => ({ year, from, last, reason, repull_from: from, gap_days: null })
  if (from > today) return untouched('The year has not started.')
  if (start > last || end < from) return untouched('The window does not include this year.')
  const isFinished = last < today
  const gap = isFinished ? null : Math.max(0, daysBetween(end, today))
  const lateBy = isFinished ? end < last : gap! > maxGapDays
  if (start > from && lateBy) return untouched(`The window covers only ${formatDay(start)} to ${formatDay(end)}.`)
  if (start > from) return untouched(`The window begins on ${formatDay(start)}, after the year’s first day.`)
  if (lateBy)
    return untouched(
      isFinished
        ? `The window ends on ${formatDay(end)}, before the year’s last day.`
        : `The window ends on ${formatDay(end)}, ${gap} days ago. A year in progress must be covered to within ${maxGapDays} days of today.`,
    )
  return { year, from, last, reason: null, repull_from: null, gap_days: gap }
}

/** The fiscal years that a window reaches into, the first one first. */
export function yearsOfWindow(
  { start, end }: Pick<CoverageWindow, 'start' | 'end'>,
  fiscalYearStart: string,
): number[] {
  const first = fiscalYearOf(start, fiscalYearStart)
  return Array.from(
    { length: Math.max(0, fiscalYearOf(end, fiscalYearStart) - first + 1) },
    (_, index) => first + index,
  )
}

/**
 * The days whose gifts are deleted and written anew; the replaced years follow each other. Null: no year is replaced.
 */
export function replacedDays(
  years: readonly YearCoverage[],
  window: Pick<CoverageWindow, 'end' | 'uploadedOn'>,
): { from: string; to: string } | null {
  const replaced = years.filter(({ reason }) => reason === null)
  if (replaced.length === 0) return null
  const last = replaced
    .map(({ last }) => last)
    .toSorted()
    .at(-1)!
  const end = coveredTo(window)
  return { from: replaced.map(({ from }) => from).toSorted()[0]!, to: end < last ? end : last }
}

/** A net loss of more than 20 % of the givers on file must be confirmed. */
export function losesTooMany(giversBefore: number, giversAfter: number): boolean {
  return (giversBefore - giversAfter) * 5 > giversBefore
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000)
}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

function formatDay(date: string): string {
  return day.format(new Date(`${date}T00:00:00Z`))
}
