import type { SearchFilters } from '@alumni/shared/alumni/search'
import { emptyReach, reachGroupOf, type Reach } from '@alumni/shared/champions/contact-preferences'
import type { Dictionary } from '../columns/dictionary.ts'
import { foldedWords } from '../columns/fold.ts'
import {
  isBetween,
  narrowToRange,
  narrowToListed,
  narrowToMarked,
  narrowToMarkedSlots,
  empty,
} from '../columns/narrow.ts'
import { buildLostTest, optOutFlags } from '../columns/reach.ts'
import { flag, type People } from '../columns/people.ts'
import { dayNumber, none, parseEvent } from '../columns/person.ts'
import { narrowByAsks } from './asks.ts'
import { narrowToNear } from './near.ts'
import { SearchRefusal } from './zip-radius.ts'

type Filters = Omit<SearchFilters, 'q'>
type NarrowByFilter = (people: People, slots: Int32Array, filters: Filters) => Int32Array

/** Keeps the order of the slots. Throws a `SearchRefusal` if the distance is from an unknown ZIP code. */
export function applyFilters(people: People, slots: Int32Array, filters: Filters): Int32Array {
  // Comes first, because it also refuses an unknown ZIP code if no one is left.
  const inPlace = narrowByPlace(people, slots, filters)
  return filtersInOrder.reduce((found, each) => (found.length > 0 ? each(people, found, filters) : found), inPlace)
}

const narrowByFlags: NarrowByFilter = (
  { flags },
  slots,
  { deceased, do_not_contact, do_not_email, champion, by_email },
) => {
  if (!deceased && !do_not_contact && !do_not_email && !champion && !by_email) return slots
  const conditions = [
    [flag.deceased, deceased],
    [flag.do_not_contact, do_not_contact],
    [flag.do_not_email, do_not_email],
    [flag.champion, champion],
  ] as const
  const fits = (flags: number) =>
    conditions.every(([mask, answer]) => answer === undefined || (flags & mask) === (answer === 'yes' ? mask : 0)) &&
    (by_email === undefined || ((flags & (flag.has_email | optOutFlags)) === flag.has_email) === (by_email === 'yes'))
  return narrowToMarked(slots, flags.values, markFlags(fits))
}

const narrowByState: NarrowByFilter = ({ states, dictionaries }, slots, { state }) =>
  state ? narrowToMarked(slots, states.values, markCodes(dictionaries.states, state)) : slots

const narrowByCountry: NarrowByFilter = ({ countries, dictionaries }, slots, { country }) =>
  country ? narrowToMarked(slots, countries.values, markCodes(dictionaries.countries, country)) : slots

const narrowByPlace: NarrowByFilter = (people, slots, { near, within }) => {
  if (near !== undefined) return narrowToNear(people, slots, near, within)
  if (within !== undefined) throw new SearchRefusal('near', 'Enter a city or ZIP code to measure the distance from.')
  return slots
}

const narrowByAffinity: NarrowByFilter = ({ affinities, dictionaries }, slots, { affinity }) =>
  affinity ? narrowToListed(slots, affinities, markCodes(dictionaries.affinities, affinity)) : slots

const narrowByLost: NarrowByFilter = (people, slots, { lost }) => {
  if (!lost) return slots
  const isLost = buildLostTest(people)
  return slots.filter((slot) => isLost(slot) === (lost === 'yes'))
}

/** All conditions must hold for the same degree. */
const narrowByDegree: NarrowByFilter = (people, slots, filters) => {
  const { degrees: column, dictionaries } = people
  const { college, major, degree } = filters
  const days = degreeDays(filters)
  if (!college && !major && !degree && !days) return slots
  const [colleges, majors, degrees] = [
    markCodes(dictionaries.colleges, college),
    markCodes(dictionaries.majors, major),
    markCodes(dictionaries.degrees, degree),
  ]
  if (!colleges || !majors || !degrees) return empty
  const { from, to } = days ?? { from: none, to: lastDay }
  const { first } = people.days
  const reunions = filters.reunion === undefined ? undefined : reunionDays(people, filters.reunion)
  const { values, owners } = column
  const slotMarks = new Uint8Array(column.starts.length)
  const ranges = column.entryRanges(slots)
  for (let range = 0; range < ranges.length; range += 2) {
    for (let entry = ranges[range]!; entry < ranges[range + 1]!; entry++) {
      const position = entry * 4
      const day = values[position + 3]!
      slotMarks[owners[entry]!]! |=
        colleges[values[position]!]! &
        majors[values[position + 1]!]! &
        degrees[values[position + 2]!]! &
        isBetween(day, from, to) &
        (reunions ? reunions[day - first]! : 1)
    }
  }
  return narrowToMarkedSlots(slots, slotMarks)
}

function degreeDays(filters: Filters): { from: number; to: number } | undefined {
  const { year_from = 1, year_to = 9999, degree_by, reunion } = filters
  if ([filters.year_from, filters.year_to, degree_by, reunion].every((condition) => condition === undefined))
    return undefined
  return {
    from: dayNumber(`${fourDigits(year_from)}-01-01`),
    to: Math.min(dayNumber(`${fourDigits(year_to)}-12-31`), degree_by === undefined ? lastDay : dayNumber(degree_by)),
  }
}

/** Marks the days of class years that have a reunion in `year`. Index 0 is the first day on file. */
function reunionDays({ days }: People, year: number): Uint8Array {
  const marks = new Uint8Array(days.last - days.first + 1)
  for (let classYear = year - 5; dayNumber(`${fourDigits(classYear)}-12-31`) >= days.first; classYear -= 5) {
    const [from, to] = [`${fourDigits(classYear)}-01-01`, `${fourDigits(classYear)}-12-31`].map(dayNumber)
    marks.fill(1, Math.max(from! - days.first, 0), Math.max(to! - days.first + 1, 0))
  }
  return marks
}

function fourDigits(year: number): string {
  return String(year).padStart(4, '0')
}

const narrowByEmployer: NarrowByFilter = ({ employerWords, dictionaries }, slots, { employer }) => {
  if (employer === undefined) return slots
  const words = foldedWords(employer)
  if (words.length === 0) return empty
  return words.reduce(
    (found, word) =>
      narrowToListed(
        found,
        employerWords,
        dictionaries.employerWords.markTexts((each) => each.startsWith(word)),
      ),
    slots,
  )
}

/** Filters by engagement in a period, engagement before that period, and no engagement in another period. */
const narrowByEngagement: NarrowByFilter = (people, slots, request) => {
  const { engaged_from, engaged_to, engaged_before, not_engaged_from, not_engaged_to } = request
  const hasAbsence = not_engaged_from !== undefined || not_engaged_to !== undefined
  const isAnyEvent = !request.activity && request.event === undefined
  const hasDays = engaged_from !== undefined || engaged_to !== undefined
  if (isAnyEvent && !hasDays && !engaged_before && !hasAbsence) return slots
  const marks = markEvents(people, request)
  const within = (slots: Int32Array, from: string | undefined, to: string | undefined) =>
    narrowToEngaged(people, slots, isAnyEvent, marks, dayOr(none, from), dayOr(maxDay, to))
  // With a filter for no engagement, an activity or event alone does not require an engagement.
  const hasPresence = hasDays || (!isAnyEvent && !hasAbsence)
  let found = hasPresence ? within(slots, engaged_from, engaged_to) : slots
  if (engaged_before) {
    const before =
      engaged_from === undefined
        ? empty
        : narrowToEngaged(people, found, isAnyEvent, marks, none, dayNumber(engaged_from) - 1)
    found = engaged_before === 'yes' ? before : excludeSlots(people, found, before)
  }
  return hasAbsence ? excludeSlots(people, found, within(found, not_engaged_from, not_engaged_to)) : found
}

/** Marks events by activity and exact description or, if none matches, by prefixes of the words in the description. */
function markEvents({ dictionaries }: People, { activity, event }: Filters): Uint8Array | undefined {
  const { events } = dictionaries
  if (!activity && event === undefined) return events.markTexts(() => true)
  const markMatching = (fits: (description: string) => boolean) =>
    events.markTexts((text) => {
      const parts = parseEvent(text)
      return (!activity || activity.includes(parts.activity)) && fits(parts.description)
    })
  if (event === undefined) return markMatching(() => true)
  const typedWords = foldedWords(event)
  const hasWords = (words: readonly string[]) => typedWords.every((word) => words.some((each) => each.startsWith(word)))
  return (
    markMatching((description) => description.trim() === event) ??
    (typedWords.length > 0 ? markMatching((description) => hasWords(foldedWords(description))) : undefined)
  )
}

function narrowToEngaged(
  { engagements: column, lastEngaged }: People,
  slots: Int32Array,
  isAnyEvent: boolean,
  marks: Uint8Array | undefined,
  from: number,
  to: number,
): Int32Array {
  if (!marks) return empty
  const recent = narrowToRange(slots, lastEngaged.values, Math.max(from, none + 1), maxDay)
  if (isAnyEvent && to === maxDay) return recent
  const { values, owners } = column
  const slotMarks = new Uint8Array(column.starts.length)
  const ranges = column.entryRanges(recent)
  for (let range = 0; range < ranges.length; range += 2) {
    for (let entry = ranges[range]!; entry < ranges[range + 1]!; entry++) {
      const day = values[entry * 2 + 1]!
      slotMarks[owners[entry]!]! |= marks[values[entry * 2]!]! & isBetween(day, from, to)
    }
  }
  return narrowToMarkedSlots(recent, slotMarks)
}

function excludeSlots({ length }: People, slots: Int32Array, others: Int32Array): Int32Array {
  const slotMarks = new Uint8Array(length).fill(1)
  for (let index = 0; index < others.length; index++) slotMarks[others[index]!] = 0
  return narrowToMarkedSlots(slots, slotMarks)
}

function dayOr(fallback: number, day: string | undefined): number {
  return day === undefined ? fallback : dayNumber(day)
}

export function removeOptedOut({ flags }: People, slots: Int32Array): Int32Array {
  return narrowToMarked(
    slots,
    flags.values,
    markFlags((each) => (each & optOutFlags) === 0),
  )
}

export function countSlotsByReach({ flags: { values } }: People, slots: Int32Array): Reach {
  const byFlags = new Int32Array(allFlags + 1)
  for (let index = 0; index < slots.length; index++) byFlags[values[slots[index]!]!]!++
  const reach: Reach = { ...emptyReach }
  byFlags.forEach((count, flags) => {
    const [deceased, do_not_contact, do_not_email, has_email] = [
      flag.deceased,
      flag.do_not_contact,
      flag.do_not_email,
      flag.has_email,
    ].map((mask) => (flags & mask) !== 0) as [boolean, boolean, boolean, boolean]
    reach[reachGroupOf({ deceased, do_not_contact, do_not_email, primary_email: has_email ? '@' : null })] += count
  })
  return reach
}

function markFlags(fits: (flags: number) => boolean): Uint8Array {
  return Uint8Array.from({ length: allFlags + 1 }, (_, flags) => Number(fits(flags)))
}

/** Cheap filters come first. */
const filtersInOrder = [
  narrowByFlags,
  narrowByState,
  narrowByCountry,
  narrowByAffinity,
  narrowByDegree,
  narrowByLost,
  narrowByEmployer,
  narrowByEngagement,
  narrowByAsks,
]
const allFlags = Object.values(flag).reduce<number>((all, each) => all | each, 0)
const maxDay = -none
const lastDay = dayNumber('9999-12-31')

function markCodes(dictionary: Dictionary, codes: readonly string[] | undefined): Uint8Array | undefined {
  return codes ? dictionary.markTexts((text) => codes.includes(text)) : new Uint8Array(dictionary.texts.length).fill(1)
}
