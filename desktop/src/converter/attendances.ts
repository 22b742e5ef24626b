import { mayBeOne } from './clean-cells.ts'

/** What is wrong with a row by itself. */
export const faults = [
  'fine',
  'no-address',
  'bad-address',
  'two-addresses',
  'no-day',
  'broken-nul',
  'broken-quote',
  'broken-width',
] as const
export type Fault = (typeof faults)[number]

/** Someone at an event, however often they are listed. `address` and `name` are read back from the memory of all texts. */
export type Attendance = { line: number; fault: Fault; day: number; minute: number; event: number; rows: number }

// Of each attendance, in one array: a million of them are no million objects.
const fields = {
  start: 0,
  lengths: 1,
  line: 2,
  fault: 3,
  day: 4,
  minute: 5,
  event: 6,
  rows: 7,
  next: 8,
  address: 9,
  hash: 10,
} as const
const stride = 11
const none = 0xffff_ffff
const pieceLength = 1 << 19
const longestAddress = 320
const longestName = 200
const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
/** Of one address, so many other names and days are compared; whoever has more is no person. */
const longestChain = 64

/**
 * Who attended, by address, name and day, in arrays of numbers: memory stays small and is not searched by the garbage collector.
 * Attendances of one address follow each other through `next`; the first of them bears what is known of the address.
 */
export class Attendances {
  #values = new Uint32Array(stride * 1024)
  #size = 0
  #buckets = new Uint32Array(1 << 12).fill(none)
  #addresses = 0
  readonly #pieces: Uint8Array[] = []
  #pieceEnd = 0
  /** The address that is added, and the name behind it, in UTF-8. */
  readonly #added = new Uint8Array(3 * (longestAddress + longestName))
  #addressEnd = 0
  #nameEnd = 0
  readonly #shared = new Set<number>()

  get size(): number {
    return this.#size
  }
  /** How many addresses there are. */
  get addresses(): number {
    return this.#addresses
  }

  /** Adds a row that has an address. The same person on the same day again is a row of the same attendance. */
  add(address: string, name: string, row: { line: number; day: number; minute: number; event: number }): void {
    this.#encode(address, name)
    const hash = hashOf(this.#added, this.#addressEnd)
    let bucket = hash & (this.#buckets.length - 1)
    for (let head = this.#buckets[bucket]!; head !== none; head = this.#buckets[bucket]!) {
      if (this.#hasAddress(head)) return this.#addTo(head, name, row)
      bucket = (bucket + 1) & (this.#buckets.length - 1)
    }
    const head = this.#append('fine', row)
    this.#values[head * stride + fields.hash] = hash
    this.#buckets[bucket] = head
    this.#addresses++
    if (this.#addresses * 2 > this.#buckets.length) this.#spread()
  }

  /** Adds a row that nobody can be found by. */
  addFaulty(fault: Fault, address: string, name: string, line: number, event = 0): void {
    this.#encode(address.slice(0, longestAddress), name)
    this.#append(fault, { line, day: 0, minute: 0, event })
  }

  at(index: number): Attendance {
    const value = (field: keyof typeof fields) => this.#values[index * stride + fields[field]]!
    return {
      line: value('line'),
      fault: faults[value('fault')]!,
      day: value('day'),
      minute: value('minute'),
      event: value('event'),
      rows: value('rows'),
    }
  }

  address(index: number): string {
    return this.#text(index, 0, this.#addressLength(index))
  }
  name(index: number): string {
    const from = this.#addressLength(index)
    return this.#text(index, from, (this.#values[index * stride + fields.lengths]! & 0xffff) - from)
  }

  /** The attendance that bears what is known of this one's address. */
  head(index: number): number {
    return this.#values[index * stride + fields.address]!
  }
  isHead(index: number): boolean {
    return this.head(index) === index
  }
  /** Whether people of different names have the address of this attendance. */
  isShared(index: number): boolean {
    return this.#shared.has(this.head(index))
  }

  #encode(address: string, name: string): void {
    this.#addressEnd = encoder.encodeInto(address, this.#added).written
    const rest = this.#added.subarray(this.#addressEnd)
    this.#nameEnd = this.#addressEnd + encoder.encodeInto(name.slice(0, longestName), rest).written
  }

  #addTo(head: number, name: string, row: { line: number; day: number; minute: number; event: number }): void {
    let last = head
    let isOther = false
    let length = 0
    for (
      let each = head;
      each !== none && length < longestChain;
      each = this.#values[each * stride + fields.next]!, length++
    ) {
      const isSame = this.#hasName(each) || mayBeOne(this.name(each), name)
      isOther ||= !isSame
      if (isSame && this.#values[each * stride + fields.day] === row.day) {
        this.#values[each * stride + fields.rows]!++
        if (isOther) this.#shared.add(head)
        return
      }
      last = each
    }
    if (isOther) this.#shared.add(head)
    const index = this.#append('fine', row)
    this.#values[index * stride + fields.address] = head
    this.#values[index * stride + fields.next] = this.#values[last * stride + fields.next]!
    this.#values[last * stride + fields.next] = index
  }

  #append(
    fault: Fault,
    { line, day, minute, event }: { line: number; day: number; minute: number; event: number },
  ): number {
    const index = this.#size++
    if ((index + 1) * stride > this.#values.length) {
      const values = new Uint32Array(this.#values.length * 2)
      values.set(this.#values)
      this.#values = values
    }
    this.#values.set(
      [
        this.#keep(),
        (this.#addressEnd << 16) | this.#nameEnd,
        line,
        faults.indexOf(fault),
        day,
        minute,
        event,
        1,
        none,
        index,
        0,
      ],
      index * stride,
    )
    return index
  }

  /** Texts lie behind each other, in pieces of half a megabyte; none goes over the end of one. */
  #keep(): number {
    if (this.#pieces.length === 0 || this.#pieceEnd + this.#nameEnd > pieceLength) {
      this.#pieces.push(new Uint8Array(pieceLength))
      this.#pieceEnd = 0
    }
    const start = (this.#pieces.length - 1) * pieceLength + this.#pieceEnd
    const piece = this.#pieces.at(-1)!
    for (let at = 0; at < this.#nameEnd; at++) piece[this.#pieceEnd++] = this.#added[at]!
    return start
  }

  #addressLength(index: number): number {
    return this.#values[index * stride + fields.lengths]! >>> 16
  }

  #text(index: number, from: number, length: number): string {
    const start = this.#values[index * stride]!
    const piece = this.#pieces[Math.floor(start / pieceLength)]!
    const begin = (start % pieceLength) + from
    return decoder.decode(piece.subarray(begin, begin + length))
  }

  #hasAddress(index: number): boolean {
    return this.#addressLength(index) === this.#addressEnd && this.#has(index, 0, this.#addressEnd)
  }
  /** Of an attendance that has the address. */
  #hasName(index: number): boolean {
    const end = this.#values[index * stride + fields.lengths]! & 0xffff
    return end === this.#nameEnd && this.#has(index, this.#addressEnd, end)
  }
  #has(index: number, from: number, end: number): boolean {
    const start = this.#values[index * stride]!
    const piece = this.#pieces[Math.floor(start / pieceLength)]!
    const begin = start % pieceLength
    for (let at = from; at < end; at++) if (piece[begin + at] !== this.#added[at]) return false
    return true
  }

  #spread(): void {
    const buckets = new Uint32Array(this.#buckets.length * 2).fill(none)
    for (const head of this.#buckets) {
      if (head === none) continue
      let bucket = this.#values[head * stride + fields.hash]! & (buckets.length - 1)
      while (buckets[bucket] !== none) bucket = (bucket + 1) & (buckets.length - 1)
      buckets[bucket] = head
    }
    this.#buckets = buckets
  }
}

/** FNV-1a. */
function hashOf(bytes: Uint8Array, end: number): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < end; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193)
  return (hash ^ (hash >>> 15)) >>> 0
}
