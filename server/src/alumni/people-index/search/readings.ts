import type { ReadingFilters, Reading } from '@alumni/shared/alumni/search'
import type { TypedClass } from '@alumni/shared/alumni/class-years'
import { fold, foldedWords } from '../columns/fold.ts'
import type { People } from '../columns/people.ts'
import { applyFilters } from './filters.ts'
import { locateLargeCity } from './locate.ts'
import { isNameOfCity } from './near.ts'
import { isArea, readPlace } from './read-place.ts'
import type { WordToken } from './tokens.ts'
import { findByNames, findByCorrectedNames, type NameMatches } from './match-names.ts'

/** Names of colleges, majors, states and countries, by their codes. */
export type Vocabulary = Record<
  'colleges' | 'majors' | 'states' | 'countries',
  readonly { code: string; name: string }[]
>

/** Words read by their names, and the words that are read as something else. */
export type ReadWords = { named: NameMatches; readings: Reading[] }

/**
 * Finds people by name among `slots`, those of the class years that were read; where no one of them has such a name,
 * reads one or two stretches of the words as a college, degree, place, major or employer, so that someone is found. At
 * last words that are no place are corrected, whatever the class; where that finds no one either, the words still show
 * how they were read.
 */
export function readWords(
  people: People,
  slots: Int32Array,
  slotsOfAnyClass: Int32Array,
  words: readonly WordToken[],
  classes: readonly Reading[],
  vocabulary: Vocabulary,
): ReadWords {
  const named = findByNames(people, slots, words)
  if (words.length === 0) return { named, readings: [] }
  const asDegree = named.slots.length > 0 ? readSuffixAsDegree(people, named, words, classes) : undefined
  if (named.slots.length > 0) return asDegree ?? { named, readings: [] }
  const tried: PartialReading[] = []
  for (const other of listPartialReadings(people, words, vocabulary)) {
    const { readings } = other
    const rest = other.rest.every(({ word }) => wordsForEveryone.has(word)) ? [] : other.rest
    tried.push(other)
    const read = findByNames(people, slots, rest)
    if (rest.length > 0 && read.slots.length === 0) continue
    const found = narrowToReadings(people, read.slots, [...readings, ...classes])
    if (found.length > 0) return { named: { ...read, slots: found }, readings }
  }
  if (slots.length < slotsOfAnyClass.length && findByNames(people, slotsOfAnyClass, words).slots.length > 0)
    return { named, readings: [] }
  const places = [...listSingleReadings(people, words, vocabulary, placeMeanings)]
  const corrected = correctWordsBesidePlaces(people, slotsOfAnyClass, words, places)
  if (corrected) return corrected
  const readings = findLikeliest(people, slotsOfAnyClass, tried)
  if (readings.length > 0) return { named: { ...named, corrections: [] }, readings }
  return readAsPlace(named, places)
}

/** Words that name no one in particular, as in "everyone who lives in Boston". */
export const wordsForEveryone: ReadonlySet<string> = new Set(
  'all everyone anyone people persons alumni alumnae graduates who that live lives living are is the'.split(' '),
)

/** Reads the first place, though the words beside it are no name. */
function readAsPlace(named: NameMatches, [place]: readonly PartialReading[]): ReadWords {
  const readings = place?.readings ?? []
  const inPlace = new Set(readings.flatMap(({ typed }) => foldedWords(typed)))
  return { named: { ...named, corrections: named.corrections.filter(({ typed }) => !inPlace.has(typed)) }, readings }
}

/** Corrects the words beside a place, else all of them unless one that is a place would change. */
function correctWordsBesidePlaces(
  people: People,
  slots: Int32Array,
  words: readonly WordToken[],
  places: readonly PartialReading[],
): ReadWords | undefined {
  for (const { rest, readings } of words.length > maxWords ? [] : places) {
    const read = findByCorrectedNames(people, slots, rest)
    const found = narrowToReadings(people, read.slots, readings)
    if (rest.length > 0 && found.length > 0) return { named: { ...read, slots: found }, readings }
  }
  const corrected = findByCorrectedNames(people, slots, words)
  const isPlace = ({ typed }: NameMatches['corrections'][number]) =>
    places.some(({ readings: [reading] }) => foldedWords(reading!.typed).includes(typed))
  const isFound = corrected.slots.length > 0 && !corrected.corrections.some(isPlace)
  return isFound ? { named: corrected, readings: [] } : undefined
}

/** The first reading whose other words are a name: it finds no one, but shows what was looked for. */
function findLikeliest(people: People, slots: Int32Array, others: readonly PartialReading[]): Reading[] {
  const isNamed = ({ rest }: PartialReading) => rest.length === 0 || findByNames(people, slots, rest).slots.length > 0
  return others.slice(0, maxTried).find(isNamed)?.readings ?? []
}

const maxTried = 30

/** `MBA` behind a name that no one has with it is a degree, where someone of the name has that one. */
function readSuffixAsDegree(
  people: People,
  named: NameMatches,
  words: readonly WordToken[],
  classes: readonly Reading[],
): ReadWords | undefined {
  if (named.words.some(({ role }) => role === 'suffix')) return undefined
  const readings = words.flatMap(({ text, role }) => {
    const filters = role === 'suffix' ? meanings.degree(text, people) : undefined
    return filters ? [{ typed: text, filters }] : []
  })
  const found =
    readings.length > 0 ? narrowToReadings(people, named.slots, [...readings, ...classes]) : named.slots.slice(0, 0)
  return found.length > 0 ? { named: { ...named, slots: found }, readings } : undefined
}

/** Narrows to those whom all readings fit; what is said of degrees is about one degree, unless two years are named. */
export function narrowToReadings(people: People, slots: Int32Array, readings: readonly Reading[]): Int32Array {
  const combined: ReadingFilters[] = []
  for (const { filters } of readings) {
    const fitting = combined.find((each) => Object.keys(filters).every((word) => !(word in each)))
    if (fitting) Object.assign(fitting, filters)
    else combined.push({ ...filters })
  }
  return combined.reduce((found, filters) => applyFilters(people, found, filters), slots)
}

export type PartialReading = { rest: readonly WordToken[]; readings: Reading[] }

/** One stretch of the words is read first, by each meaning in turn, then two. */
function* listPartialReadings(
  people: People,
  words: readonly WordToken[],
  vocabulary: Vocabulary,
): Generator<PartialReading> {
  const single: PartialReading[] = []
  if (words.length > maxWords) return
  for (const reading of listSingleReadings(people, words, vocabulary)) {
    single.push(reading)
    yield reading
  }
  for (const { rest, readings } of single)
    for (const second of listSingleReadings(people, rest, vocabulary))
      yield { rest: second.rest, readings: [...readings, ...second.readings] }
}

const maxWords = 6
const maxWordsOfMeaning = 3

function* listSingleReadings(
  people: People,
  words: readonly WordToken[],
  vocabulary: Vocabulary,
  meaningsToTry: Record<string, Meaning> = meanings,
): Generator<PartialReading> {
  for (const meaning of Object.values(meaningsToTry))
    for (let length = Math.min(maxWordsOfMeaning, words.length); length > 0; length--)
      for (let from = 0; from + length <= words.length; from++) {
        const filters = meaning(joinText(words.slice(from, from + length)), people, vocabulary)
        if (!filters) continue
        // `in Boston` is read as one, so that no name is looked for in `in`.
        const first = from > 0 && connectingWords.has(words[from - 1]!.word) ? from - 1 : from
        const typed = joinText(words.slice(first, from + length))
        yield { rest: words.toSpliced(first, from + length - first), readings: [{ typed, filters }] }
      }
}

/** Words before another one that are read with it. */
export const connectingWords: ReadonlySet<string> = new Set(['in', 'at', 'from', 'of'])

/** The words as typed; one with a hyphen is two words of the same text. */
function joinText(words: readonly WordToken[]): string {
  return words
    .map(({ text }) => text)
    .filter((text, index, all) => text !== all[index - 1])
    .join(' ')
}

/** Stretches of words that have another exact meaning, whoever bears them as a name. */
export function listExactReadings(
  people: People,
  words: readonly WordToken[],
  vocabulary: Vocabulary,
): PartialReading[] {
  return [...listSingleReadings(people, words, vocabulary, exactMeanings)]
}

type Meaning = (typed: string, people: People, vocabulary: Vocabulary) => ReadingFilters | undefined

/** The likelier ones first. */
const meanings = {
  college: (typed, _, { colleges }) => buildCodeFilter('college', findCodes(colleges, typed)),
  degree: (typed, { dictionaries }) =>
    buildCodeFilter(
      'degree',
      dictionaries.degrees.listUsed().filter((code) => normalizeCode(code) === normalizeCode(typed)),
    ),
  city: (typed, people) => (!/\d/.test(typed) && isNameOfCity(people, typed) ? { near: typed } : undefined),
  state: (typed, _, { states }) => buildCodeFilter('state', findExactCodes(states, typed)),
  country: (typed, _, { countries }) => buildCodeFilter('country', findExactCodes(countries, typed)),
  major: (typed, _, { majors }) => buildCodeFilter('major', findCodes(majors, typed)),
  employer: (typed, { dictionaries }) => {
    const words = foldedWords(typed)
    const isEmployer = (word: string) =>
      dictionaries.employerWords.find(word) !== undefined ||
      (word.length >= minLettersOfEmployer &&
        dictionaries.employerWords.markTexts((each) => each.startsWith(word)) !== undefined)
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
  return isArea(typed) || locateLargeCity(readPlace(typed)) !== null
}

const maxLettersOfCode = 3

const exactMeanings: Record<string, Meaning> = {
  city: meanings.city,
  state: meanings.state,
  country: meanings.country,
  college: (typed, _, { colleges }) => buildCodeFilter('college', findExactCodes(colleges, typed)),
  major: (typed, _, { majors }) => buildCodeFilter('major', findExactCodes(majors, typed)),
}

const minLettersOfEmployer = 3

function buildCodeFilter(
  word: 'college' | 'degree' | 'state' | 'country' | 'major',
  codes: string[],
): ReadingFilters | undefined {
  return codes.length > 0 && codes.length <= maxCodes ? { [word]: codes } : undefined
}

const maxCodes = 20

function findExactCodes(choices: Vocabulary['states'], typed: string): string[] {
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
function findCodes(choices: Vocabulary['colleges'], typed: string): string[] {
  const exact = findExactCodes(choices, typed)
  const words = foldedWords(typed)
  if (exact.length > 0 || words.some((word) => word.length < minLetters)) return exact
  return choices
    .filter(({ name }) => words.every((word) => foldedWords(name).some((each) => each.startsWith(word))))
    .map(({ code }) => code)
}

const minLetters = 4

/** `M.B.A.` and `MBA` are one code. */
export function normalizeCode(code: string): string {
  return fold(code.replaceAll('.', ''))
}

/** The filters of letters before a year, which are a degree or a college; undefined where no one has such a one. */
export function readCode(people: People, letters: string): ReadingFilters | undefined {
  const { degrees, colleges } = people.dictionaries
  const isCode = (code: string) => normalizeCode(code) === normalizeCode(letters)
  const [degree, college] = [degrees.listUsed().filter(isCode), colleges.listUsed().filter(isCode)]
  return degree.length > 0 ? { degree } : college.length > 0 ? { college } : undefined
}

/** A class year as filters; of two centuries the one with more people is first. */
export function readClass(people: People, slots: Int32Array, { typed, code, years }: TypedClass): Reading[] {
  const codes = code === undefined ? {} : readCode(people, code)
  const readings = years.map(({ from, to }) => ({ typed, filters: { ...codes, year_from: from, year_to: to } }))
  if (readings.length < 2) return readings
  return readings
    .map((reading) => ({ reading, count: applyFilters(people, slots, reading.filters).length }))
    .toSorted((a, b) => b.count - a.count)
    .map(({ reading }) => reading)
}
