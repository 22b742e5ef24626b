/** Whole numbers at growing places. */
export class NumberColumn {
  values: Int32Array<ArrayBuffer>

  constructor(capacity = 1024) {
    this.values = new Int32Array(capacity)
  }

  set(slot: number, value: number): void {
    if (slot >= this.values.length) this.values = grown(this.values, slot + 1)
    this.values[slot] = value
  }

  /** Puts at each place what stood at the slot that `order` has there. */
  arrange(order: Int32Array): void {
    const { values } = this
    this.values = new Int32Array(values.length)
    for (let place = 0; place < order.length; place++) this.values[place] = values[order[place]!]!
  }
}

/**
 * Lists of entries at growing places, an entry being so many whole numbers as the column is wide. Those of `slot` are
 * `values[starts[slot]]` up to `values[ends[slot]]`; the entry at `values[at]` is of the slot `owners[at / width]`.
 */
export class ListColumn {
  values = new Int32Array(1024)
  owners = new Int32Array(1024)
  readonly #width: number
  #length = 0
  #slots = 0
  readonly #starts = new NumberColumn()

  constructor(width = 1) {
    this.#width = width
  }

  get starts(): Int32Array {
    return this.#starts.values
  }

  get ends(): Int32Array {
    return this.#starts.values.subarray(1)
  }

  /** Adds the list of the next slot. */
  add(list: readonly number[]): void {
    const start = this.#begin(list.length)
    for (let at = 0; at < list.length; at++) this.values[start + at] = list[at]!
  }

  /** Makes room for the next slot's list. */
  #begin(length: number): number {
    const start = this.#length
    const end = start + length
    if (end > this.values.length) this.values = grown(this.values, end)
    if (end > this.owners.length * this.#width) this.owners = grown(this.owners, end / this.#width)
    for (let at = start; at < end; at += this.#width) this.owners[at / this.#width] = this.#slots
    this.#starts.set(this.#slots++, start)
    this.#starts.set(this.#slots, end)
    this.#length = end
    return start
  }

  /** Puts at each place the list of the slot that `order` has there. */
  arrange(order: Int32Array): void {
    const { values, starts } = this
    this.#empty(values.length)
    for (let place = 0; place < order.length; place++) {
      const slot = order[place]!
      const start = this.#begin(starts[slot + 1]! - starts[slot]!)
      for (let from = starts[slot]!, to = start; from < starts[slot + 1]!; from++, to++) this.values[to] = values[from]!
    }
  }

  #empty(room: number): void {
    this.values = new Int32Array(room)
    this.owners = new Int32Array(room / this.#width)
    this.#starts.values = new Int32Array(this.starts.length)
    this.#length = 0
    this.#slots = 0
  }

  /** Makes room for lists of these lengths, one of each slot; `put` then adds two numbers to that of a slot. */
  fill(lengths: Int32Array, adding: (put: (slot: number, one: number, other: number) => void) => void): void {
    this.#empty(lengths.reduce((sum, length) => sum + length, 0))
    const next = lengths.map((length) => this.#begin(length))
    adding((slot, one, other) => {
      this.values[next[slot]!++] = one
      this.values[next[slot]!++] = other
    })
  }

  /** From which to before which entry the lists of these slots lie, two numbers each; all of them when they are many, which is read faster than piece by piece. */
  stretches(slots: Int32Array): Int32Array {
    if (slots.length * 4 > this.#slots) return Int32Array.of(0, this.#length / this.#width)
    const stretches = new Int32Array(slots.length * 2)
    for (let at = 0; at < slots.length; at++) {
      const slot = slots[at]!
      stretches[at * 2] = this.starts[slot]! / this.#width
      stretches[at * 2 + 1] = this.starts[slot + 1]! / this.#width
    }
    return stretches
  }
}

function grown(values: Int32Array<ArrayBuffer>, least: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(Math.max(least, Math.ceil(values.length * 1.5)))
  larger.set(values)
  return larger
}
