import type { SearchPage } from '@alumni/shared/alumni/search'
import { findClosest } from './edit-distance.ts'
import { empty, narrowToAnyMarked } from '../columns/narrow.ts'
import type { Names } from '../columns/names.ts'
import type { People } from '../columns/people.ts'
import { countingSort } from '../columns/sort.ts'
import { isUncorrected } from './sentence-words.ts'
import type { NameToken } from './tokens.ts'

/** How well each name matches a typed word, by name number; 0 means no match. */
type Grades = Uint8Array
/** `whole` matches the entire name, `word` one of its words. */
const grade = { corrected: 1, prefix: 2, word: 3, whole: 4 } as const

type GradedWord = Pick<NameToken, 'word' | 'role'> & { grades: Grades | undefined; corrections: string[] }

export type NameMatches = { slots: Int32Array; words: GradedWord[]; corrections: SearchPage['corrections'] }

/** Matches words as typed. If no one matches, ignores suffixes, splits a name without spaces, or joins words. */
export function findByNames(people: People, slots: Int32Array, tokens: readonly NameToken[]): NameMatches {
  return findFirst(people, slots, listSpellings(people.dictionaries.names, tokens))
}

/** Corrects the spelling of unknown words. If no one matches, corrects all words. */
export function findByCorrectedNames(people: People, slots: Int32Array, tokens: readonly NameToken[]): NameMatches {
  return findFirst(people, slots, listCorrectedSpellings(people.dictionaries.names, tokens))
}

function findFirst(people: People, slots: Int32Array, readings: Iterable<readonly GradedWord[]>): NameMatches {
  let firstMatches: NameMatches | undefined
  for (const reading of readings) {
    const found = narrowToWords(people, slots, reading)
    if (found.slots.length > 0 || slots.length === 0) return found
    firstMatches ??= found
  }
  return firstMatches ?? { slots: empty, words: [], corrections: [] }
}

function* listSpellings(names: Names, tokens: readonly NameToken[]): Generator<readonly GradedWord[]> {
  const asTyped = tokens.map((each) => gradeWord(names, each))
  yield asTyped
  const plain = asTyped.filter(({ role }) => role !== 'suffix')
  if (plain.length < asTyped.length) yield plain
  for (const [index, { splits }] of tokens.entries())
    for (const split of splits)
      yield asTyped.toSpliced(index, 1, ...split.map((word) => gradeWord(names, { word, role: null })))
  const words = plain.filter(({ role }) => role === null)
  if (words.length > 1) yield [gradeWord(names, { word: words.map(({ word }) => word).join(''), role: null })]
}

function* listCorrectedSpellings(names: Names, tokens: readonly NameToken[]): Generator<readonly GradedWord[]> {
  const words = tokens.filter(({ role }) => role === null).map((each) => gradeWord(names, each))
  const known = words.map((each) => (each.grades ? each : correctWord(names, each)))
  if (known.some(({ corrections }) => corrections.length > 0)) yield known
  yield known.map((each) => (each.corrections.length > 0 ? each : correctWord(names, each)))
}

function gradeWord(names: Names, { word, role }: Pick<NameToken, 'word' | 'role'>): GradedWord {
  return { word, role, grades: gradePrefixMatches(names, word), corrections: [] }
}

function gradePrefixMatches(names: Names, prefix: string): Grades | undefined {
  const grades = new Uint8Array(names.texts.length)
  let isAny = false
  for (const number of names.findWords(prefix)) {
    const isWord = names.words[number] === prefix
    for (const name of names.namesOf[number]!) {
      const fits = !isWord
        ? grade.prefix
        : names.folded[name]!.replaceAll(' ', '') === prefix
          ? grade.whole
          : grade.word
      grades[name] = Math.max(grades[name]!, fits)
      isAny ||= names.isUsed(name)
    }
  }
  return isAny ? grades : undefined
}

function correctWord(names: Names, { word, role, grades: known }: GradedWord): GradedWord {
  const grades = known?.slice() ?? new Uint8Array(names.texts.length)
  const isCandidate = (number: number) => !names.words[number]!.startsWith(word) && names.isWordUsed(number)
  const found = isUncorrected(word) ? [] : findClosest(word, names.words, isCandidate)
  for (const number of found)
    for (const name of names.namesOf[number]!) grades[name] = Math.max(grades[name]!, grade.corrected)
  return { word, role, grades, corrections: found.map((number) => names.words[number]!) }
}

function narrowToWords(people: People, slots: Int32Array, words: readonly GradedWord[]): NameMatches {
  const { today, other } = nameColumns(people)
  const columns = [...today, ...other]
  const required = words.filter(({ role }) => role !== 'title')
  const found = required.every(({ grades }) => grades)
    ? required.reduce((found, { grades }) => narrowToAnyMarked(found, columns, grades!), slots)
    : empty
  const isCorrected = (grades: Grades | undefined) =>
    found.some((slot) => bestGrade(columns, slot, grades!) === grade.corrected)
  const unmatched = required.filter(
    ({ role, grades, corrections }) =>
      (role === null && !grades?.some(Boolean)) || (corrections.length > 0 && isCorrected(grades)),
  )
  return {
    slots: found,
    words: words.filter(({ grades }) => grades),
    corrections: unmatched.map(({ word, corrections }) => ({
      typed: word,
      as: corrections.slice(0, maxShownCorrections),
    })),
  }
}

/** Maximum number of corrections shown per word; the search uses all of them. */
const maxShownCorrections = 8
/** Maximum number of words that affect the order. */
const maxScored = 12

/** Sorts by relevance: matches without corrections first, then by current names, whole names, and the typed order. */
export function sortByRelevance(
  people: People,
  { slots, words: all }: NameMatches,
  { isLastFirst }: { isLastFirst: boolean },
): Int32Array {
  const { today, other } = nameColumns(people)
  const words = all.slice(0, maxScored)
  const scores = new Int32Array(slots.length)
  // Each weight exceeds the sum of all lower weights.
  const exactWeight = 2
  const todayWeight = exactWeight * (2 * words.length + 1)
  const typedWeight = todayWeight * (words.length + 1)
  const scoresOfToday = [
    0,
    todayWeight,
    todayWeight + typedWeight,
    todayWeight + typedWeight + exactWeight,
    todayWeight + typedWeight + 2 * exactWeight,
  ]
  const scoresOfOther = scoresOfToday.map((score, index) => (index === 0 ? 0 : score - todayWeight))
  for (const { grades, role } of words) {
    for (let index = 0; index < slots.length; index++) {
      const [todayGrade, otherGrade] = [
        bestGrade(today, slots[index]!, grades!),
        bestGrade(other, slots[index]!, grades!),
      ]
      if (role === 'title' && todayGrade < grade.word) continue
      scores[index]! += Math.max(scoresOfToday[todayGrade]!, scoresOfOther[otherGrade]!)
    }
  }
  addOrderScore(people, slots, isLastFirst ? words.toReversed() : words, scores)
  return countingSort(slots, scores, true)
}

function addOrderScore(people: People, slots: Int32Array, words: readonly GradedWord[], scores: Int32Array): void {
  const nameWords = words.filter(({ role }) => role === null)
  if (nameWords.length < 2) return
  const [first, last] = [nameWords[0]!.grades!, nameWords.at(-1)!.grades!]
  const givenNames = [people.firstNames.values, people.preferredNames.values]
  const familyNames = [people.lastNames.values, people.formerNames.values]
  for (let index = 0; index < slots.length; index++)
    if (bestGrade(givenNames, slots[index]!, first) > 0 && bestGrade(familyNames, slots[index]!, last) > 0)
      scores[index]! += 1
}

function nameColumns(people: People): { today: Int32Array[]; other: Int32Array[] } {
  return {
    today: [people.lastNames.values, people.firstNames.values, people.preferredNames.values],
    other: [people.middleNames.values, people.formerNames.values],
  }
}

function bestGrade(columns: readonly Int32Array[], slot: number, grades: Grades): number {
  let best = 0
  for (let column = 0; column < columns.length; column++) best = Math.max(best, grades[columns[column]![slot]!]!)
  return best
}
