import type { SearchPage } from '@alumni/shared/alumni/search'
import { closest } from './edit-distance.ts'
import { empty, narrowToAnyMarked } from './narrow.ts'
import type { Names } from './names.ts'
import type { People } from './people.ts'

/** How well each name on file fits a typed word, by the name's number: 0 is not at all. */
type Grades = Uint8Array
const grade = { corrected: 1, prefix: 2, exact: 3 } as const

/** Those of `slots` whose names fit every typed word, in their order, and how well. */
export type Named = { slots: Int32Array; grades: Grades[]; corrections: SearchPage['corrections'] }

/** Each typed word is a prefix of a word of the name, in any order; if that finds no one, they are read otherwise. */
export function findByWords(people: People, slots: Int32Array, typed: readonly string[]): Named {
  const { names } = people.dictionaries
  const asTyped = typed.map((word): Word => ({ word, grades: withPrefix(names, word), corrections: [] }))
  const named = narrow(people, slots, asTyped)
  if (named.slots.length > 0 || slots.length === 0) return named
  for (const reading of otherReadings(names, asTyped)) {
    const named = narrow(people, slots, reading)
    if (named.slots.length > 0) return named
  }
  return named
}

type Word = { word: string; grades: Grades | undefined; corrections: string[] }

/** Written as one, then with the closest words in place of those that no name has, at last in place of any. */
function* otherReadings(names: Names, asTyped: readonly Word[]): Generator<Word[]> {
  const asOne = asTyped.map(({ word }) => word).join('')
  if (asTyped.length > 1) yield [{ word: asOne, grades: withPrefix(names, asOne), corrections: [] }]
  const known = asTyped.map((each) => (each.grades ? each : corrected(names, each)))
  if (known.some(({ corrections }) => corrections.length > 0)) yield known
  yield known.map((each) => (each.corrections.length > 0 ? each : corrected(names, each)))
}

function withPrefix(names: Names, typed: string): Grades | undefined {
  const grades = new Uint8Array(names.texts.length)
  let isAny = false
  names.words.forEach((word, number) => {
    if (!word.startsWith(typed)) return
    for (const name of names.namesOf[number]!) {
      grades[name] = Math.max(grades[name]!, word === typed ? grade.exact : grade.prefix)
      isAny ||= names.isUsed(name)
    }
  })
  return isAny ? grades : undefined
}

function corrected(names: Names, { word, grades: known }: Word): Word {
  const grades = known?.slice() ?? new Uint8Array(names.texts.length)
  const isAsked = (number: number) => !names.words[number]!.startsWith(word) && names.isWordUsed(number)
  const found = closest(word, names.words, isAsked)
  for (const number of found)
    for (const name of names.namesOf[number]!) grades[name] = Math.max(grades[name]!, grade.corrected)
  return { word, grades, corrections: found.map((number) => names.words[number]!) }
}

function narrow(people: People, slots: Int32Array, typed: readonly Word[]): Named {
  const columns = nameColumns(people)
  const found = typed.every(({ grades }) => grades)
    ? typed.reduce((found, { grades }) => narrowToAnyMarked(found, columns, grades!), slots)
    : empty
  const isCorrected = (grades: Grades | undefined) =>
    found.some((slot) => bestOf(columns, slot, grades!) === grade.corrected)
  const unlike = typed.filter(
    ({ grades, corrections }) => !grades?.some(Boolean) || (corrections.length > 0 && isCorrected(grades)),
  )
  return {
    slots: found,
    grades: typed.map(({ grades }) => grades ?? new Uint8Array()),
    corrections: unlike.map(({ word, corrections }) => ({ typed: word, as: corrections.slice(0, maxNamed) })),
  }
}

/** So many corrections are named to the person; all of them are looked for. */
const maxNamed = 8

/** The same slots, those whose names fit best first. */
export function byRelevance(people: People, { slots, grades }: Named): Int32Array {
  const columns = nameColumns(people)
  const scores = new Int32Array(slots.length)
  for (const each of grades) for (let at = 0; at < slots.length; at++) scores[at]! += bestOf(columns, slots[at]!, each)
  const ordered = new Int32Array(slots.length)
  let count = 0
  for (let score = grades.length * grade.exact; score >= 0; score--) {
    for (let at = 0; at < slots.length; at++) if (scores[at] === score) ordered[count++] = slots[at]!
  }
  return ordered
}

function nameColumns(people: People): Int32Array[] {
  return [people.lastNames, people.firstNames, people.middleNames, people.preferredNames, people.formerNames].map(
    ({ values }) => values,
  )
}

function bestOf(columns: readonly Int32Array[], slot: number, grades: Grades): number {
  let best = 0
  for (let column = 0; column < columns.length; column++) best = Math.max(best, grades[columns[column]![slot]!]!)
  return best
}
