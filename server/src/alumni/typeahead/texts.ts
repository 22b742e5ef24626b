import { addTo, beginningsOf, listFor } from './beginnings.ts'
import { compareCodePoints } from './code-points.ts'
import { fold } from './typed-words.ts'

const nothing = 0

/** Distinct texts by small numbers; 0 is none. */
export class Texts {
  readonly #numbers = new Map<string | null, number>([[null, nothing]])
  readonly #texts: (string | null)[] = [null]
  readonly #folded: string[] = ['']
  readonly #byBeginning = new Map<string, number[]>()
  #marks = new Uint8Array()

  numberOf(text: string | null): number {
    const known = this.#numbers.get(text)
    if (known !== undefined) return known
    const number = this.#texts.push(text) - 1
    const folded = fold(text!)
    this.#folded.push(folded)
    this.#numbers.set(text, number)
    for (const beginning of beginningsOf(folded)) addTo(this.#byBeginning, beginning, number)
    return number
  }

  textOf(number: number): string | null {
    return this.#texts[number]!
  }

  /** As names are compared; blank for nothing. */
  folded(number: number): string {
    return this.#folded[number]!
  }

  /** Nothing comes last. */
  compare(a: number, b: number): number {
    if (a === b) return 0
    if (a === nothing || b === nothing) return a === nothing ? 1 : -1
    return compareCodePoints(this.#folded[a]!, this.#folded[b]!)
  }

  /** Does `work` with marks at the numbers of texts: bit n if word n begins the text. `all` has a bit for each word. */
  marking<T>(words: readonly string[], work: (marks: Uint8Array, all: number) => T): T {
    if (this.#marks.length < this.#texts.length) this.#marks = new Uint8Array(this.#texts.length * 2)
    const marked = words.map((word) => this.#beginningWith(word))
    marked.forEach((numbers, word) => numbers.forEach((number) => (this.#marks[number]! |= 1 << word)))
    try {
      return work(this.#marks, (1 << words.length) - 1)
    } finally {
      for (const numbers of marked) for (const number of numbers) this.#marks[number] = 0
    }
  }

  #beginningWith(word: string): readonly number[] {
    const { start, isExact } = listFor(word)
    const numbers = this.#byBeginning.get(start) ?? []
    return isExact ? numbers : numbers.filter((number) => this.#folded[number]!.startsWith(word))
  }
}
