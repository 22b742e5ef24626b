import type { OtherQuestion, Reading, ReadFilters } from '@alumni/shared/alumni/search'
import type { People } from '../columns/people.ts'
import { dateOf, dayNumber, none } from '../columns/person.ts'
import type { Everyone } from '../freshness/read-everyone.ts'
import { answer, filtersOf, isOnFileOnly, withoutTyped, type Answer, type Question } from './answer.ts'
import { filter } from './filters.ts'
import { notesOn } from './notes.ts'
import { closestCities } from './places.ts'
import { exactReadings, readCode, readWords } from './readings.ts'
import { readBox, type TypedWord } from './typed-text.ts'
import { findCorrected } from './words.ts'

type Candidate = Pick<OtherQuestion, 'q' | 'filters'>

/**
 * Other meanings of the box, and where no one was found the nearest that finds someone, each with the number of people;
 * and sentences about what could not be read.
 */
export function otherQuestions(
  everyone: Everyone,
  question: Question,
  found: Answer,
): { others: OtherQuestion[]; notes: string[] } {
  const isEmpty = found.slots.length === 0
  const meanings = otherMeanings(everyone, question, found)
  const others = counted(everyone, question, isEmpty ? [...meanings, ...nearest(everyone, question, found)] : meanings)
  return { others, notes: notesOn(everyone.people, question, found) }
}

/** The other century, the other meanings of a name, and an employer whose name ends with a number. */
function otherMeanings({ people }: Everyone, { asked: { q = '' }, box, vocabulary }: Question, found: Answer) {
  const centuries = found.classes.flatMap(([, ...later]) => later.map((each) => instead(q, each)))
  const isNamed = found.readings.length === found.classes.length
  const exact = isNamed
    ? exactReadings(people, wordsOf(box), vocabulary).map(({ readings: [reading] }) => instead(q, reading!))
    : []
  return [...centuries, ...exact]
}

/** Without the class, or without the rest; the classes around it; each word left out, or spelled otherwise. */
function nearest(everyone: Everyone, question: Question, found: Answer): Candidate[] {
  const { q = '' } = question.asked
  const chosen = found.classes.map(([first]) => first!)
  const others = found.readings.filter((each) => !chosen.includes(each))
  const words = wordsOf(question.box)
  return [
    ...(chosen.length > 0 ? nearestClasses(everyone, question, found) : []),
    ...(chosen.length > 0 ? [{ q: withoutAll(q, chosen), filters: {} }] : []),
    ...chosen.map(({ filters }) => ({ q: '', filters })),
    ...others.flatMap((each) => [
      { q: withoutTyped(q, each.typed), filters: {} },
      { q: '', filters: each.filters },
    ]),
    ...spellings(everyone, question, found, words),
    ...(others.length === 0 && words.length > 1 && words.length <= maxLeftOut
      ? words.map(({ text }) => ({ q: withoutTyped(q, text), filters: {} }))
      : []),
  ]
}

const maxLeftOut = 4

/** Names in the class, and cities, that are spelled nearly so. */
function spellings({ people }: Everyone, { asked: { q = '' } }: Question, found: Answer, words: readonly TypedWord[]) {
  const inClasses = found.classes.reduce((slots, [first]) => filter(people, slots, first!.filters), found.everyClass)
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
function nearestClasses({ people }: Everyone, { asked, box, vocabulary }: Question, found: Answer): Candidate[] {
  const [first] = found.classes
  const { typed, filters } = first![0]!
  const { year_from = 0, year_to = year_from, ...coded } = filters
  const { named } = readWords(people, found.everyClass, found.everyClass, wordsOf(box), [], vocabulary)
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

function wordsOf({ typed }: Question['box']): TypedWord[] {
  return typed.filter((each) => each.kind === 'word')
}

/** Those that find someone, each once. */
function counted(everyone: Everyone, question: Question, candidates: readonly Candidate[]): OtherQuestion[] {
  const others = new Map<string, OtherQuestion>()
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

function countOf(everyone: Everyone, question: Question, q: string, filters: ReadFilters): number {
  const box = readBox(q, (letters) => readCode(everyone.people, letters) !== undefined)
  const count = ({ typed }: Question['box']) => typed.filter(isOnFileOnly).length
  // Behind those of the box stand the people of a filter by answers, whatever the box says.
  const onFile = count(box) === count(question.box) ? question.onFile : question.onFile.slice(count(question.box))
  return answer(everyone, { ...question, asked: { ...question.asked, ...filters, q }, box, onFile }).slots.length
}
