import type { SearchFilters } from '@alumni/shared/alumni-search'
import type { Dictionary } from './dictionary.ts'
import { foldedWords } from './fold.ts'
import { keep } from './keep.ts'
import { flag, type People } from './people.ts'
import { dayNumber, partsOfEvent } from './person.ts'
import { withinMiles } from './zip-radius.ts'

type Fits = (slot: number) => boolean

/** Those of `slots` that every filter but the box lets through, in their order. 400: a ZIP code with a distance that is not known. */
export function filter(people: People, slots: Int32Array, filters: Omit<SearchFilters, 'q'>): Int32Array {
  let found = slots
  for (const fits of conditions(people, filters)) found = keep(found, fits)
  return found
}

/** One condition for each filter that is given, the cheap ones first. */
function conditions(people: People, filters: Omit<SearchFilters, 'q'>): Fits[] {
  const { dictionaries } = people
  return [
    ...flagIs(people, flag.deceased, filters.deceased),
    ...flagIs(people, flag.do_not_contact, filters.do_not_contact),
    ...flagIs(people, flag.champion, filters.champion),
    ...isOneOf(people.states.values, dictionaries.states, filters.state),
    ...isOneOf(people.countries.values, dictionaries.countries, filters.country),
    ...livesAt(people, filters),
    ...hasAffinity(people, filters),
    ...hasDegree(people, filters),
    ...worksFor(people, filters),
    ...engaged(people, filters),
  ]
}

function flagIs({ flags }: People, mask: number, asked: 'yes' | 'no' | undefined): Fits[] {
  if (asked === undefined) return []
  const { values } = flags
  const wanted = asked === 'yes' ? mask : 0
  return [(slot) => (values[slot]! & mask) === wanted]
}

function isOneOf(values: Int32Array, dictionary: Dictionary, codes: string[] | undefined): Fits[] {
  return codes ? [marked(values, marksOf(dictionary, codes))] : []
}

function livesAt({ zips, dictionaries }: People, { zip, within }: SearchFilters): Fits[] {
  if (within !== undefined) return [marked(zips.values, dictionaries.zips.marks(withinMiles(zip ?? '', within)))]
  return zip === undefined ? [] : [marked(zips.values, dictionaries.zips.marks((each) => each.startsWith(zip)))]
}

function hasAffinity({ affinities: { values, starts, ends }, dictionaries }: People, { affinity }: SearchFilters): Fits[] {
  if (!affinity) return []
  const marks = marksOf(dictionaries.affinities, affinity)
  return [(slot) => anyMarked(values, starts[slot]!, ends[slot]!, marks)]
}

function hasDegree({ degrees: { values, starts, ends }, dictionaries }: People, { college, major, degree, year_from, year_to }: SearchFilters): Fits[] {
  if (!college && !major && !degree && year_from === undefined && year_to === undefined) return []
  const [colleges, majors, degrees] = [college && marksOf(dictionaries.colleges, college), major && marksOf(dictionaries.majors, major), degree && marksOf(dictionaries.degrees, degree)]
  const [from, to] = [dayNumber(`${fourDigits(year_from ?? 1)}-01-01`), dayNumber(`${fourDigits(year_to ?? 9999)}-12-31`)]
  const isAnyYear = year_from === undefined && year_to === undefined
  return [
    (slot) => {
      for (let at = starts[slot]!; at < ends[slot]!; at += 4) {
        if (colleges && !colleges[values[at]!]) continue
        if (majors && !majors[values[at + 1]!]) continue
        if (degrees && !degrees[values[at + 2]!]) continue
        if (isAnyYear || (values[at + 3]! >= from && values[at + 3]! <= to)) return true
      }
      return false
    },
  ]
}

function fourDigits(year: number): string {
  return String(year).padStart(4, '0')
}

/** Every word is the beginning of a word in the name of where they work now. */
function worksFor({ employerWords: { values, starts, ends }, dictionaries }: People, { employer }: SearchFilters): Fits[] {
  if (employer === undefined) return []
  const typed = foldedWords(employer)
  if (typed.length === 0) return [() => false]
  return typed.map((word) => {
    const marks = dictionaries.employerWords.marks((each) => each.startsWith(word)) ?? nothing
    return (slot) => anyMarked(values, starts[slot]!, ends[slot]!, marks)
  })
}

function engaged({ engagements: { values, starts, ends }, lastEngaged, dictionaries }: People, { activity, engaged_from, engaged_to }: SearchFilters): Fits[] {
  if (!activity && engaged_from === undefined && engaged_to === undefined) return []
  const marks = activity && (dictionaries.events.marks((event) => activity.includes(partsOfEvent(event).activity)) ?? nothing)
  const from = engaged_from === undefined ? -Infinity : dayNumber(engaged_from)
  const to = engaged_to === undefined ? Infinity : dayNumber(engaged_to)
  const last = lastEngaged.values
  return [
    (slot) => {
      if (last[slot]! < from) return false
      for (let at = starts[slot]!; at < ends[slot]!; at += 2) {
        if ((!marks || marks[values[at]!]) && values[at + 1]! >= from && values[at + 1]! <= to) return true
      }
      return false
    },
  ]
}

const nothing = new Uint8Array()

function marksOf(dictionary: Dictionary, codes: readonly string[]): Uint8Array {
  const wanted = new Set(codes)
  return dictionary.marks((text) => wanted.has(text)) ?? nothing
}

/** The slots whose number in `values` is marked. */
function marked(values: Int32Array, marks: Uint8Array = nothing): Fits {
  return (slot) => marks[values[slot]!] === 1
}

function anyMarked(values: Int32Array, start: number, end: number, marks: Uint8Array): boolean {
  for (let at = start; at < end; at++) if (marks[values[at]!] === 1) return true
  return false
}
