import type { ReadFilters, Reading } from '@alumni/shared/alumni/search'
import type { TypedClass } from '@alumni/shared/alumni/class-years'
import { fold, foldedWords } from '../columns/fold.ts'
import type { People } from '../columns/people.ts'
import { filter } from './filters.ts'
import { isCity } from './near.ts'
import type { TypedWord } from './typed-text.ts'
import { findByWords, type Named } from './words.ts'

/** Names of colleges, majors, states and countries, by their codes. */
export type Vocabulary = Record<
  'colleges' | 'majors' | 'states' | 'countries',
  readonly { code: string; name: string }[]
>

type Kind = keyof typeof meanings

/** Words read by their names, and the words that are read as something else. */
export type ReadWords = { named: Named; readings: Reading[] }

/**
 * Finds people by name; where no one has such a name, reads one or two stretches of the words as a college, degree,
 * place, major or employer, so that someone is found.
 */
export function readWords(
  people: People,
  slots: Int32Array,
  words: readonly TypedWord[],
  vocabulary: Vocabulary | undefined,
): ReadWords {
  const named = findByWords(people, slots, words)
  if (!vocabulary || words.length === 0 || isAsTyped(named)) return { named, readings: [] }
  for (const { rest, readings } of otherReadings(people, words, vocabulary)) {
    const read = findByWords(people, slots, rest)
    if (rest.length > 0 && !isAsTyped(read)) continue
    const found = readings.reduce((slots, { filters }) => filter(people, slots, filters), read.slots)
    if (found.length > 0) return { named: { ...read, slots: found }, readings }
  }
  return { named, readings: [] }
}

function isAsTyped({ slots, corrections }: Named): boolean {
  return slots.length > 0 && corrections.length === 0
}

type OtherReading = { rest: readonly TypedWord[]; readings: Reading[] }

/** One stretch of the words is read first, by each meaning in turn, then two. */
function* otherReadings(people: People, words: readonly TypedWord[], vocabulary: Vocabulary): Generator<OtherReading> {
  const read = words.length <= maxWords ? [...singleReadings(people, words, vocabulary)] : []
  yield* read
  for (const { rest, readings } of read)
    for (const second of singleReadings(people, rest, vocabulary))
      yield { rest: second.rest, readings: [...readings, ...second.readings] }
}

const maxWords = 6
const exactKinds: Kind[] = ['city', 'state', 'country']
const maxWordsOfMeaning = 3

function* singleReadings(
  people: People,
  words: readonly TypedWord[],
  vocabulary: Vocabulary,
  kinds = Object.keys(meanings) as Kind[],
): Generator<OtherReading> {
  for (const kind of kinds)
    for (let length = Math.min(maxWordsOfMeaning, words.length); length > 0; length--)
      for (let from = 0; from + length <= words.length; from++) {
        const typed = words.slice(from, from + length).map(({ text }) => text)
        const filters = meanings[kind](typed.join(' '), people, vocabulary)
        if (filters) yield { rest: words.toSpliced(from, length), readings: [{ typed: typed.join(' '), filters }] }
      }
}

/** Stretches of words that are a city, state or country, whoever bears them as a name. */
export function exactReadings(people: People, words: readonly TypedWord[], vocabulary: Vocabulary): OtherReading[] {
  return words.length <= maxWords ? [...singleReadings(people, words, vocabulary, exactKinds)] : []
}

type Meaning = (typed: string, people: People, vocabulary: Vocabulary) => ReadFilters | undefined

/** The likelier ones first. */
const meanings = {
  college: (typed, _, { colleges }) => asCodes('college', codesOf(colleges, typed)),
  degree: (typed, { dictionaries }) =>
    asCodes(
      'degree',
      dictionaries.degrees.used().filter((code) => fold(code) === fold(typed)),
    ),
  city: (typed, people) => (isCity(people, typed) ? { near: typed } : undefined),
  state: (typed, _, { states }) => asCodes('state', exactly(states, typed)),
  country: (typed, _, { countries }) => asCodes('country', exactly(countries, typed)),
  major: (typed, _, { majors }) => asCodes('major', codesOf(majors, typed)),
  employer: (typed, { dictionaries }) => {
    const words = foldedWords(typed)
    const isEmployer = (word: string) => dictionaries.employerWords.marks((each) => each.startsWith(word)) !== undefined
    return words.length > 0 && words.every(isEmployer) ? { employer: typed } : undefined
  },
} satisfies Record<string, Meaning>

function asCodes(word: 'college' | 'degree' | 'state' | 'country' | 'major', codes: string[]): ReadFilters | undefined {
  return codes.length > 0 && codes.length <= maxCodes ? { [word]: codes } : undefined
}

const maxCodes = 20

function exactly(choices: Vocabulary['states'], typed: string): string[] {
  const asked = fold(typed)
  return choices.filter(({ code, name }) => fold(code) === asked || fold(name) === asked).map(({ code }) => code)
}

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

/** A class year as filters; of two centuries the one with more people is first. */
export function readClass(people: People, slots: Int32Array, { typed, code, years }: TypedClass): Reading[] {
  const { degrees, colleges } = people.dictionaries
  const coded: ReadFilters =
    code === undefined ? {} : degrees.find(code) ? { degree: [code] } : colleges.find(code) ? { college: [code] } : {}
  return years
    .map(({ from, to }) => ({ typed, filters: { ...coded, year_from: from, year_to: to } }))
    .map((reading) => ({ reading, count: filter(people, slots, reading.filters).length }))
    .toSorted((a, b) => b.count - a.count)
    .map(({ reading }) => reading)
}
