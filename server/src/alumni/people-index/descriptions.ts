import { flag, type People } from './columns/people.ts'
import { dayNumber, partsOfEvent } from './columns/person.ts'

/** Days are included, but for `degreeIn.to`. An education of the college and one of those days may be two. */
export type DescriptionsAsked = {
  activity_code: string
  start_date?: string | undefined
  end_date?: string | undefined
  college?: string | undefined
  degreeIn: { from: string; to: string } | undefined
}

/** Both days are included. */
type Days = { from: number; to: number }
/** A college's number, or `any`, and days of an education. */
type Cohort = { college: number } & Days

const any = -2
const always: Days = { from: -(2 ** 31), to: 2 ** 31 - 1 }

/** The distinct descriptions, from one pass over everyone on file that ends when nothing is left to find. */
export function findDescriptions(
  people: People,
  { activity_code, start_date, end_date, college: code, degreeIn }: DescriptionsAsked,
): string[] {
  const { events, colleges } = people.dictionaries
  const days = {
    from: start_date ? dayNumber(start_date) : always.from,
    to: end_date ? dayNumber(end_date) : always.to,
  }
  const wanted = events.marks(
    (event, number) => isDescribed(event, activity_code) && events.isWithin(number, days.from, days.to),
  )
  const college = code === undefined ? any : colleges.find(code)
  if (!wanted || college === undefined) return []
  const found = findEvents(people, wanted, days, {
    college,
    ...(degreeIn ? { from: dayNumber(degreeIn.from), to: dayNumber(degreeIn.to) - 1 } : always),
  })
  return found.map((event) => partsOfEvent(events.texts[event]!).description)
}

function isDescribed(event: string, activityCode: string): boolean {
  return event.startsWith(`${activityCode}\0`) && event.length > activityCode.length + 1
}

/** The wanted events that one of the people has within the days. */
function findEvents(people: People, wanted: Uint8Array, { from, to }: Days, cohort: Cohort): number[] {
  const { values, starts, ends } = people.engagements
  const [flags, lastEngaged] = [people.flags.values, people.lastEngaged.values]
  const degrees = { values: people.degrees.values, starts: people.degrees.starts, ends: people.degrees.ends }
  const isEveryone = cohort.college === any && cohort.from === always.from
  const found: number[] = []
  let left = wanted.reduce((sum, mark) => sum + mark, 0)
  for (let slot = 1; slot < people.length && left > 0; slot++) {
    const end = ends[slot]!
    if (
      starts[slot] === end ||
      lastEngaged[slot]! < from ||
      !(flags[slot]! & flag.alive) ||
      !(isEveryone || isOf(degrees, cohort, slot))
    )
      continue
    for (let at = starts[slot]!; at < end; at += 2) {
      const event = values[at]!
      if (wanted[event] === 0 || values[at + 1]! < from || values[at + 1]! > to) continue
      wanted[event] = 0
      left--
      found.push(event)
    }
  }
  return found
}

function isOf(
  { values, starts, ends }: Pick<People['degrees'], 'values' | 'starts' | 'ends'>,
  { college, from, to }: Cohort,
  slot: number,
): boolean {
  let hasCollege = college === any
  let hasDay = from === always.from
  for (let at = starts[slot]!; at < ends[slot]!; at += 4) {
    if (values[at] === college) hasCollege = true
    if (values[at + 3]! >= from && values[at + 3]! <= to) hasDay = true
    if (hasCollege && hasDay) return true
  }
  return false
}
