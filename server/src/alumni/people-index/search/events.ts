import type { EngagedEvent } from '@alumni/shared/alumni/engaged-events'
import { foldedWords } from '../columns/fold.ts'
import type { People } from '../columns/people.ts'
import { formatDayNumber, parseEvent } from '../columns/person.ts'

export type EventsRequest = { q?: string | undefined; activity?: readonly string[] | undefined }

/** Returns at most `max` events, latest first. */
export function findEngagedEvents(people: People, request: EventsRequest, max: number): EngagedEvent[] {
  const { names, groupOf } = groupByName(people, request)
  if (names.length === 0) return []
  const [first, last, counts, lastOwner] = [
    new Int32Array(names.length).fill(2 ** 31 - 1),
    new Int32Array(names.length).fill(-(2 ** 31)),
    new Int32Array(names.length),
    new Int32Array(names.length),
  ]
  const { values, owners } = people.engagements
  for (let entry = 0; entry * 2 < values.length; entry++) {
    const slot = owners[entry]!
    const group = slot === 0 ? -1 : groupOf[values[entry * 2]!]! - 1
    if (group < 0) continue
    const day = values[entry * 2 + 1]!
    if (day < first[group]!) first[group] = day
    if (day > last[group]!) last[group] = day
    // A person's entries are adjacent.
    if (lastOwner[group] !== slot) counts[group]! += 1
    lastOwner[group] = slot
  }
  return [...names.keys()]
    .filter((group) => counts[group]! > 0)
    .toSorted((a, b) => last[b]! - last[a]! || counts[b]! - counts[a]!)
    .slice(0, max)
    .map((group) => ({
      name: names[group]!,
      first_day: formatDayNumber(first[group]!),
      last_day: formatDayNumber(last[group]!),
      people: counts[group]!,
    }))
}

/** Returns the names of matching events. `groupOf[event]` is the index of the name plus one, or 0 for no match. */
function groupByName({ dictionaries: { events } }: People, { q, activity }: EventsRequest) {
  const typedWords = foldedWords(q ?? '')
  const groups = new Map<string, number>()
  const groupOf = new Int32Array(events.texts.length)
  if (q !== undefined && typedWords.length === 0) return { names: [], groupOf }
  for (let number = 1; number < groupOf.length; number++) {
    if (!events.isUsed(number) || !events.isDescribed[number]) continue
    const { activity: code, description } = parseEvent(events.texts[number]!)
    const name = description.trim()
    if (name === '' || (activity && !activity.includes(code)) || !hasWords(name, typedWords)) continue
    const group = groups.get(name) ?? groups.size + 1
    groups.set(name, group)
    groupOf[number] = group
  }
  return { names: [...groups.keys()], groupOf }
}

function hasWords(name: string, typedWords: readonly string[]): boolean {
  if (typedWords.length === 0) return true
  const words = foldedWords(name)
  return typedWords.every((each) => words.some((word) => word.startsWith(each)))
}
