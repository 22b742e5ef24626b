import type { ListColumn } from './columns.ts'

// Each kind of condition has a loop of its own, without callbacks, which the compiler can inline. No loop branches on
// the data: each slot is written, and the position moves on only behind those that fit. A branch that the processor
// mispredicts costs more than the write.

/** Returns the slots whose number in `values` is marked, in their order; without marks none. */
export function narrowToMarked(slots: Int32Array, values: Int32Array, marks: Uint8Array | undefined): Int32Array {
  if (!marks) return empty
  const found = borrowBuffer(slots.length)
  let count = 0
  for (let index = 0; index < slots.length; index++) {
    const slot = slots[index]!
    found[count] = slot
    count += marks[values[slot]!]!
  }
  return found.slice(0, count)
}

/** Returns the slots for which one of the columns has a marked number, in their order. */
export function narrowToAnyMarked(slots: Int32Array, columns: readonly Int32Array[], marks: Uint8Array): Int32Array {
  const [a, b, c, d, e] = columns as [Int32Array, Int32Array, Int32Array, Int32Array, Int32Array]
  const found = borrowBuffer(slots.length)
  let count = 0
  for (let index = 0; index < slots.length; index++) {
    const slot = slots[index]!
    found[count] = slot
    count += -(marks[a[slot]!]! | marks[b[slot]!]! | marks[c[slot]!]! | marks[d[slot]!]! | marks[e[slot]!]!) >>> 31
  }
  return found.slice(0, count)
}

/** Returns the slots with a number from `from` to `to`, in their order. */
export function narrowToRange(slots: Int32Array, values: Int32Array, from: number, to: number): Int32Array {
  const found = borrowBuffer(slots.length)
  let count = 0
  for (let index = 0; index < slots.length; index++) {
    const slot = slots[index]!
    found[count] = slot
    count += isBetween(values[slot]!, from, to)
  }
  return found.slice(0, count)
}

/** Returns the slots that `fits` marks, in their order. */
export function narrowToMarkedSlots(slots: Int32Array, slotMarks: Uint8Array): Int32Array {
  const found = borrowBuffer(slots.length)
  let count = 0
  for (let index = 0; index < slots.length; index++) {
    const slot = slots[index]!
    found[count] = slot
    count += -slotMarks[slot]! >>> 31
  }
  return found.slice(0, count)
}

/** Returns the slots with a marked number in their list, in their order; without marks none. */
export function narrowToListed(slots: Int32Array, column: ListColumn, marks: Uint8Array | undefined): Int32Array {
  if (!marks) return empty
  const { values, owners } = column
  const slotMarks = new Uint8Array(column.starts.length)
  const ranges = column.entryRanges(slots)
  for (let range = 0; range < ranges.length; range += 2) {
    for (let index = ranges[range]!; index < ranges[range + 1]!; index++)
      slotMarks[owners[index]!]! |= marks[values[index]!]!
  }
  return narrowToMarkedSlots(slots, slotMarks)
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
function borrowBuffer(length: number): Int32Array<ArrayBuffer> {
  if (sharedBuffer.length < length) sharedBuffer = new Int32Array(length)
  return sharedBuffer
}

let sharedBuffer = new Int32Array()
