import type { SearchPage } from '@alumni/shared/alumni/search'
import { closest } from './edit-distance.ts'
import { empty, narrowToAnyMarked } from '../columns/narrow.ts'
import type { Names } from '../columns/names.ts'
import type { People } from '../columns/people.ts'
import { byNumber } from '../columns/sort.ts'
import type { TypedWord } from './typed-text.ts'

/** The fit of each name on file to a typed word, by the name's number; 0 is no fit. */
type Grades = Uint8Array
/** `whole` is all of the name, `word` one of several. */
const grade = { corrected: 1, prefix: 2, word: 3, whole: 4 } as const

type Word = Pick<TypedWord, 'word' | 'role'> & { grades: Grades | undefined; corrections: string[] }

/** The slots whose names fit every typed word, in their order, and the grades. */
export type Named = { slots: Int32Array; words: Word[]; corrections: SearchPage['corrections'] }

/**
 * Each typed word is a prefix of a word of the name, in any order; if that finds no one, they are read without suffixes,
 * or a name that has no spaces as family and given name, or written as one. A title need not fit.
 */
export function findByWords(people: People, slots: Int32Array, typed: readonly TypedWord[]): Named {
  return firstFound(people, slots, spelledAsTyped(people.dictionaries.names, typed))
}

/** The same with the closest words in place of those that no name has, at last in place of any. */
export function findCorrected(people: People, slots: Int32Array, typed: readonly TypedWord[]): Named {
  return firstFound(people, slots, spelledOtherwise(people.dictionaries.names, typed))
}

/** By the first of the readings that finds someone; each is only made when those before found no one. */
function firstFound(people: People, slots: Int32Array, readings: Iterable<readonly Word[]>): Named {
  let named: Named | undefined
  for (const reading of readings) {
    const found = narrow(people, slots, reading)
    if (found.slots.length > 0 || slots.length === 0) return found
    named ??= found
  }
  return named ?? { slots: empty, words: [], corrections: [] }
}

function* spelledAsTyped(names: Names, typed: readonly TypedWord[]): Generator<readonly Word[]> {
  const asTyped = typed.map((each) => gradedWord(names, each))
  yield asTyped
  const plain = asTyped.filter(({ role }) => role !== 'suffix')
  if (plain.length < asTyped.length) yield plain
  for (const [at, { splits }] of typed.entries())
    for (const split of splits)
      yield asTyped.toSpliced(at, 1, ...split.map((word) => gradedWord(names, { word, role: null })))
  const words = plain.filter(({ role }) => role === null)
  if (words.length > 1) yield [gradedWord(names, { word: words.map(({ word }) => word).join(''), role: null })]
}

function* spelledOtherwise(names: Names, typed: readonly TypedWord[]): Generator<readonly Word[]> {
  const words = typed.filter(({ role }) => role === null).map((each) => gradedWord(names, each))
  const known = words.map((each) => (each.grades ? each : corrected(names, each)))
  if (known.some(({ corrections }) => corrections.length > 0)) yield known
  yield known.map((each) => (each.corrections.length > 0 ? each : corrected(names, each)))
}

function gradedWord(names: Names, { word, role }: Pick<TypedWord, 'word' | 'role'>): Word {
  return { word, role, grades: withPrefix(names, word), corrections: [] }
}

function withPrefix(names: Names, typed: string): Grades | undefined {
  const grades = new Uint8Array(names.texts.length)
  let isAny = false
  names.words.forEach((word, number) => {
    if (!word.startsWith(typed)) return
    for (const name of names.namesOf[number]!) {
      const fits = word !== typed ? grade.prefix : isWhole(names.folded[name]!, typed) ? grade.whole : grade.word
      grades[name] = Math.max(grades[name]!, fits)
      isAny ||= names.isUsed(name)
    }
  })
  return isAny ? grades : undefined
}

function isWhole(folded: string, typed: string): boolean {
  return folded === typed || folded.replaceAll(' ', '') === typed
}

function corrected(names: Names, { word, role, grades: known }: Word): Word {
  const grades = known?.slice() ?? new Uint8Array(names.texts.length)
  const isAsked = (number: number) => !names.words[number]!.startsWith(word) && names.isWordUsed(number)
  const found = closest(word, names.words, isAsked)
  for (const number of found)
    for (const name of names.namesOf[number]!) grades[name] = Math.max(grades[name]!, grade.corrected)
  return { word, role, grades, corrections: found.map((number) => names.words[number]!) }
}

function narrow(people: People, slots: Int32Array, typed: readonly Word[]): Named {
  const { today, other } = nameColumns(people)
  const columns = [...today, ...other]
  const asked = typed.filter(({ role }) => role !== 'title')
  const found = asked.every(({ grades }) => grades)
    ? asked.reduce((found, { grades }) => narrowToAnyMarked(found, columns, grades!), slots)
    : empty
  const isCorrected = (grades: Grades | undefined) =>
    found.some((slot) => bestOf(columns, slot, grades!) === grade.corrected)
  const unlike = asked.filter(
    ({ role, grades, corrections }) =>
      (role === null && !grades?.some(Boolean)) || (corrections.length > 0 && isCorrected(grades)),
  )
  return {
    slots: found,
    words: typed.filter(({ grades }) => grades),
    corrections: unlike.map(({ word, corrections }) => ({ typed: word, as: corrections.slice(0, maxNamed) })),
  }
}

/** At most this many corrections are shown; all of them are searched. */
const maxNamed = 8
/** This many typed words affect the order. */
const maxScored = 12

/**
 * The same slots, the best match first: those whose names fit as typed, by what they are called
 * today rather than by a former or middle name, whole rather than by a beginning, and in the typed order.
 */
export function byRelevance(
  people: People,
  { slots, words: all }: Named,
  { isLastFirst }: { isLastFirst: boolean },
): Int32Array {
  const { today, other } = nameColumns(people)
  const words = all.slice(0, maxScored)
  const scores = new Int32Array(slots.length)
  // A weight, as often as it can occur, adds up to less than the next one.
  const exact = 2
  const isToday = exact * (2 * words.length + 1)
  const asTyped = isToday * (words.length + 1)
  const scoresOfToday = [0, isToday, isToday + asTyped, isToday + asTyped + exact, isToday + asTyped + 2 * exact]
  const scoresOfOther = scoresOfToday.map((score, at) => (at === 0 ? 0 : score - isToday))
  for (const { grades, role } of words) {
    for (let at = 0; at < slots.length; at++) {
      const [now, once] = [bestOf(today, slots[at]!, grades!), bestOf(other, slots[at]!, grades!)]
      if (role === 'title' && now < grade.word) continue
      scores[at]! += Math.max(scoresOfToday[now]!, scoresOfOther[once]!)
    }
  }
  addOrder(people, slots, isLastFirst ? words.toReversed() : words, scores)
  return byNumber(slots, scores, true)
}

/** One more for those whose given name fits the first word, and whose family name the last. */
function addOrder(people: People, slots: Int32Array, words: readonly Word[], scores: Int32Array): void {
  const named = words.filter(({ role }) => role === null)
  if (named.length < 2) return
  const [first, last] = [named[0]!.grades!, named.at(-1)!.grades!]
  const given = [people.firstNames.values, people.preferredNames.values]
  const family = [people.lastNames.values, people.formerNames.values]
  for (let at = 0; at < slots.length; at++)
    if (bestOf(given, slots[at]!, first) > 0 && bestOf(family, slots[at]!, last) > 0) scores[at]! += 1
}

/** Names that someone is called by today, and the others. */
function nameColumns(people: People): { today: Int32Array[]; other: Int32Array[] } {
  return {
    today: [people.lastNames.values, people.firstNames.values, people.preferredNames.values],
    other: [people.middleNames.values, people.formerNames.values],
  }
}

function bestOf(columns: readonly Int32Array[], slot: number, grades: Grades): number {
  let best = 0
  for (let column = 0; column < columns.length; column++) best = Math.max(best, grades[columns[column]![slot]!]!)
  return best
}
