import { flag, type People } from './columns/people.ts'
import { dayNumber, parseEvent } from './columns/person.ts'

/** `end_date` is inclusive; `degreeIn.to` is exclusive. `college` and `degreeIn` may match different educations. */
export type DescriptionsRequest = {
  activity_code: string
  start_date?: string | undefined
  end_date?: string | undefined
  college?: string | undefined
  degreeIn: { from: string; to: string } | undefined
}

/** Day numbers, both inclusive. */
type Days = { from: number; to: number }
type Cohort = { college: number } & Days

const anyCollege = -2
const allDays: Days = { from: -(2 ** 31), to: 2 ** 31 - 1 }

export function findDescriptions(
  people: People,
  { activity_code, start_date, end_date, college: code, degreeIn }: DescriptionsRequest,
): string[] {
  const { events, colleges } = people.dictionaries
  const days = {
    from: start_date ? dayNumber(start_date) : allDays.from,
    to: end_date ? dayNumber(end_date) : allDays.to,
  }
  const eventMarks = events.markTexts(
    (event, number) => isDescribed(event, activity_code) && events.isWithin(number, days.from, days.to),
  )
  const college = code === undefined ? anyCollege : colleges.find(code)
  if (!eventMarks || college === undefined) return []
  const found = findEvents(people, eventMarks, days, {
    college,
    ...(degreeIn ? { from: dayNumber(degreeIn.from), to: dayNumber(degreeIn.to) - 1 } : allDays),
  })
  return found.map((event) => parseEvent(events.texts[event]!).description)
}

function isDescribed(event: string, activityCode: string): boolean {
  return event.startsWith(`${activityCode}\0`) && event.length > activityCode.length + 1
}

/** Returns the marked events that someone in the cohort attended in the period, and clears their marks. */
function findEvents(people: People, eventMarks: Uint8Array, { from, to }: Days, cohort: Cohort): number[] {
  const { values, starts, ends } = people.engagements
  const [flags, lastEngaged] = [people.flags.values, people.lastEngaged.values]
  const degrees = { values: people.degrees.values, starts: people.degrees.starts, ends: people.degrees.ends }
  const isEveryone = cohort.college === anyCollege && cohort.from === allDays.from
  const found: number[] = []
  let remaining = eventMarks.reduce((sum, mark) => sum + mark, 0)
  for (let slot = 1; slot < people.length && remaining > 0; slot++) {
    const end = ends[slot]!
    if (
      starts[slot] === end ||
      lastEngaged[slot]! < from ||
      !(flags[slot]! & flag.used) ||
      !(isEveryone || isInCohort(degrees, cohort, slot))
    )
      continue
    for (let position = starts[slot]!; position < end; position += 2) {
      const event = values[position]!
      if (eventMarks[event] === 0 || values[position + 1]! < from || values[position + 1]! > to) continue
      eventMarks[event] = 0
      remaining--
      found.push(event)
    }
  }
  return found
}

function isInCohort(
  { values, starts, ends }: Pick<People['degrees'], 'values' | 'starts' | 'ends'>,
  { college, from, to }: Cohort,
  slot: number,
): boolean {
  let hasCollege = college === anyCollege
  let hasDay = from === allDays.from
  for (let position = starts[slot]!; position < ends[slot]!; position += 4) {
    if (values[position] === college) hasCollege = true
    if (values[position + 3]! >= from && values[position + 3]! <= to) hasDay = true
    if (hasCollege && hasDay) return true
  }
  return false
}
