/**
 * Finds the rows that may have the same key as another one, in 16 bytes a row: a million keys as strings would not fit
 * beside the rest of a scan. Only a hash of each key is kept, so a row it names need not have a twin: compare the keys.
 */
export class SeenKeys {
  #hashes = new Float64Array(1 << 15)
  #lines = new Int32Array(1 << 15)
  #used = 0
  /** Lines of rows whose hash another row has too. */
  readonly suspects = new Set<number>()

  add(key: string, line: number): void {
    if (this.#used * 2 > this.#hashes.length) this.#grow()
    const hash = hashOf(key)
    const at = this.#slotOf(hash)
    if (this.#lines[at] === 0) {
      this.#hashes[at] = hash
      this.#lines[at] = line
      this.#used++
    } else {
      this.suspects.add(this.#lines[at]!)
      this.suspects.add(line)
    }
  }

  /** The slot of the hash, or the free one where it belongs. */
  #slotOf(hash: number): number {
    const mask = this.#hashes.length - 1
    let at = (hash % 0x1_0000_0000) & mask
    while (this.#lines[at] !== 0 && this.#hashes[at] !== hash) at = (at + 1) & mask
    return at
  }

  #grow(): void {
    const [hashes, lines] = [this.#hashes, this.#lines]
    this.#hashes = new Float64Array(hashes.length * 2)
    this.#lines = new Int32Array(hashes.length * 2)
    for (let from = 0; from < lines.length; from++) {
      if (lines[from] === 0) continue
      const at = this.#slotOf(hashes[from]!)
      this.#hashes[at] = hashes[from]!
      this.#lines[at] = lines[from]!
    }
  }
}

/** 53 bits, from two 32-bit multiplicative hashes mixed as in cyrb53. */
function hashOf(key: string): number {
  let [high, low] = [0xdeadbeef, 0x41c6ce57]
  for (let at = 0; at < key.length; at++) {
    const code = key.charCodeAt(at)
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return 4294967296 * (2097151 & low) + (high >>> 0)
}
