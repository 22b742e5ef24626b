import { addYears } from 'date-fns/addYears'
import { formatISO } from 'date-fns/formatISO'
import { isValid } from 'date-fns/isValid'
import { parseISO } from 'date-fns/parseISO'
import { maxActivityCodeLength, maxDescriptionLength } from '@alumni/shared/exchange/events-api'
import type { EngagementError, EngagementInput } from '@alumni/shared/exchange/events-api'
import { utcToday } from '../../foundations/days.ts'

const firstDay = '1900-01-01'

export type ValidRow = { buid: string; activity_code: string; engagement_date: string; description: string | null }

/** Splits a batch into valid rows and errors, in order. Calls `isKnown` only with well-formed BUIDs. */
export function checkRows(
  rows: readonly EngagementInput[],
  isKnown: (buid: string) => boolean,
  today = utcToday(),
): { valid: ValidRow[]; errors: EngagementError[] } {
  const lastDay = formatISO(addYears(parseISO(today), 1), { representation: 'date' })
  const isDate = memoize(isRealDate)
  const valid: ValidRow[] = []
  const errors: EngagementError[] = []
  rows.forEach((row, index) => {
    const error = findError(row, { isKnown, isDate, lastDay })
    if (error) errors.push({ index, buid: row.buid, error })
    else
      valid.push({
        buid: row.buid,
        activity_code: row.activity_code.trim(),
        engagement_date: row.engagement_date,
        description: row.description ?? null,
      })
  })
  return { valid, errors }
}

export function isBuid(text: string): boolean {
  return /^B\d{8}$/.test(text)
}

type Rules = { isKnown: (buid: string) => boolean; isDate: (text: string) => boolean; lastDay: string }

function findError(
  { buid, activity_code, engagement_date, description }: EngagementInput,
  { isKnown, isDate, lastDay }: Rules,
): string | undefined {
  if (!isBuid(buid)) return 'buid is not B followed by eight digits.'
  if (!isKnown(buid)) return 'There is no alumnus with this buid.'
  if (activity_code.trim() === '') return 'activity_code is blank.'
  if (activity_code.length > maxActivityCodeLength)
    return `activity_code is longer than ${maxActivityCodeLength} characters.`
  if (!isDate(engagement_date)) return 'engagement_date is not a date such as 2026-10-03.'
  if (engagement_date < firstDay) return `engagement_date is before ${firstDay}.`
  if (engagement_date > lastDay) return `engagement_date is more than a year ahead, after ${lastDay}.`
  if (description && description.length > maxDescriptionLength && [...description].length > maxDescriptionLength)
    return `description is longer than ${maxDescriptionLength} characters.`
  if (!isStorable(activity_code)) return 'activity_code has a character that cannot be stored.'
  if (description && !isStorable(description)) return 'description has a character that cannot be stored.'
  return undefined
}

function isRealDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && isValid(parseISO(text))
}

function memoize(compute: (text: string) => boolean): (text: string) => boolean {
  const answers = new Map<string, boolean>()
  return (text) => {
    const answer = answers.get(text) ?? compute(text)
    answers.set(text, answer)
    return answer
  }
}

function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}
