import { fiscalYear, fiscalYearOf } from '../fiscal-year.ts'

// Only fiscal years that the window covers are replaced: a finished year in full, the current one to within `maxGapDays`
// of today. Days are `YYYY-MM-DD`, so they compare as text.

/** For the current year, the maximum number of days between the end of the window and today. */
const maxGapDays = 45
/** The user must confirm longer gaps. */
export const unconfirmedGapDays = 14

/** The dates entered for the file, when it was uploaded, and today. Gifts after `uploadedOn` cannot be in it. */
export type CoverageWindow = { start: string; end: string; uploadedOn: string; today: string }

export type YearCoverage = {
  year: number
  from: string
  last: string
  reason: string | null
  /** First day of an export that could replace the year; null if the year is replaced. */
  repull_from: string | null
  /** Days between the end of the window and today; null unless the current year is replaced. */
  gap_days: number | null
}

export function findLastCoveredDay({ end, uploadedOn }: Pick<CoverageWindow, 'end' | 'uploadedOn'>): string {
  return end < uploadedOn ? end : uploadedOn
}

/** `reason` is null if the gifts of the year are replaced, else why the window is insufficient. */
export function computeCoverage(year: number, window: CoverageWindow, fiscalYearStart: string): YearCoverage {
  const { from, last } = fiscalYear(year, fiscalYearStart)
  const { start, today } = window
  const end = findLastCoveredDay(window)
  const skipYear = (reason: string): YearCoverage => ({ year, from, last, reason, repull_from: from, gap_days: null })
  if (from > today) return skipYear('The year has not started.')
  if (start > last || end < from) return skipYear('The window does not include this year.')
  const isFinished = last < today
  const gap = isFinished ? null : Math.max(0, daysBetween(end, today))
  const isIncomplete = isFinished ? end < last : gap! > maxGapDays
  if (start > from && isIncomplete) return skipYear(`The window covers only ${formatDay(start)} to ${formatDay(end)}.`)
  if (start > from) return skipYear(`The window begins on ${formatDay(start)}, after the year’s first day.`)
  if (isIncomplete)
    return skipYear(
      isFinished
        ? `The window ends on ${formatDay(end)}, before the year’s last day.`
        : `The window ends on ${formatDay(end)}, ${gap} days ago. A year in progress must be covered to within ${maxGapDays} days of today.`,
    )
  return { year, from, last, reason: null, repull_from: null, gap_days: gap }
}

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

/** Returns null if no year is replaced. The replaced years are always consecutive. */
export function findReplacedDays(
  years: readonly YearCoverage[],
  window: Pick<CoverageWindow, 'end' | 'uploadedOn'>,
): { from: string; to: string } | null {
  const replaced = years.filter(({ reason }) => reason === null)
  if (replaced.length === 0) return null
  const last = replaced
    .map(({ last }) => last)
    .toSorted()
    .at(-1)!
  const end = findLastCoveredDay(window)
  return { from: replaced.map(({ from }) => from).toSorted()[0]!, to: end < last ? end : last }
}

export function isLargeLoss(giversBefore: number, giversAfter: number): boolean {
  return (giversBefore - giversAfter) * 5 > giversBefore
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000)
}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

function formatDay(date: string): string {
  return day.format(new Date(`${date}T00:00:00Z`))
}
