import type { Dictionary } from './dictionary.ts'

export interface Column {
  readonly bytes: number
  clear(slot: number): void
  /** Moves the values of slot `order[n]` to slot n. */
  reorder(order: Int32Array): void
}

/** A column with one 32-bit number per slot. A text is stored as its number in the dictionary. */
export class NumberColumn implements Column {
  values = new Int32Array(1024)
  readonly #dictionary: Dictionary | undefined

  constructor(dictionary?: Dictionary) {
    this.#dictionary = dictionary
  }

  get bytes(): number {
    return this.values.byteLength
  }

  set(slot: number, value: number): void {
    if (slot >= this.values.length) this.values = enlarge(this.values, slot + 1)
    this.values[slot] = value
  }

  setText(slot: number, text: string | null): void {
    const number = this.#dictionary!.use(text)
    this.#dictionary!.release(this.values[slot] ?? 0)
    this.set(slot, number)
  }

  textOf(slot: number): string | null {
    const number = this.values[slot]!
    return number === 0 ? null : this.#dictionary!.texts[number]!
  }

  clear(slot: number): void {
    this.#dictionary?.release(this.values[slot] ?? 0)
    this.set(slot, 0)
  }

  reorder(order: Int32Array): void {
    const { values } = this
    this.values = new Int32Array(order.length)
    for (let slot = 0; slot < order.length; slot++) this.values[slot] = values[order[slot]!]!
  }
}

/**
 * A column with a list of entries per slot: `values` from index `starts[slot]` up to, but excluding, `ends[slot]`. An
 * entry has `width` numbers, one per dictionary. `owners[n]` is the slot of entry n, or 0 if the entry is unused.
 */
export class ListColumn implements Column {
  readonly width: number
  values = new Int32Array(1024)
  owners = new Int32Array(1024)
  readonly #dictionaries: readonly (Dictionary | null)[]
  readonly #starts = new NumberColumn()
  readonly #ends = new NumberColumn()
  #length = 0
  #unused = 0

  constructor(dictionaries: readonly (Dictionary | null)[]) {
    this.#dictionaries = dictionaries
    this.width = dictionaries.length
  }

  get bytes(): number {
    return this.values.byteLength + this.owners.byteLength + this.#starts.bytes + this.#ends.bytes
  }

  get starts(): Int32Array {
    return this.#starts.values
  }

  get ends(): Int32Array {
    return this.#ends.values
  }

  /** Replaces the list of a slot. Callers must pass texts as numbers from `Dictionary.use`. */
  set(slot: number, list: readonly number[]): void {
    const [from, to] = [this.starts[slot] ?? 0, this.ends[slot] ?? 0]
    this.#release(from, to)
    const fitsInPlace = list.length <= to - from
    const start = fitsInPlace ? from : this.#length
    if (!fitsInPlace) {
      this.#length += list.length
      this.#reserve(this.#length)
    }
    for (let index = 0; index < list.length; index++) this.values[start + index] = list[index]!
    for (let index = start; index < start + list.length; index += this.width) this.owners[index / this.width] = slot
    const unusedFrom = fitsInPlace ? start + list.length : from
    for (let index = unusedFrom; index < to; index += this.width) this.owners[index / this.width] = 0
    this.#unused += to - unusedFrom
    this.#starts.set(slot, start)
    this.#ends.set(slot, start + list.length)
    if (this.#unused > 4096 && this.#unused * 2 > this.#length) this.compact(this.starts.length)
  }

  clear(slot: number): void {
    this.set(slot, [])
  }

  reorder(order: Int32Array): void {
    this.#starts.reorder(order)
    this.#ends.reorder(order)
    this.compact(order.length)
  }

  #release(from: number, to: number): void {
    this.#dictionaries.forEach((dictionary, part) => {
      if (dictionary)
        for (let index = from + part; index < to; index += this.width) dictionary.release(this.values[index]!)
    })
  }

  #reserve(length: number): void {
    if (length > this.values.length) this.values = enlarge(this.values, length)
    if (length > this.owners.length * this.width) this.owners = enlarge(this.owners, Math.ceil(length / this.width))
  }

  compact(slots: number): void {
    const { values, starts, ends } = this
    this.values = new Int32Array(this.#length - this.#unused)
    this.#length = 0
    for (let slot = 0; slot < slots; slot++) {
      const start = this.#length
      for (let index = starts[slot] ?? 0; index < (ends[slot] ?? 0); index++)
        this.values[this.#length++] = values[index]!
      this.#starts.set(slot, start)
      this.#ends.set(slot, this.#length)
    }
    this.#unused = 0
    this.#fillOwners(slots)
  }

  #fillOwners(slots: number): void {
    this.owners = new Int32Array(Math.ceil(this.values.length / this.width))
    const { owners, starts, ends, width } = this
    for (let slot = 0; slot < slots; slot++) {
      const end = ends[slot]! / width
      for (let entry = starts[slot]! / width; entry < end; entry++) owners[entry] = slot
    }
  }

  /** Returns the start and end of each slot's entries. Many slots get one range of all entries, which is faster. */
  entryRanges(slots: Int32Array): Int32Array {
    if (slots.length * 4 > this.starts.length) return Int32Array.of(0, this.#length / this.width)
    const entryRanges = new Int32Array(slots.length * 2)
    for (let index = 0; index < slots.length; index++) {
      const slot = slots[index]!
      entryRanges[index * 2] = this.starts[slot]! / this.width
      entryRanges[index * 2 + 1] = this.ends[slot]! / this.width
    }
    return entryRanges
  }
}

function enlarge(values: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(Math.max(length, Math.ceil(values.length * 1.2) + 1024))
  larger.set(values)
  return larger
}
