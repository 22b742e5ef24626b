import { assertNever } from '@alumni/shared/assert-never'
import type { SearchSort } from '@alumni/shared/alumni/search'
import type { NumberColumn } from './columns.ts'
import type { Dictionary } from './dictionary.ts'
import type { People } from './people.ts'
import { none } from './person.ts'

/** Sorts slots that are in name order. Ties stay in name order; people without a value come last. */
export function sortSlots(people: People, slots: Int32Array, sort: Exclude<SearchSort, 'relevance'>): Int32Array {
  switch (sort) {
    case 'name':
      return slots
    case '-name':
      return reverseNames(people, slots)
    case 'class_year':
    case '-class_year':
      return countingSort(slots, valuesOf(people.classYears, slots), sort.startsWith('-'))
    case 'last_engaged':
    case '-last_engaged':
      return countingSort(slots, valuesOf(people.lastEngaged, slots), sort.startsWith('-'))
    case 'place':
    case '-place':
      return countingSort(slots, ranksOf(people.places, people.dictionaries.places, slots), sort.startsWith('-'))
    default:
      return assertNever(sort)
  }
}

/** People without a name come last. */
export function sortByNames(people: People): Int32Array {
  const slots = people.listSlots()
  const ranks = rankTexts(people.dictionaries.names.folded)
  const parts = [new Int32Array(slots.length), new Int32Array(slots.length), new Int32Array(slots.length)] as const
  slots.forEach((slot, index) => {
    nameOfSlot(people, slot).forEach((name, part) => {
      const missingRank = part === 0 ? none : 0
      parts[part]![index] = name === 0 ? missingRank : ranks[name]!
    })
  })
  let order: Int32Array = Int32Array.from(slots.keys())
  for (const part of parts.toReversed())
    order = countingSort(
      order,
      order.map((index) => part[index]!),
      false,
    )
  return order.map((index) => slots[index]!)
}

/** Returns the dictionary numbers of the last, first and middle name, omitting blank names and padding with 0. */
export function nameOfSlot(people: People, slot: number): [number, number, number] {
  const { folded } = people.dictionaries.names
  const [last, first, middle] = [
    people.lastNames.values[slot]!,
    people.firstNames.values[slot]!,
    people.middleNames.values[slot]!,
  ]
  if (folded[last] && folded[first]) return [last, first, folded[middle] ? middle : 0]
  const [firstPart = 0, secondPart = 0, thirdPart = 0] = [last, first, middle].filter((name) => folded[name])
  return [firstPart, secondPart, thirdPart]
}

function reverseNames(people: People, slots: Int32Array): Int32Array {
  let namedCount = slots.length
  while (namedCount > 0 && nameOfSlot(people, slots[namedCount - 1]!)[0] === 0) namedCount--
  const reversed = slots.slice()
  reversed.subarray(0, namedCount).reverse()
  return reversed
}

function valuesOf({ values }: NumberColumn, slots: Int32Array): Int32Array {
  const numbers = new Int32Array(slots.length)
  for (let index = 0; index < slots.length; index++) numbers[index] = values[slots[index]!]!
  return numbers
}

function ranksOf(column: NumberColumn, { texts }: Dictionary, slots: Int32Array): Int32Array {
  const ranks = rankTexts(texts)
  const numbers = valuesOf(column, slots)
  for (let index = 0; index < numbers.length; index++)
    numbers[index] = numbers[index] === 0 ? none : ranks[numbers[index]!]!
  return numbers
}

/** Sorts slots by `keys` with a stable counting sort; `none` comes last. Overwrites `keys`. */
export function countingSort(slots: Int32Array, keys: Int32Array, isDescending: boolean): Int32Array {
  let [min, max] = [Infinity, -Infinity]
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index]!
    if (key === none) continue
    if (key < min) min = key
    if (key > max) max = key
  }
  const lastKey = max >= min ? max - min + 1 : 0
  for (let index = 0; index < keys.length; index++)
    keys[index] = keys[index] === none ? lastKey : isDescending ? max - keys[index]! : keys[index]! - min
  const nextPositions = new Int32Array(lastKey + 2)
  for (let index = 0; index < keys.length; index++) nextPositions[keys[index]! + 1]!++
  for (let key = 1; key < nextPositions.length; key++) nextPositions[key]! += nextPositions[key - 1]!
  const sorted = new Int32Array(slots.length)
  for (let index = 0; index < keys.length; index++) sorted[nextPositions[keys[index]!]!++] = slots[index]!
  return sorted
}

const rankCache = new WeakMap<readonly string[], Int32Array>()

/** Ranks texts alphabetically from 1; equal texts have equal ranks. Cached until texts are added. */
function rankTexts(texts: readonly string[]): Int32Array {
  const cached = rankCache.get(texts)
  if (cached?.length === texts.length) return cached
  const ranks = new Int32Array(texts.length)
  const order = [...texts.keys()].sort((a, b) => (texts[a]! < texts[b]! ? -1 : texts[a]! > texts[b]! ? 1 : 0))
  order.forEach((number, index) => {
    const previous = order[index - 1]
    ranks[number] = previous !== undefined && texts[previous] === texts[number] ? ranks[previous]! : index + 1
  })
  rankCache.set(texts, ranks)
  return ranks
}
