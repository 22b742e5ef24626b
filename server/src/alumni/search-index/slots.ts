import { NumberColumn } from './columns.ts'

const [free, gone] = [0, -1]

/** The slot of each BUID: a hash table with open addressing. */
export class Slots {
  #table = new Int32Array(1024)
  #taken = 0
  size = 0
  readonly #buids: NumberColumn

  constructor(buids: NumberColumn) {
    this.#buids = buids
  }

  find(buid: number): number | undefined {
    const slot = this.#table[this.#indexOf(buid)]!
    return slot === free ? undefined : slot
  }

  /** Takes a slot whose BUID is in its column and was not here before. */
  add(slot: number): void {
    if ((this.#taken + 1) * 2 > this.#table.length) this.#rehash()
    this.#table[this.#indexOf(this.#buids.values[slot]!)] = slot
    this.#taken += 1
    this.size += 1
  }

  remove(slot: number): void {
    this.#table[this.#indexOf(this.#buids.values[slot]!)] = gone
    this.size -= 1
  }

  /** Where the BUID is, or else where it would go. */
  #indexOf(buid: number): number {
    const mask = this.#table.length - 1
    let index = (Math.imul(buid, 0x9e3779b1) >>> 7) & mask
    for (; ; index = (index + 1) & mask) {
      const slot = this.#table[index]!
      if (slot === free || (slot !== gone && this.#buids.values[slot] === buid)) return index
    }
  }

  #rehash(): void {
    const slots = this.#table.filter((slot) => slot !== free && slot !== gone)
    this.#table = new Int32Array(2 ** Math.ceil(Math.log2(slots.length * 4 + 1024)))
    this.#taken = 0
    this.size = 0
    for (const slot of slots) this.add(slot)
  }
}
