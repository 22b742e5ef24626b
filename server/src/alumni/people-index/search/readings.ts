import type { ReadingFilters, Reading } from '@alumni/shared/alumni/search'
import type { TypedClass } from '@alumni/shared/alumni/class-years'
import { fold, foldedWords } from '../columns/fold.ts'
import type { People } from '../columns/people.ts'
import { applyFilters } from './filters.ts'
import { locateLargeCity } from './locate.ts'
import { isNameOfCity } from './near.ts'
import { isArea, listAreaSpellings, readPlace } from './read-place.ts'
import { connectingWords, findIntroduction, isFiller, meansEveryone } from './sentence-words.ts'
import type { NameToken } from './tokens.ts'
import { findByNames, findByCorrectedNames, type NameMatches } from './match-names.ts'

export type Vocabulary = Record<
  'colleges' | 'majors' | 'states' | 'countries',
  readonly { code: string; name: string }[]
>

export type ReadWords = { named: NameMatches; readings: Reading[] }

/**
 * Matches names, or else reads one or two phrases as champions, a college, degree, place or employer, or else corrects
 * words.
 */
export function readWords(
  people: People,
  slots: Int32Array,
  slotsOfAnyClass: Int32Array,
  words: readonly NameToken[],
  classes: readonly Reading[],
  vocabulary: Vocabulary,
): ReadWords {
  const nameMatches = findByNames(people, slots, words)
  if (words.length === 0) return { named: nameMatches, readings: [] }
  if (nameMatches.slots.length > 0)
    return readSuffixAsDegree(people, nameMatches, words, classes) ?? { named: nameMatches, readings: [] }
  if (meansEveryone(words.map(({ word }) => word))) return { named: findByNames(people, slots, []), readings: [] }
  const tried: PartialReading[] = []
  for (const other of listPartialReadings(people, words, vocabulary)) {
    const { readings } = other
    const rest = meansEveryone(other.rest.map(({ word }) => word)) ? [] : other.rest
    tried.push(other)
    const read = findByNames(people, slots, rest)
    if (rest.length > 0 && read.slots.length === 0) continue
    const found = narrowToReadings(people, read.slots, [...readings, ...classes])
    if (found.length > 0) return { named: { ...read, slots: found }, readings }
  }
  if (slots.length < slotsOfAnyClass.length && findByNames(people, slotsOfAnyClass, words).slots.length > 0)
    return { named: nameMatches, readings: [] }
  const places = [...listSingleReadings(people, words, vocabulary, placeMeanings)]
  const corrected = correctWordsBesidePlaces(people, slotsOfAnyClass, words, places)
  if (corrected) return corrected
  const readings = findLikeliest(people, slotsOfAnyClass, tried)
  if (readings.length > 0) return { named: { ...nameMatches, corrections: [] }, readings }
  return readAsPlace(nameMatches, places, [...listSingleReadings(people, words.slice(0, maxExplained), vocabulary)])
}

const maxExplained = 12

/** Its corrections are the words that were not understood. */
function readAsPlace(
  nameMatches: NameMatches,
  [place]: readonly PartialReading[],
  others: readonly PartialReading[],
): ReadWords {
  const readings = place?.readings ?? []
  const allReadings = [...others.flatMap((each) => each.readings), ...readings]
  const understood = new Set(allReadings.flatMap(({ typed }) => foldedWords(typed)))
  return {
    named: {
      ...nameMatches,
      corrections: nameMatches.corrections.filter(({ typed }) => !understood.has(typed) && !isFiller(typed)),
    },
    readings,
  }
}

function correctWordsBesidePlaces(
  people: People,
  slots: Int32Array,
  words: readonly NameToken[],
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

/** Returns the readings of the first interpretation that leaves only a known name, or no words. */
function findLikeliest(people: People, slots: Int32Array, others: readonly PartialReading[]): Reading[] {
  const isNamed = ({ rest }: PartialReading) => rest.length === 0 || findByNames(people, slots, rest).slots.length > 0
  return others.slice(0, maxTried).find(isNamed)?.readings ?? []
}

const maxTried = 30

/** Interprets a suffix such as `MBA` as a degree if someone with the name has that degree. */
function readSuffixAsDegree(
  people: People,
  nameMatches: NameMatches,
  words: readonly NameToken[],
  classes: readonly Reading[],
): ReadWords | undefined {
  if (nameMatches.words.some(({ role }) => role === 'suffix')) return undefined
  const readings = words.flatMap(({ text, role }) => {
    const filters = role === 'suffix' ? meanings.degree(text, people) : undefined
    return filters ? [{ typed: text, filters }] : []
  })
  const found =
    readings.length > 0
      ? narrowToReadings(people, nameMatches.slots, [...readings, ...classes])
      : nameMatches.slots.slice(0, 0)
  return found.length > 0 ? { named: { ...nameMatches, slots: found }, readings } : undefined
}

/** Merges the readings' filters, so that all conditions on degrees must hold for the same degree. */
export function narrowToReadings(people: People, slots: Int32Array, readings: readonly Reading[]): Int32Array {
  const combined: ReadingFilters[] = []
  for (const { filters } of readings) {
    const fitting = combined.find((each) => Object.keys(filters).every((word) => !(word in each)))
    if (fitting) Object.assign(fitting, filters)
    else combined.push({ ...filters })
  }
  return combined.reduce((found, filters) => applyFilters(people, found, filters), slots)
}

export type PartialReading = { rest: readonly NameToken[]; readings: Reading[] }

function* listPartialReadings(
  people: People,
  words: readonly NameToken[],
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
  words: readonly NameToken[],
  vocabulary: Vocabulary,
  meaningsToTry: Record<string, Meaning> = meanings,
): Generator<PartialReading> {
  const folded = words.map(({ word }) => word)
  for (const meaning of Object.values(meaningsToTry))
    for (let length = Math.min(maxWordsOfMeaning, words.length); length > 0; length--)
      for (let from = 0; from + length <= words.length; from++) {
        // In `in Texas`, `in` is not Indiana, and is not searched as a name.
        if (length === 1 && connectingWords.has(folded[from]!) && from + 1 < words.length) continue
        const filters = meaning(joinText(words.slice(from, from + length)), people, vocabulary)
        if (!filters) continue
        const first = findIntroduction(folded, from)
        const phrase = joinText(words.slice(first, from + length))
        yield { rest: words.toSpliced(first, from + length - first), readings: [{ typed: phrase, filters }] }
      }
}

function joinText(words: readonly NameToken[]): string {
  return words
    .map(({ text }) => text)
    .filter((text, index, all) => text !== all[index - 1])
    .join(' ')
}

export function listExactReadings(
  people: People,
  words: readonly NameToken[],
  vocabulary: Vocabulary,
): PartialReading[] {
  return [...listSingleReadings(people, words, vocabulary, exactMeanings)]
}

type Meaning = (typed: string, people: People, vocabulary: Vocabulary) => ReadingFilters | undefined

/** Tried in this order, likeliest first. */
const meanings = {
  champion: (phrase) => (/^champions?$/.test(fold(phrase)) ? { champion: 'yes' } : undefined),
  college: (phrase, _, { colleges }) => buildCodeFilter('college', findCodes(colleges, phrase)),
  degree: (phrase, { dictionaries }) =>
    buildCodeFilter(
      'degree',
      dictionaries.degrees.listUsed().filter((code) => normalizeCode(code) === normalizeCode(phrase)),
    ),
  city: (phrase, people) => (!/\d/.test(phrase) && isNameOfCity(people, phrase) ? { near: phrase } : undefined),
  state: (phrase, _, { states }) => buildCodeFilter('state', findExactCodes(states, phrase)),
  country: (phrase, _, { countries }) => {
    const spellings = listAreaSpellings(phrase).countries
    return buildCodeFilter('country', [...new Set(spellings.flatMap((each) => findExactCodes(countries, each)))])
  },
  major: (phrase, _, { majors }) => buildCodeFilter('major', findCodes(majors, phrase)),
  employer: (phrase, { dictionaries }) => {
    const words = foldedWords(phrase)
    const isEmployer = (word: string) =>
      dictionaries.employerWords.find(word) !== undefined ||
      (word.length >= minLettersOfEmployer &&
        dictionaries.employerWords.markTexts((each) => each.startsWith(word)) !== undefined)
    return words.length > 0 && words.every(isEmployer) ? { employer: phrase } : undefined
  },
} satisfies Record<string, Meaning>

const placeMeanings: Record<string, Meaning> = {
  city: meanings.city,
  state: meanings.state,
  country: meanings.country,
  unused: (phrase) => (fold(phrase).length > maxLettersOfCode && isUnusedPlace(phrase) ? { near: phrase } : undefined),
}

function isUnusedPlace(phrase: string): boolean {
  return isArea(phrase) || locateLargeCity(readPlace(phrase)) !== null
}

const maxLettersOfCode = 3

const exactMeanings: Record<string, Meaning> = {
  city: meanings.city,
  state: meanings.state,
  country: meanings.country,
  college: (phrase, _, { colleges }) => buildCodeFilter('college', findExactCodes(colleges, phrase)),
  major: (phrase, _, { majors }) => buildCodeFilter('major', findExactCodes(majors, phrase)),
}

const minLettersOfEmployer = 3

function buildCodeFilter(
  word: 'college' | 'degree' | 'state' | 'country' | 'major',
  codes: string[],
): ReadingFilters | undefined {
  return codes.length > 0 && codes.length <= maxCodes ? { [word]: codes } : undefined
}

const maxCodes = 20

function findExactCodes(choices: Vocabulary['states'], phrase: string): string[] {
  let codes = codesByName.get(choices)
  if (!codes) {
    codes = new Map()
    for (const { code, name } of choices)
      for (const folded of new Set([fold(code), fold(name)])) codes.set(folded, [...(codes.get(folded) ?? []), code])
    codesByName.set(choices, codes)
  }
  return codes.get(fold(phrase)) ?? []
}

const codesByName = new WeakMap<Vocabulary['states'], Map<string, string[]>>()

/** Finds codes by the exact code or name or, if none matches, by prefixes of the words in the name. */
function findCodes(choices: Vocabulary['colleges'], text: string): string[] {
  const exact = findExactCodes(choices, text)
  const words = foldedWords(text)
  if (exact.length > 0 || words.some((word) => word.length < minLetters)) return exact
  return choices
    .filter(({ name }) => words.every((word) => foldedWords(name).some((each) => each.startsWith(word))))
    .map(({ code }) => code)
}

const minLetters = 4

/** Folds a code, so that `M.B.A.` equals `MBA`. */
export function normalizeCode(code: string): string {
  return fold(code.replaceAll('.', ''))
}

/** Interprets the letters before a class year as a degree or college on file. */
export function readCode(people: People, letters: string): ReadingFilters | undefined {
  const { degrees, colleges } = people.dictionaries
  const isCode = (code: string) => normalizeCode(code) === normalizeCode(letters)
  const [degree, college] = [degrees.listUsed().filter(isCode), colleges.listUsed().filter(isCode)]
  return degree.length > 0 ? { degree } : college.length > 0 ? { college } : undefined
}

/** Returns a reading for each possible century of a class year, the century with more people first. */
export function listClassReadings(people: People, slots: Int32Array, { typed, code, years }: TypedClass): Reading[] {
  const codes = code === undefined ? {} : readCode(people, code)
  const readings = years.map(({ from, to }) => ({ typed, filters: { ...codes, year_from: from, year_to: to } }))
  if (readings.length < 2) return readings
  return readings
    .map((reading) => ({ reading, count: applyFilters(people, slots, reading.filters).length }))
    .toSorted((a, b) => b.count - a.count)
    .map(({ reading }) => reading)
}
