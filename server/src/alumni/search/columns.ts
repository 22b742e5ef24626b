/** Whole numbers at growing places. */
export class NumberColumn {
  values: Int32Array<ArrayBuffer>

  constructor(capacity: number) {
    this.values = new Int32Array(capacity)
  }

  set(slot: number, value: number): void {
    if (slot >= this.values.length) this.values = grown(this.values, slot + 1)
    this.values[slot] = value
  }
}

/** Lists of whole numbers at growing places: those of `slot` are `values[starts[slot]]` up to `values[ends[slot]]`. */
export class ListColumn {
  values = new Int32Array(1024)
  #length = 0
  readonly #starts: NumberColumn
  readonly #ends: NumberColumn

  constructor(capacity: number) {
    this.#starts = new NumberColumn(capacity)
    this.#ends = new NumberColumn(capacity)
  }

  get starts(): Int32Array {
    return this.#starts.values
  }

  get ends(): Int32Array {
    return this.#ends.values
  }

  set(slot: number, list: readonly number[]): void {
    const end = this.#length + list.length
    if (end > this.values.length) this.values = grown(this.values, end)
    this.values.set(list, this.#length)
    this.#starts.set(slot, this.#length)
    this.#ends.set(slot, end)
    this.#length = end
  }

  /** Makes room for `lengths` numbers of each slot at once; `put` then adds two to the list of a slot. */
  fill(lengths: Int32Array, adding: (put: (slot: number, one: number, other: number) => void) => void): void {
    const total = lengths.reduce((sum, length) => sum + length, 0)
    this.values = new Int32Array(total)
    this.#length = total
    const next = new Int32Array(lengths.length)
    let start = 0
    lengths.forEach((length, slot) => {
      this.#starts.set(slot, start)
      next[slot] = start
      start += length
      this.#ends.set(slot, start)
    })
    adding((slot, one, other) => {
      this.values[next[slot]!++] = one
      this.values[next[slot]!++] = other
    })
  }
}

function grown(values: Int32Array<ArrayBuffer>, least: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(Math.max(least, Math.ceil(values.length * 1.5)))
  larger.set(values)
  return larger
}
