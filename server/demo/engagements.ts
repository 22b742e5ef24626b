import { fiscalYear, fiscalYearOf } from '@alumni/shared/fiscal-year'
import { buidAt } from './crm-ids.ts'
import { lifeAt } from './life.ts'
import { namedEngagements, namedPeople } from './named-people.ts'
import { Random } from './random.ts'
import { activityCodes, type ActivityCode } from './vocabulary.ts'

export type Engagement = { buid: string; activity_code: string; engagement_date: string; description: string | null }

type EngagementDay = {
  date: string
  year: number
  weight: number
  event: { code: string; description: string } | null
  isGiving: boolean
}

const byMonth = [0.7, 0.8, 1.1, 1.4, 1.5, 1.0, 0.4, 0.5, 1.2, 1.6, 1.2, 0.9]
const aDay = 86_400_000
const inJuly = '07-01'
const byWeight = activityCodes.flatMap((activity) => new Array<ActivityCode>(activity.weight).fill(activity))
const donations = activityCodes.filter(({ mode }) => mode === 'philanthropic')
const occasion = new Map(activityCodes.map((activity) => [activity.code, activity]))

/**
 * Generates engagements of the ten fiscal years up to `until`: more in fall and spring, more each year, most by a few
 * people. Named people have only their own.
 */
export function* engagements(seed: number, alumni: number, total: number, until: string): Generator<Engagement> {
  const named = namedEngagements.filter(({ buid }) => buid <= buidAt(alumni - 1)).slice(0, total)
  yield* named
  if (alumni <= namedPeople.length) return
  const random = new Random(seed, alumni, 6)
  const drawPerson = byActivity(seed, alumni, random)
  const days = engagementDays(until)
  const weight = days.reduce((sum, day) => sum + day.weight, 0)
  let soFar = 0
  let written = 0
  for (const day of days) {
    soFar += day.weight
    const due = Math.round((soFar / weight) * (total - named.length))
    for (; written < due; written++) yield engagementOn(day, drawPerson(day), random)
  }
}

function engagementOn(day: EngagementDay, index: number, random: Random): Engagement {
  const activity =
    day.event && random.chance(0.6)
      ? occasion.get(day.event.code)!
      : day.isGiving && random.chance(0.5)
        ? random.pick(donations)
        : random.pick(byWeight)
  return {
    buid: buidAt(index),
    activity_code: activity.code,
    engagement_date: day.date,
    description: description(activity, day, random),
  }
}

function description(activity: ActivityCode, day: EngagementDay, random: Random): string | null {
  if (day.event?.code === activity.code && random.chance(0.9)) return day.event.description
  if (activity.occasions.length === 0 || random.chance(0.12)) return random.chance(0.1) ? '' : null
  return random.pick(activity.occasions).replace('{year}', day.date.slice(0, 4))
}

/** Draws people who had enrolled by that day; rarely the deceased. */
function byActivity(seed: number, alumni: number, random: Random): (day: EngagementDay) => number {
  const reach = new Float64Array(alumni)
  const firstYears = new Uint16Array(alumni)
  let sum = 0
  for (let index = namedPeople.length; index < alumni; index++) {
    const { classYear, isDeceased } = lifeAt(seed, index)
    // Half of the people do almost nothing; a few do hundreds of times the average.
    const activity = Math.min(200, new Random(seed, index, 7).next() ** -0.9 - 0.98)
    sum += isDeceased ? activity / 20 : activity
    reach[index] = sum
    firstYears[index] = classYear - 2
  }
  return ({ year }) => {
    let index = find(reach, random.next() * sum)
    for (let tries = 0; tries < 4 && firstYears[index]! > year; tries++) index = find(reach, random.next() * sum)
    return index
  }
}

function find(reach: Float64Array, point: number): number {
  let low = namedPeople.length
  let high = reach.length - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if (reach[middle]! > point) high = middle
    else low = middle + 1
  }
  return low
}

function engagementDays(until: string): EngagementDay[] {
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
  // Gifts peak at the end of the calendar year for tax reasons.
  const isGiving = month === 11 && day >= 26
  const weight =
    byMonth[month]! * growth * (weekday === 0 || weekday === 6 ? 0.6 : 1) * (event ? 6 : 1) * (isGiving ? 3 : 1)
  return { date: text, year, weight, event, isGiving }
}

const onThirdSaturdays: Record<number, { code: string; name: string }> = {
  3: { code: 'service_project', name: 'Global Days of Service' },
  4: { code: 'event_attended', name: 'Reunion' },
  9: { code: 'event_attended', name: 'Homecoming' },
}

function eventOn(year: number, month: number, day: number, weekday: number): EngagementDay['event'] {
  const isFirstWednesdayOfApril = month === 3 && weekday === 3 && day <= 7
  if (isFirstWednesdayOfApril) return { code: 'giving_day', description: `Giving Day ${year}` }
  const event = weekday === 6 && day >= 15 && day <= 21 ? onThirdSaturdays[month] : undefined
  return event ? { code: event.code, description: `${event.name} ${year}` } : null
}
