import { compareCharacters } from '@alumni/shared/compare-text'
import type { People } from '../columns/people.ts'
import { formatDayNumber, dayNumber, parseEvent } from '../columns/person.ts'
import { applyFilters } from '../search/filters.ts'

/** `year` is a class year; engagements after `today` do not count. */
export type ClassEventsRequest = { year: number; today: string; max: number }

export function countClassEvents(people: People, { year, today, max }: ClassEventsRequest) {
  const { values, starts, ends, width } = people.engagements
  const { texts, activityOf, isDescribed } = people.dictionaries.events
  const lastDay = dayNumber(today)
  const events = new Map<number, { people: Set<number>; lastDay: number }>()
  for (const slot of applyFilters(people, people.listSlots(), { year_from: year, year_to: year, deceased: 'no' }))
    for (let entry = starts[slot]!; entry < ends[slot]!; entry += width) {
      const [event, day] = [values[entry]!, values[entry + 1]!]
      if (day > lastDay || activityOf[event] === 0 || !isDescribed[event]) continue
      const counted = events.get(event) ?? { people: new Set(), lastDay: day }
      events.set(event, counted)
      counted.people.add(slot)
      counted.lastDay = Math.max(counted.lastDay, day)
    }
  return Array.from(events, ([event, counted]) => ({
    ...parseEvent(texts[event]!),
    people: counted.people.size,
    last_date: formatDayNumber(counted.lastDay),
  }))
    .toSorted(
      (a, b) =>
        b.people - a.people ||
        compareCharacters(b.last_date, a.last_date) ||
        compareCharacters(a.description, b.description) ||
        compareCharacters(a.activity, b.activity),
    )
    .slice(0, max)
}
