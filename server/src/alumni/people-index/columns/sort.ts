import { assertNever } from '@alumni/shared/assert-never'
import type { SearchSort } from '@alumni/shared/alumni/search'
import type { NumberColumn } from './columns.ts'
import type { Dictionary } from './dictionary.ts'
import type { People } from './people.ts'
import { none } from './person.ts'

/** Slots that stand in the order of names, in another: ties by name, nothing on file last both ways. */
export function sorted(people: People, slots: Int32Array, sort: Exclude<SearchSort, 'relevance'>): Int32Array {
  switch (sort) {
    case 'name':
      return slots
    case '-name':
      return backwards(people, slots)
    case 'class_year':
    case '-class_year':
      return byNumber(slots, numbersOf(people.classYears, slots), sort.startsWith('-'))
    case 'last_engaged':
    case '-last_engaged':
      return byNumber(slots, numbersOf(people.lastEngaged, slots), sort.startsWith('-'))
    case 'place':
    case '-place':
      return byNumber(slots, ranksOf(people.places, people.dictionaries.places, slots), sort.startsWith('-'))
    default:
      return assertNever(sort)
  }
}

/** Everyone's slots in the order of their names, those without one last; ties by the number of the slot. */
export function inOrderOfNames(people: People): Int32Array {
  const slots = people.everyone()
  const ranks = alphabetical(people.dictionaries.names.folded)
  const parts = [new Int32Array(slots.length), new Int32Array(slots.length), new Int32Array(slots.length)] as const
  slots.forEach((slot, at) =>
    nameOf(people, slot).forEach(
      (name, part) => (parts[part]![at] = name === 0 ? (part === 0 ? none : 0) : ranks[name]!),
    ),
  )
  let order: Int32Array = Int32Array.from(slots.keys())
  for (const part of parts.toReversed())
    order = byNumber(
      order,
      order.map((at) => part[at]!),
      false,
    )
  return order.map((at) => slots[at]!)
}

/**
 * The numbers of the name's parts in their order, last name first. What is blank is left out, so that only later parts
 * are 0.
 */
export function nameOf(people: People, slot: number): [number, number, number] {
  const { folded } = people.dictionaries.names
  const [last, first, middle] = [
    people.lastNames.values[slot]!,
    people.firstNames.values[slot]!,
    people.middleNames.values[slot]!,
  ]
  // Most people have a last and a first name.
  if (folded[last] && folded[first]) return [last, first, folded[middle] ? middle : 0]
  const [one = 0, other = 0, third = 0] = [last, first, middle].filter((name) => folded[name])
  return [one, other, third]
}

function backwards(people: People, slots: Int32Array): Int32Array {
  let named = slots.length
  while (named > 0 && nameOf(people, slots[named - 1]!)[0] === 0) named--
  const turned = slots.slice()
  turned.subarray(0, named).reverse()
  return turned
}

function numbersOf({ values }: NumberColumn, slots: Int32Array): Int32Array {
  const numbers = new Int32Array(slots.length)
  for (let at = 0; at < slots.length; at++) numbers[at] = values[slots[at]!]!
  return numbers
}

/** The alphabetical rank of each slot's text; `none` without one. */
function ranksOf(column: NumberColumn, { texts }: Dictionary, slots: Int32Array): Int32Array {
  const ranks = alphabetical(texts)
  const numbers = numbersOf(column, slots)
  for (let at = 0; at < numbers.length; at++) numbers[at] = numbers[at] === 0 ? none : ranks[numbers[at]!]!
  return numbers
}

/**
 * Counts how many slots have each key, and puts every slot where its key's stretch begins: a few passes, and ties stay.
 */
export function byNumber(slots: Int32Array, keys: Int32Array, isDescending: boolean): Int32Array {
  let [least, most] = [Infinity, -Infinity]
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at]!
    if (key === none) continue
    if (key < least) least = key
    if (key > most) most = key
  }
  const spread = most >= least ? most - least + 1 : 0
  for (let at = 0; at < keys.length; at++)
    keys[at] = keys[at] === none ? spread : isDescending ? most - keys[at]! : keys[at]! - least
  const places = new Int32Array(spread + 2)
  for (let at = 0; at < keys.length; at++) places[keys[at]! + 1]!++
  for (let at = 1; at < places.length; at++) places[at]! += places[at - 1]!
  const result = new Int32Array(slots.length)
  for (let at = 0; at < keys.length; at++) result[places[keys[at]!]!++] = slots[at]!
  return result
}

const rankings = new WeakMap<readonly string[], Int32Array>()

/** The alphabetical rank of each text from 1, the same for equal ones; worked out again when there are more of them. */
function alphabetical(texts: readonly string[]): Int32Array {
  const known = rankings.get(texts)
  if (known?.length === texts.length) return known
  const ranks = new Int32Array(texts.length)
  const order = [...texts.keys()].sort((a, b) => (texts[a]! < texts[b]! ? -1 : texts[a]! > texts[b]! ? 1 : 0))
  order.forEach((number, at) => {
    const before = order[at - 1]
    ranks[number] = before !== undefined && texts[before] === texts[number] ? ranks[before]! : at + 1
  })
  rankings.set(texts, ranks)
  return ranks
}
