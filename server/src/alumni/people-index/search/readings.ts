import type { ReadingFilters, Reading } from '@alumni/shared/alumni/search'
import type { TypedClass } from '@alumni/shared/alumni/class-years'
import { fold, foldedWords } from '../columns/fold.ts'
import type { People } from '../columns/people.ts'
import { filter } from './filters.ts'
import { locateLarge } from './locate.ts'
import { isNameOfCity } from './near.ts'
import { isArea, readPlace } from './place-text.ts'
import type { TypedWord } from './typed-text.ts'
import { findByWords, findCorrected, type Named } from './words.ts'

/** Names of colleges, majors, states and countries, by their codes. */
export type Vocabulary = Record<
  'colleges' | 'majors' | 'states' | 'countries',
  readonly { code: string; name: string }[]
>

/** Words read by their names, and the words that are read as something else. */
export type ReadWords = { named: Named; readings: Reading[] }

/**
 * Finds people by name among `slots`, those of the class years that were read; where no one of them has such a name,
 * reads one or two stretches of the words as a college, degree, place, major or employer, so that someone is found. At
 * last words that are no place are corrected, whatever the class; where that finds no one either, the words still show
 * how they were read.
 */
export function readWords(
  people: People,
  slots: Int32Array,
  everyClass: Int32Array,
  words: readonly TypedWord[],
  classes: readonly Reading[],
  vocabulary: Vocabulary,
): ReadWords {
  const named = findByWords(people, slots, words)
  if (words.length === 0) return { named, readings: [] }
  const asDegree = named.slots.length > 0 ? suffixAsDegree(people, named, words, classes) : undefined
  if (named.slots.length > 0) return asDegree ?? { named, readings: [] }
  const tried: OtherReading[] = []
  for (const other of otherReadings(people, words, vocabulary)) {
    const { readings } = other
    const rest = other.rest.every(({ word }) => wordsForEveryone.has(word)) ? [] : other.rest
    tried.push(other)
    const read = findByWords(people, slots, rest)
    if (rest.length > 0 && read.slots.length === 0) continue
    const found = narrowTo(people, read.slots, [...readings, ...classes])
    if (found.length > 0) return { named: { ...read, slots: found }, readings }
  }
  if (slots.length < everyClass.length && findByWords(people, everyClass, words).slots.length > 0)
    return { named, readings: [] }
  const places = [...singleReadings(people, words, vocabulary, placeMeanings)]
  const corrected = correctBesidePlaces(people, everyClass, words, places)
  if (corrected) return corrected
  const readings = likeliest(people, everyClass, tried)
  if (readings.length > 0) return { named: { ...named, corrections: [] }, readings }
  return readAsPlace(named, places)
}

/** Words that name no one in particular, as in "everyone who lives in Boston". */
export const wordsForEveryone: ReadonlySet<string> = new Set(
  'all everyone anyone people persons alumni alumnae graduates who that live lives living are is the'.split(' '),
)

/** Reads the first place, though the words beside it are no name. */
function readAsPlace(named: Named, [place]: readonly OtherReading[]): ReadWords {
  const readings = place?.readings ?? []
  const inPlace = new Set(readings.flatMap(({ typed }) => foldedWords(typed)))
  return { named: { ...named, corrections: named.corrections.filter(({ typed }) => !inPlace.has(typed)) }, readings }
}

/** Corrects the words beside a place, else all of them unless one that is a place would change. */
function correctBesidePlaces(
  people: People,
  slots: Int32Array,
  words: readonly TypedWord[],
  places: readonly OtherReading[],
): ReadWords | undefined {
  for (const { rest, readings } of words.length > maxWords ? [] : places) {
    const read = findCorrected(people, slots, rest)
    const found = narrowTo(people, read.slots, readings)
    if (rest.length > 0 && found.length > 0) return { named: { ...read, slots: found }, readings }
  }
  const corrected = findCorrected(people, slots, words)
  const isPlace = ({ typed }: Named['corrections'][number]) =>
    places.some(({ readings: [reading] }) => foldedWords(reading!.typed).includes(typed))
  const isFound = corrected.slots.length > 0 && !corrected.corrections.some(isPlace)
  return isFound ? { named: corrected, readings: [] } : undefined
}

/** The first reading whose other words are a name: it finds no one, but shows what was looked for. */
function likeliest(people: People, slots: Int32Array, others: readonly OtherReading[]): Reading[] {
  const isNamed = ({ rest }: OtherReading) => rest.length === 0 || findByWords(people, slots, rest).slots.length > 0
  return others.slice(0, maxTried).find(isNamed)?.readings ?? []
}

const maxTried = 30

/** `MBA` behind a name that no one has with it is a degree, where someone of the name has that one. */
function suffixAsDegree(
  people: People,
  named: Named,
  words: readonly TypedWord[],
  classes: readonly Reading[],
): ReadWords | undefined {
  if (named.words.some(({ role }) => role === 'suffix')) return undefined
  const readings = words.flatMap(({ text, role }) => {
    const filters = role === 'suffix' ? meanings.degree(text, people) : undefined
    return filters ? [{ typed: text, filters }] : []
  })
  const found = readings.length > 0 ? narrowTo(people, named.slots, [...readings, ...classes]) : named.slots.slice(0, 0)
  return found.length > 0 ? { named: { ...named, slots: found }, readings } : undefined
}

/** Narrows to those whom all readings fit; what is said of degrees is about one degree, unless two years are named. */
export function narrowTo(people: People, slots: Int32Array, readings: readonly Reading[]): Int32Array {
  const together: ReadingFilters[] = []
  for (const { filters } of readings) {
    const fitting = together.find((each) => Object.keys(filters).every((word) => !(word in each)))
    if (fitting) Object.assign(fitting, filters)
    else together.push({ ...filters })
  }
  return together.reduce((found, filters) => filter(people, found, filters), slots)
}

export type OtherReading = { rest: readonly TypedWord[]; readings: Reading[] }

/** One stretch of the words is read first, by each meaning in turn, then two. */
function* otherReadings(people: People, words: readonly TypedWord[], vocabulary: Vocabulary): Generator<OtherReading> {
  const single: OtherReading[] = []
  if (words.length > maxWords) return
  for (const reading of singleReadings(people, words, vocabulary)) {
    single.push(reading)
    yield reading
  }
  for (const { rest, readings } of single)
    for (const second of singleReadings(people, rest, vocabulary))
      yield { rest: second.rest, readings: [...readings, ...second.readings] }
}

const maxWords = 6
const maxWordsOfMeaning = 3

function* singleReadings(
  people: People,
  words: readonly TypedWord[],
  vocabulary: Vocabulary,
  of: Record<string, Meaning> = meanings,
): Generator<OtherReading> {
  for (const meaning of Object.values(of))
    for (let length = Math.min(maxWordsOfMeaning, words.length); length > 0; length--)
      for (let from = 0; from + length <= words.length; from++) {
        const filters = meaning(textOf(words.slice(from, from + length)), people, vocabulary)
        if (!filters) continue
        // `in Boston` is read as one, so that no name is looked for in `in`.
        const first = from > 0 && connecting.has(words[from - 1]!.word) ? from - 1 : from
        const typed = textOf(words.slice(first, from + length))
        yield { rest: words.toSpliced(first, from + length - first), readings: [{ typed, filters }] }
      }
}

/** Words before another one that are read with it. */
export const connecting: ReadonlySet<string> = new Set(['in', 'at', 'from', 'of'])

/** The words as typed; one with a hyphen is two words of the same text. */
function textOf(words: readonly TypedWord[]): string {
  return words
    .map(({ text }) => text)
    .filter((text, index, all) => text !== all[index - 1])
    .join(' ')
}

/** Stretches of words that have another exact meaning, whoever bears them as a name. */
export function exactReadings(people: People, words: readonly TypedWord[], vocabulary: Vocabulary): OtherReading[] {
  return [...singleReadings(people, words, vocabulary, exactMeanings)]
}

type Meaning = (typed: string, people: People, vocabulary: Vocabulary) => ReadingFilters | undefined

/** The likelier ones first. */
const meanings = {
  college: (typed, _, { colleges }) => asCodes('college', codesOf(colleges, typed)),
  degree: (typed, { dictionaries }) =>
    asCodes(
      'degree',
      dictionaries.degrees.used().filter((code) => plainCode(code) === plainCode(typed)),
    ),
  city: (typed, people) => (!/\d/.test(typed) && isNameOfCity(people, typed) ? { near: typed } : undefined),
  state: (typed, _, { states }) => asCodes('state', exactly(states, typed)),
  country: (typed, _, { countries }) => asCodes('country', exactly(countries, typed)),
  major: (typed, _, { majors }) => asCodes('major', codesOf(majors, typed)),
  employer: (typed, { dictionaries }) => {
    const words = foldedWords(typed)
    const isEmployer = (word: string) =>
      dictionaries.employerWords.find(word) !== undefined ||
      (word.length >= minLettersOfEmployer &&
        dictionaries.employerWords.marks((each) => each.startsWith(word)) !== undefined)
    return words.length > 0 && words.every(isEmployer) ? { employer: typed } : undefined
  },
} satisfies Record<string, Meaning>

const placeMeanings: Record<string, Meaning> = {
  city: meanings.city,
  state: meanings.state,
  country: meanings.country,
  unused: (typed) => (fold(typed).length > maxLettersOfCode && isUnusedPlace(typed) ? { near: typed } : undefined),
}

/** A state, a country or a large city, whether or not anyone lives there. */
function isUnusedPlace(typed: string): boolean {
  return isArea(typed) || locateLarge(readPlace(typed)) !== null
}

const maxLettersOfCode = 3

const exactMeanings: Record<string, Meaning> = {
  city: meanings.city,
  state: meanings.state,
  country: meanings.country,
  college: (typed, _, { colleges }) => asCodes('college', exactly(colleges, typed)),
  major: (typed, _, { majors }) => asCodes('major', exactly(majors, typed)),
}

const minLettersOfEmployer = 3

function asCodes(
  word: 'college' | 'degree' | 'state' | 'country' | 'major',
  codes: string[],
): ReadingFilters | undefined {
  return codes.length > 0 && codes.length <= maxCodes ? { [word]: codes } : undefined
}

const maxCodes = 20

function exactly(choices: Vocabulary['states'], typed: string): string[] {
  let codes = codesByName.get(choices)
  if (!codes) {
    codes = new Map()
    for (const { code, name } of choices)
      for (const folded of new Set([fold(code), fold(name)])) codes.set(folded, [...(codes.get(folded) ?? []), code])
    codesByName.set(choices, codes)
  }
  return codes.get(fold(typed)) ?? []
}

/** Every search asks for each stretch of its words: a list of names is folded once. */
const codesByName = new WeakMap<Vocabulary['states'], Map<string, string[]>>()

/** The code or name as typed; else those in whose name each typed word begins a word. */
function codesOf(choices: Vocabulary['colleges'], typed: string): string[] {
  const exact = exactly(choices, typed)
  const words = foldedWords(typed)
  if (exact.length > 0 || words.some((word) => word.length < minLetters)) return exact
  return choices
    .filter(({ name }) => words.every((word) => foldedWords(name).some((each) => each.startsWith(word))))
    .map(({ code }) => code)
}

const minLetters = 4

/** `M.B.A.` and `MBA` are one code. */
export function plainCode(code: string): string {
  return fold(code.replaceAll('.', ''))
}

/** The filters of letters before a year, which are a degree or a college; undefined where no one has such a one. */
export function readCode(people: People, letters: string): ReadingFilters | undefined {
  const { degrees, colleges } = people.dictionaries
  const isCode = (code: string) => plainCode(code) === plainCode(letters)
  const [degree, college] = [degrees.used().filter(isCode), colleges.used().filter(isCode)]
  return degree.length > 0 ? { degree } : college.length > 0 ? { college } : undefined
}

/** A class year as filters; of two centuries the one with more people is first. */
export function readClass(people: People, slots: Int32Array, { typed, code, years }: TypedClass): Reading[] {
  const coded = code === undefined ? {} : readCode(people, code)
  const readings = years.map(({ from, to }) => ({ typed, filters: { ...coded, year_from: from, year_to: to } }))
  if (readings.length < 2) return readings
  return readings
    .map((reading) => ({ reading, count: filter(people, slots, reading.filters).length }))
    .toSorted((a, b) => b.count - a.count)
    .map(({ reading }) => reading)
}
