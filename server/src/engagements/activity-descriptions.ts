import type { DescriptionsQuery } from '@alumni/shared/internal-api'
import { dayNumber, flag, partsOfEvent, type FreshPeople, type People } from '../alumni/index.ts'
import { fiscalYear } from './fiscal-year.ts'

/** The distinct descriptions of an activity's engagements, in alphabetical order, as of now. `fiscalYearStart` is `MM-DD`. */
export async function activityDescriptions(fresh: FreshPeople, { activity_code, start_date, end_date, college, year }: DescriptionsQuery, fiscalYearStart: string): Promise<string[]> {
  const { people } = await fresh.now()
  const { events } = people.dictionaries
  const days = { from: start_date ? dayNumber(start_date) : -Infinity, to: end_date ? dayNumber(end_date) : Infinity }
  const wanted = events.marks((event, number) => isDescribed(event, activity_code) && people.isEventWithin(number, days.from, days.to))
  if (!wanted) return []
  const found = findEvents(people, wanted, cohort(people, college, year, fiscalYearStart), days)
  return found.map((event) => partsOfEvent(events.texts[event]!).description).toSorted(alphabetically)
}

/** The wanted events that one of these people has within the days, both included. Ends with the last one wanted: most have many people. */
function findEvents({ ids, flags, lastEngaged, engagements: { values, starts, ends } }: People, wanted: Uint8Array, isOfCohort: (slot: number) => boolean, { from, to }: Days): number[] {
  const found: number[] = []
  let left = wanted.reduce((sum, mark) => sum + mark, 0)
  for (let slot = 0; slot < ids.length && left > 0; slot++) {
    if (!(flags.values[slot]! & flag.alive) || lastEngaged.values[slot]! < from || !isOfCohort(slot)) continue
    for (let at = starts[slot]!; at < ends[slot]!; at += 2) {
      const event = values[at]!
      if (wanted[event] === 0 || values[at + 1]! < from || values[at + 1]! > to) continue
      wanted[event] = 0
      left--
      found.push(event)
    }
  }
  return found
}

/** Who has an education of the college and one, perhaps another, whose date lies in the fiscal year. */
function cohort(people: People, college: string | undefined, year: number | undefined, start: string): (slot: number) => boolean {
  const { values, starts, ends } = people.degrees
  const code = college === undefined ? undefined : people.dictionaries.colleges.find(college)
  const days = year === undefined ? undefined : daysOf(year, start)
  if (college === undefined && year === undefined) return () => true
  if (college !== undefined && code === undefined) return () => false
  return (slot) => {
    let [lacksCollege, lacksYear] = [code !== undefined, days !== undefined]
    for (let at = starts[slot]!; at < ends[slot]!; at += 4) {
      if (values[at] === code) lacksCollege = false
      if (days && values[at + 3]! >= days.from && values[at + 3]! <= days.to) lacksYear = false
    }
    return !lacksCollege && !lacksYear
  }
}

/** No date on file is of a year that four digits do not write. */
function daysOf(year: number, start: string): Days {
  if (year < 2 || year > 9998) return { from: 1, to: 0 }
  const { from, to } = fiscalYear(year, start)
  return { from: dayNumber(from), to: dayNumber(to) - 1 }
}

function isDescribed(event: string, activityCode: string): boolean {
  return event.startsWith(`${activityCode}\0`) && event.length > activityCode.length + 1
}

/** Numbers of the first and the last day. */
type Days = { from: number; to: number }

const collator = new Intl.Collator('en')

function alphabetically(a: string, b: string): number {
  return collator.compare(a, b) || (a < b ? -1 : 1)
}
