import type { SearchPage } from '@alumni/shared/alumni-search'
import type { ListColumn } from '../columns.ts'
import type { Dictionary } from './dictionary.ts'
import { keepListed, nobody } from './keep.ts'
import type { People } from './people.ts'
import { closest } from './similar-words.ts'

/** How well each word on file fits a typed one, by the word's number: 0 is not at all. */
type Grades = Uint8Array
const grade = { similar: 1, beginning: 2, exact: 3 } as const

/** Those of `slots` whose names fit every typed word, in their order, and how well. */
export type Named = { slots: Int32Array; grades: Grades[]; respelt: SearchPage['respelt'] }

/** Each typed word is the beginning of a word of the name, in any order; if nobody has them all, they are read otherwise. */
export function findByWords(people: People, slots: Int32Array, typed: readonly string[]): Named {
  const { words } = people.dictionaries
  const asTyped = typed.map((word): Word => ({ word, grades: beginnings(words, word), similar: [] }))
  const named = narrow(people, slots, asTyped)
  if (named.slots.length > 0 || slots.length === 0) return named
  for (const reading of otherReadings(words, asTyped)) {
    const named = narrow(people, slots, reading)
    if (named.slots.length > 0) return named
  }
  return named
}

type Word = { word: string; grades: Grades | undefined; similar: string[] }

/** Written as one, then with the closest words in place of those that nobody has, at last in place of any. */
function* otherReadings(words: Dictionary, asTyped: readonly Word[]): Generator<Word[]> {
  const asOne = asTyped.map(({ word }) => word).join('')
  if (asTyped.length > 1) yield [{ word: asOne, grades: beginnings(words, asOne), similar: [] }]
  const known = asTyped.map((each) => (each.grades ? each : respelt(words, each)))
  if (known.some(({ similar }) => similar.length > 0)) yield known
  yield known.map((each) => (each.similar.length > 0 ? each : respelt(words, each)))
}

function beginnings(words: Dictionary, typed: string): Grades | undefined {
  const grades = words.marks((word) => word.startsWith(typed))
  if (!grades) return undefined
  const exact = words.find(typed)
  for (let number = 0; number < grades.length; number++)
    if (grades[number]) grades[number] = number === exact ? grade.exact : grade.beginning
  return grades
}

function respelt(words: Dictionary, { word, grades: known }: Word): Word {
  const grades = known?.slice() ?? new Uint8Array(words.texts.length)
  const similar = closest(word, words, (number) => grades[number] === 0)
  for (const number of similar) grades[number] = grade.similar
  return { word, grades, similar: similar.map((number) => words.texts[number]!) }
}

function narrow({ words }: People, slots: Int32Array, typed: readonly Word[]): Named {
  const all = typed.map(({ grades }) => grades ?? new Uint8Array())
  const found = typed.every(({ grades }) => grades)
    ? typed.reduce((found, { grades }) => keepListed(found, words, grades), slots)
    : nobody
  const isSimilar = (grades: Grades | undefined) => found.some((slot) => bestOf(words, slot, grades!) === grade.similar)
  const unlike = typed.filter(
    ({ grades, similar }) => !grades?.some(Boolean) || (similar.length > 0 && isSimilar(grades)),
  )
  return {
    slots: found,
    grades: all,
    respelt: unlike.map(({ word, similar }) => ({ typed: word, as: similar.slice(0, mostNamed) })),
  }
}

/** So many words are named to the person; all of them are looked for. */
const mostNamed = 8

/** The same slots, those whose names fit best first. */
export function byRelevance({ words }: People, { slots, grades }: Named): Int32Array {
  const scores = new Int32Array(slots.length)
  for (const each of grades) slots.forEach((slot, at) => (scores[at]! += bestOf(words, slot, each)))
  const ordered = new Int32Array(slots.length)
  let count = 0
  for (let score = grades.length * grade.exact; score >= 0; score--) {
    for (let at = 0; at < slots.length; at++) if (scores[at] === score) ordered[count++] = slots[at]!
  }
  return ordered
}

function bestOf({ values, starts }: ListColumn, slot: number, grades: Grades): number {
  let best = 0
  for (let at = starts[slot]!; at < starts[slot + 1]!; at++) best = Math.max(best, grades[values[at]!]!)
  return best
}
