import type { ListColumn } from './columns.ts'

// Each kind of condition has a loop of its own, without callbacks, which the compiler can inline. No loop branches on
// the data: each slot is written, and the position moves on only behind those that fit. A branch that the processor
// mispredicts costs more than the write.

/** Returns the slots whose number in `values` is marked, in their order; without marks none. */
export function narrowToMarked(slots: Int32Array, values: Int32Array, marks: Uint8Array | undefined): Int32Array {
  if (!marks) return empty
  const found = room(slots.length)
  let count = 0
  for (let at = 0; at < slots.length; at++) {
    const slot = slots[at]!
    found[count] = slot
    count += marks[values[slot]!]!
  }
  return found.slice(0, count)
}

/** Returns the slots for which one of the columns has a marked number, in their order. */
export function narrowToAnyMarked(slots: Int32Array, columns: readonly Int32Array[], marks: Uint8Array): Int32Array {
  const [a, b, c, d, e] = columns as [Int32Array, Int32Array, Int32Array, Int32Array, Int32Array]
  const found = room(slots.length)
  let count = 0
  for (let at = 0; at < slots.length; at++) {
    const slot = slots[at]!
    found[count] = slot
    count += -(marks[a[slot]!]! | marks[b[slot]!]! | marks[c[slot]!]! | marks[d[slot]!]! | marks[e[slot]!]!) >>> 31
  }
  return found.slice(0, count)
}

/** Returns the slots with a number from `from` to `to`, in their order. */
export function narrowToRange(slots: Int32Array, values: Int32Array, from: number, to: number): Int32Array {
  const found = room(slots.length)
  let count = 0
  for (let at = 0; at < slots.length; at++) {
    const slot = slots[at]!
    found[count] = slot
    count += isBetween(values[slot]!, from, to)
  }
  return found.slice(0, count)
}

/** Returns the slots that `fits` marks, in their order. */
export function narrowToIds(slots: Int32Array, fits: Uint8Array): Int32Array {
  const found = room(slots.length)
  let count = 0
  for (let at = 0; at < slots.length; at++) {
    const slot = slots[at]!
    found[count] = slot
    count += -fits[slot]! >>> 31
  }
  return found.slice(0, count)
}

/** Returns the slots with a marked number in their list, in their order; without marks none. */
export function narrowToListed(slots: Int32Array, column: ListColumn, marks: Uint8Array | undefined): Int32Array {
  if (!marks) return empty
  const { values, owners } = column
  const fits = new Uint8Array(column.starts.length)
  const stretches = column.stretches(slots)
  for (let stretch = 0; stretch < stretches.length; stretch += 2) {
    for (let at = stretches[stretch]!; at < stretches[stretch + 1]!; at++) fits[owners[at]!]! |= marks[values[at]!]!
  }
  return narrowToIds(slots, fits)
}

/**
 * 1 for a number from `from` to `to`, else 0; from the signs of two differences, none of which may need more than 32
 * bits.
 */
export function isBetween(number: number, from: number, to: number): number {
  return ~((number - from) | (to - number)) >>> 31
}

export const empty = new Int32Array()

/** All loops share this room: the slots found are copied out. */
function room(length: number): Int32Array<ArrayBuffer> {
  if (shared.length < length) shared = new Int32Array(length)
  return shared
}

let shared = new Int32Array()
