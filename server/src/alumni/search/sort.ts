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

/** Counts how many slots have each number, and puts every slot where its number's stretch begins: a few passes, and ties stay. */
function byNumber(slots: Int32Array, numbers: Int32Array, isDescending: boolean): Int32Array {
  const keys = new Int32Array(slots.length)
  let [least, most] = [Infinity, -Infinity]
  for (let at = 0; at < slots.length; at++) {
    const key = (keys[at] = numbers[slots[at]!]!)
    if (key === none) continue
    if (key < least) least = key
    if (key > most) most = key
  }
  const spread = most >= least ? most - least + 1 : 0
  for (let at = 0; at < keys.length; at++) keys[at] = keys[at] === none ? spread : isDescending ? most - keys[at]! : keys[at]! - least
  const places = new Int32Array(spread + 2)
  for (let at = 0; at < keys.length; at++) places[keys[at]! + 1]!++
  for (let at = 1; at < places.length; at++) places[at]! += places[at - 1]!
  const result = new Int32Array(slots.length)
  for (let at = 0; at < keys.length; at++) result[places[keys[at]!]!++] = slots[at]!
  return result
}

/** The alphabetical rank of each slot's place. */
function ranked({ places, dictionaries }: People, slots: Int32Array): Int32Array {
  const ranks = ranksOf(dictionaries.places.texts)
  const numbers = new Int32Array(places.values.length)
  for (let at = 0; at < slots.length; at++) numbers[slots[at]!] = ranks[places.values[slots[at]!]!] ?? none
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
