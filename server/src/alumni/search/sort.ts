import { assertNever } from '@alumni/shared/assert-never'
import type { SearchSort } from '@alumni/shared/alumni-search'
import { none, type People } from './people.ts'

/** Slots that stand in the order of names, in another: ties by name, nothing on file last both ways. */
export function sorted(people: People, slots: Int32Array, sort: Exclude<SearchSort, 'relevance'>): Int32Array {
  switch (sort) {
    case 'name':
      return slots
    case '-name':
      return backwards(people, slots)
    case 'class_year':
    case '-class_year':
      return byNumber(slots, people.classYears.values, sort.startsWith('-'))
    case 'last_engaged':
    case '-last_engaged':
      return byNumber(slots, people.lastEngaged.values, sort.startsWith('-'))
    case 'place':
    case '-place':
      return byNumber(slots, ranked(people, slots), sort.startsWith('-'))
    default:
      return assertNever(sort)
  }
}

function backwards({ names }: People, slots: Int32Array): Int32Array {
  let named = slots.length
  while (named > 0 && names[slots[named - 1]!] === '') named--
  const turned = slots.slice()
  turned.subarray(0, named).reverse()
  return turned
}

/** Counts how many slots have each number, and puts every slot where its number's stretch begins: one pass each, and ties stay. */
function byNumber(slots: Int32Array, numbers: Int32Array, isDescending: boolean): Int32Array {
  let [least, most] = [Infinity, -Infinity]
  for (const slot of slots) {
    const number = numbers[slot]!
    if (number === none) continue
    if (number < least) least = number
    if (number > most) most = number
  }
  const spread = most >= least ? most - least + 1 : 0
  const bucketOf = (number: number) => (number === none ? spread : isDescending ? most - number : number - least)
  const places = new Int32Array(spread + 2)
  for (const slot of slots) places[bucketOf(numbers[slot]!) + 1]!++
  for (let at = 1; at < places.length; at++) places[at]! += places[at - 1]!
  const result = new Int32Array(slots.length)
  for (const slot of slots) result[places[bucketOf(numbers[slot]!)]!++] = slot
  return result
}

/** The alphabetical rank of each slot's place. */
function ranked({ places, dictionaries }: People, slots: Int32Array): Int32Array {
  const ranks = ranksOf(dictionaries.places.texts)
  const numbers = new Int32Array(places.values.length)
  for (const slot of slots) numbers[slot] = places.values[slot]! === none ? none : ranks[places.values[slot]!]!
  return numbers
}

const rankings = new WeakMap<readonly string[], Int32Array>()

/** The alphabetical rank of each text; worked out again when there are more of them. */
function ranksOf(texts: readonly string[]): Int32Array {
  const known = rankings.get(texts)
  if (known?.length === texts.length) return known
  const ranks = new Int32Array(texts.length)
  const order = [...texts.keys()].sort((a, b) => (texts[a]! < texts[b]! ? -1 : 1))
  order.forEach((number, rank) => (ranks[number] = rank))
  rankings.set(texts, ranks)
  return ranks
}
