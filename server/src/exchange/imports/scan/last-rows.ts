/** A slot has 96 bits of hash and a line number; line 0 marks a free slot. */
const slotWords = 4

/**
 * Maps each key to its last line. Uses a hash table with 16 bytes per slot and a load factor of at most one half,
 * because a million string keys would need too much memory. Stores only hashes; the probability of a collision among a
 * million keys is 1 in 10^17.
 */
export class LastRows {
  #slots = new Int32Array(slotWords << 15)
  #used = 0
  hasDuplicates = false

  add(key: string, line: number): void {
    if (this.#used * slotWords * 2 > this.#slots.length) this.#grow()
    const [a, b, c] = hashOf(key)
    const slot = slotOf(this.#slots, a, b, c)
    if (this.#slots[slot + 3] === 0) this.#used++
    else this.hasDuplicates = true
    this.#slots.set([a, b, c, line], slot)
  }

  /** Returns 0 for an unknown key. */
  lineOf(key: string): number {
    return this.#slots[slotOf(this.#slots, ...hashOf(key)) + 3]!
  }

  #grow(): void {
    const slots = new Int32Array(this.#slots.length * 2)
    for (let from = 0; from < this.#slots.length; from += slotWords) {
      if (this.#slots[from + 3] === 0) continue
      const slot = this.#slots.subarray(from, from + slotWords)
      slots.set(slot, slotOf(slots, slot[0]!, slot[1]!, slot[2]!))
    }
    this.#slots = slots
  }
}

function slotOf(slots: Int32Array, a: number, b: number, c: number): number {
  let slot = (a * slotWords) & (slots.length - 1)
  while (slots[slot + 3] !== 0 && (slots[slot] !== a || slots[slot + 1] !== b || slots[slot + 2] !== c))
    slot = (slot + slotWords) & (slots.length - 1)
  return slot
}

/** Like cyrb53, but with three 32-bit hashes instead of two. */
function hashOf(key: string): [number, number, number] {
  let [a, b, c] = [0xdeadbeef, 0x41c6ce57, 0x9e3779b9]
  for (let index = 0; index < key.length; index++) {
    const code = key.charCodeAt(index)
    a = Math.imul(a ^ code, 2654435761)
    b = Math.imul(b ^ code, 1597334677)
    c = Math.imul(c ^ code, 2246822519)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(c ^ (c >>> 13), 3266489909)
  c = Math.imul(c ^ (c >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return [a | 0, b | 0, c | 0]
}
