import type { AlternativeSearch, Reading, ReadingFilters } from '@alumni/shared/alumni/search'
import type { People } from '../columns/people.ts'
import { dateOf, dayNumber, none } from '../columns/person.ts'
import type { Everyone } from '../freshness/read-everyone.ts'
import { answer, filtersOf, isOnFileOnly, withoutTyped, type Answer, type Question } from './answer.ts'
import { filter } from './filters.ts'
import { notesOn } from './notes.ts'
import { readPlace } from './place-text.ts'
import { closestCities, placesCalled } from './places.ts'
import { readSentence, readWithoutPlace } from './read-sentence.ts'
import { exactReadings, readWords } from './readings.ts'
import type { TypedWord } from './typed-text.ts'
import { findByWords, findCorrected } from './words.ts'

type Candidate = Pick<AlternativeSearch, 'q' | 'filters'>

/**
 * Other meanings of the box, and where no one was found the nearest that finds someone, each with the number of people;
 * and sentences about what could not be read.
 */
export function otherQuestions(
  everyone: Everyone,
  question: Question,
  found: Answer,
): { others: AlternativeSearch[]; notes: string[] } {
  const isEmpty = found.slots.length === 0
  const meanings = otherMeanings(everyone, question, found)
  const others = counted(everyone, question, isEmpty ? [...meanings, ...nearest(everyone, question, found)] : meanings)
  return { others, notes: notesOn(everyone.people, question, found) }
}

/** The other century, the other meanings of a name or place, and each place that a name is of. */
function otherMeanings(everyone: Everyone, question: Question, found: Answer): Candidate[] {
  const { people } = everyone
  const { q = '' } = question.asked
  const centuries = found.classes.flatMap(([, ...later]) => later.map((each) => instead(q, each)))
  const isNamed = found.readings.length === found.chosen.length
  const exact = isNamed
    ? exactReadings(people, wordsOf(found), question.vocabulary).map(({ readings: [reading] }) => instead(q, reading!))
    : []
  return [...centuries, ...exact, ...placesOfOneName(people, q, found), ...withoutPlace(everyone, question, found)]
}

/** Each of the places of `Springfield`. */
function placesOfOneName(people: People, q: string, { readings }: Answer): Candidate[] {
  return readings.flatMap(({ typed, filters: { near } }) => {
    if (near === undefined) return []
    const { text } = readPlace(near)
    const places = placesCalled(people, text)
    return places.length > 1
      ? places.map((place) => instead(q, { typed, filters: { near: near.replace(text, place) } }))
      : []
  })
}

/** The words of a place as names, such as `Jackson, Georgia` as Georgia Jackson, or as a degree, if someone is found so. */
function withoutPlace(everyone: Everyone, question: Question, { box: { place } }: Answer): Candidate[] {
  const { q = '' } = question.asked
  if (!place) return []
  const box = readWithoutPlace(everyone.people, q)
  const { slots, corrections, readings, chosen } = answer(everyone, { ...question, box })
  if (slots.length === 0 || corrections.length > 0) return []
  const words = place.typed.split(/[\s,]+/)
  if (readings.length === chosen.length)
    return [{ q: replaced(q, place.typed, [words.at(-1), ...words.slice(0, -1)].join(' ')), filters: {} }]
  const filters: ReadingFilters = Object.assign({}, ...readings.map((each) => each.filters))
  const isOtherwise = Object.keys(filters).some((name) => !['near', 'state', 'country'].includes(name))
  return isOtherwise ? [{ q: withoutAll(q, readings), filters }] : []
}

/** Without the class, or without the rest; the classes around it; each part alone, left out, or spelled otherwise. */
function nearest(everyone: Everyone, question: Question, found: Answer): Candidate[] {
  const { q = '' } = question.asked
  const classes = found.classes.map(([first]) => first!)
  const others = found.readings.filter((each) => !classes.includes(each))
  const words = wordsOf(found)
  return [
    ...(classes.length > 0 ? nearestClasses(everyone, question, found) : []),
    ...(classes.length > 0 ? [{ q: withoutAll(q, classes), filters: {} }] : []),
    ...classes.map(({ filters }) => ({ q: '', filters })),
    ...others.flatMap((each) => [
      { q: withoutTyped(q, each.typed), filters: {} },
      { q: '', filters: each.filters },
    ]),
    ...(found.readings.length > 1 ? [{ q: withoutAll(q, found.readings), filters: {} }] : []),
    ...nearestCities(everyone, q, found),
    ...spellings(everyone, found, q, words),
    ...(others.length === 0 && words.length > 1 && words.length <= maxLeftOut
      ? words.map(({ text }) => ({ q: withoutTyped(q, text), filters: {} }))
      : []),
    ...partsAlone(everyone, question, words),
  ]
}

const maxLeftOut = 4

/** The city of a place alone, and those that are spelled nearly so. */
function nearestCities({ people }: Everyone, q: string, { box: { place } }: Answer): Candidate[] {
  const [city = ''] = place ? readPlace(place.filters.near!).text.split(',') : []
  const cities = city === '' ? [] : [city, ...closestCities(people, city).slice(0, maxSpellings)]
  return cities.map((near) => instead(q, { typed: place!.typed, filters: { near } }))
}

/** What words mean, each stretch alone, and those that are names. */
function partsAlone({ people, byName }: Everyone, { vocabulary }: Question, all: readonly TypedWord[]): Candidate[] {
  const words = all.length > 1 ? all.slice(0, maxParts) : []
  const isName = (word: TypedWord) => findByWords(people, byName.everyone(), [word]).slots.length > 0
  return [
    ...exactReadings(people, words, vocabulary).map(({ readings: [reading] }) => instead('', reading!)),
    ...words.filter(isName).map(({ text }) => ({ q: text, filters: {} })),
  ]
}

const maxParts = 12

/** Names in the class, and cities, that are spelled nearly so. */
function spellings({ people }: Everyone, found: Answer, q: string, words: readonly TypedWord[]) {
  const inClasses = found.chosen.reduce((slots, { filters }) => filter(people, slots, filters), found.everyClass)
  const { corrections } = words.length > 0 ? findCorrected(people, inClasses, words) : { corrections: [] }
  const names = corrections.flatMap(({ typed, as }) => {
    const word = words.find((each) => each.word === typed)
    return word ? as.slice(0, maxSpellings).map((name) => ({ q: replaced(q, word.text, name), filters: {} })) : []
  })
  const cities = words
    .filter(({ word }) => word.length >= minLettersOfCity)
    .flatMap(({ text }) =>
      closestCities(people, text)
        .slice(0, maxSpellings)
        .map((near) => ({ q: withoutTyped(q, text), filters: { near } })),
    )
  return [...names, ...cities]
}

const maxSpellings = 2
const minLettersOfCity = 4

/** The years before and after the class in which people with the other words graduated. */
function nearestClasses({ people }: Everyone, { asked, vocabulary }: Question, found: Answer): Candidate[] {
  const [first] = found.classes
  const { typed, filters } = first![0]!
  const { year_from = 0, year_to = year_from, ...coded } = filters
  const { place } = found.box
  const inPlace = place ? filter(people, found.everyClass, place.filters) : found.everyClass
  const { named } = readWords(people, inPlace, inPlace, wordsOf(found), [], vocabulary)
  const slots = filter(
    people,
    filter(people, named.slots, coded),
    filtersOf({ ...asked, year_from: undefined, year_to: undefined }),
  )
  const q = withoutTyped(asked.q ?? '', typed)
  return yearsAround(people, slots, year_from, year_to).map((year) => ({
    q,
    filters: { ...coded, year_from: year, year_to: year },
  }))
}

/** The last year before and the first one after in which one of the people has a degree, the closer first. */
function yearsAround({ degrees }: People, slots: Int32Array, from: number, to: number): number[] {
  const [first, last] = [dayNumber(`${from}-01-01`), dayNumber(`${to}-12-31`)]
  let [before, after] = [none, -none]
  const { values, starts, ends } = degrees
  for (const slot of slots)
    for (let entry = starts[slot]!; entry < ends[slot]!; entry += 4) {
      const day = values[entry + 3]!
      if (day < first && day > before) before = day
      if (day > last && day < after) after = day
    }
  return [
    ...(before === none ? [] : [{ year: yearOf(before), distance: from - yearOf(before) }]),
    ...(after === -none ? [] : [{ year: yearOf(after), distance: yearOf(after) - to }]),
  ]
    .toSorted((a, b) => a.distance - b.distance)
    .map(({ year }) => year)
}

function yearOf(day: number): number {
  return Number(dateOf(day).slice(0, 4))
}

function instead(q: string, { typed, filters }: Reading): Candidate {
  return { q: withoutTyped(q, typed), filters }
}

function withoutAll(q: string, readings: readonly Reading[]): string {
  return readings.reduce((rest, { typed }) => withoutTyped(rest, typed), q)
}

function replaced(q: string, typed: string, name: string): string {
  return q.replace(typed, name)
}

function wordsOf({ box }: Pick<Answer, 'box'>): TypedWord[] {
  return box.typed.filter((each) => each.kind === 'word')
}

/** Those that find someone, each once. */
function counted(everyone: Everyone, question: Question, candidates: readonly Candidate[]): AlternativeSearch[] {
  const others = new Map<string, AlternativeSearch>()
  for (const { q, filters } of candidates) {
    const key = JSON.stringify([q, filters])
    const isAsked = q === (question.asked.q ?? '').trim() && Object.keys(filters).length === 0
    const isEveryone = q === '' && Object.keys(filters).length === 0
    if (isAsked || isEveryone || others.has(key) || others.size >= maxOthers) continue
    const matching = countOf(everyone, question, q, filters)
    if (matching > 0) others.set(key, { q, filters, matching })
  }
  return [...others.values()]
}

const maxOthers = 6

function countOf(everyone: Everyone, question: Question, q: string, filters: ReadingFilters): number {
  const box = readSentence(everyone.people, q)
  const count = ({ typed }: Question['box']) => typed.filter(isOnFileOnly).length
  // Behind those of the box stand the people of a filter by answers, whatever the box says.
  const onFile = count(box) === count(question.box) ? question.onFile : question.onFile.slice(count(question.box))
  return answer(everyone, { ...question, asked: { ...question.asked, ...filters, q }, box, onFile }).slots.length
}
