import { fiscalYear, fiscalYearOf } from '@alumni/shared/fiscal-year'

/** One day of the calendar: how much happens, and what everyone does on it. */
export type EngagementDay = {
  date: string
  year: number
  weight: number
  event: { code: string; description: string } | null
  isGiving: boolean
}

const byMonth = [0.7, 0.8, 1.1, 1.4, 1.5, 1.0, 0.4, 0.5, 1.2, 1.6, 1.2, 0.9]
const aDay = 86_400_000

const inJuly = '07-01'

/** The days of the ten fiscal years (from July) that end with the one of `until`, none after it. */
export function engagementDays(until: string): EngagementDay[] {
  const last = Date.parse(until)
  const first = Date.parse(fiscalYear(fiscalYearOf(until, inJuly) - 9, inJuly).from)
  const days: EngagementDay[] = []
  for (let at = first; at <= last; at += aDay) days.push(dayAt(new Date(at), first))
  return days
}

function dayAt(date: Date, first: number): EngagementDay {
  const [year, month, day, weekday] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate(), date.getUTCDay()]
  const text = date.toISOString().slice(0, 10)
  const growth = 1 + (date.getTime() - first) / (365 * aDay) / 8
  const event = eventOn(year, month, day, weekday)
  // The calendar year's end is when gifts come, for the tax return.
  const isGiving = month === 11 && day >= 26
  const weight =
    byMonth[month]! * growth * (weekday === 0 || weekday === 6 ? 0.6 : 1) * (event ? 6 : 1) * (isGiving ? 3 : 1)
  return { date: text, year, weight, event, isGiving }
}

function eventOn(year: number, month: number, day: number, weekday: number): EngagementDay['event'] {
  const isSaturday = weekday === 6
  if (month === 9 && isSaturday && day >= 15 && day <= 21)
    return { code: 'event_attended', description: `Homecoming ${year}` }
  if (month === 3 && weekday === 3 && day <= 7) return { code: 'giving_day', description: `Giving Day ${year}` }
  if (month === 4 && isSaturday && day >= 15 && day <= 21)
    return { code: 'event_attended', description: `Reunion ${year}` }
  if (month === 3 && isSaturday && day >= 15 && day <= 21)
    return { code: 'service_project', description: `Global Days of Service ${year}` }
  return null
}
