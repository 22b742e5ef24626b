import type { SearchPage } from '@alumni/shared/alumni-search'
import type { Dictionary } from './dictionary.ts'
import { keep } from './keep.ts'
import type { People } from './people.ts'
import { closest } from './similar-words.ts'

/** How well each word on file fits a typed one, by the word's number: 0 is not at all. */
type Grades = Uint8Array
const grade = { similar: 1, beginning: 2, exact: 3 } as const

/** Those of `slots` whose names fit every typed word, in their order, and how well. */
export type Named = { slots: Int32Array; grades: Grades[]; respelt: SearchPage['respelt'] }

/**
 * Each typed word is the beginning of a word of the name, in any order. If nobody has them all, they are looked for written as
 * one, then with the closest words in place of those that nobody has, at last in place of any.
 */
export function findByWords(people: People, slots: Int32Array, typed: readonly string[]): Named {
  const { words } = people.dictionaries
  const asTyped = typed.map((word): Word => ({ word, grades: beginnings(words, word), similar: [] }))
  const attempts: (() => Word[])[] = [
    () => asTyped,
    () => (typed.length > 1 ? [{ word: typed.join(''), grades: beginnings(words, typed.join('')), similar: [] }] : asTyped),
    () => asTyped.map((each) => (each.grades ? each : respelt(words, each))),
    () => asTyped.map((each) => respelt(words, each)),
  ]
  for (const attempt of attempts) {
    const named = narrow(people, slots, attempt())
    if (named.slots.length > 0) return named
  }
  return narrow(people, slots, asTyped)
}

type Word = { word: string; grades: Grades | undefined; similar: string[] }

function beginnings(words: Dictionary, typed: string): Grades | undefined {
  const grades = words.marks((word) => word.startsWith(typed))
  if (!grades) return undefined
  const exact = words.find(typed)
  for (let number = 0; number < grades.length; number++) if (grades[number]) grades[number] = number === exact ? grade.exact : grade.beginning
  return grades
}

function respelt(words: Dictionary, { word, grades: known }: Word): Word {
  const grades = known?.slice() ?? new Uint8Array(words.texts.length)
  const similar = closest(word, words.used().filter((text) => !grades[words.find(text)!]))
  for (const text of similar) grades[words.find(text)!] = grade.similar
  return { word, grades, similar }
}

function narrow({ words }: People, slots: Int32Array, typed: readonly Word[]): Named {
  const all = typed.map(({ grades }) => grades ?? new Uint8Array())
  let found = slots
  for (const grades of all) found = keep(found, (slot) => bestOf(words.values, words.starts[slot]!, words.ends[slot]!, grades) > 0)
  const isSimilar = (grades: Grades | undefined) => found.some((slot) => bestOf(words.values, words.starts[slot]!, words.ends[slot]!, grades!) === grade.similar)
  const unlike = typed.filter(({ grades, similar }) => !grades?.some(Boolean) || (similar.length > 0 && isSimilar(grades)))
  return { slots: found, grades: all, respelt: unlike.map(({ word, similar }) => ({ typed: word, as: similar.slice(0, mostNamed) })) }
}

/** So many words are named to the person; all of them are looked for. */
const mostNamed = 8

/** The same slots, those whose names fit best first. */
export function byRelevance({ words }: People, { slots, grades }: Named): Int32Array {
  const scores = new Int32Array(slots.length)
  for (let at = 0; at < slots.length; at++) {
    const slot = slots[at]!
    for (const each of grades) scores[at]! += bestOf(words.values, words.starts[slot]!, words.ends[slot]!, each)
  }
  const ordered = new Int32Array(slots.length)
  let count = 0
  for (let score = grades.length * grade.exact; score >= 0; score--) {
    for (let at = 0; at < slots.length; at++) if (scores[at] === score) ordered[count++] = slots[at]!
  }
  return ordered
}

function bestOf(values: Int32Array, start: number, end: number, grades: Grades): number {
  let best = 0
  for (let at = start; at < end; at++) {
    const each = grades[values[at]!]!
    if (each > best) best = each
  }
  return best
}
