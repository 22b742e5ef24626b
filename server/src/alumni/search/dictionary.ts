/** Distinct texts by small numbers, and how many entries of people use each: columns hold the numbers. Number 0 is the blank text, which nobody asks for. */
export class Dictionary {
  readonly #numbers = new Map<string, number>([['', 0]])
  readonly texts: string[] = ['']
  readonly #uses: number[] = [0]

  /** The number of `text`, which is used once more, or so many times. */
  use(text: string, times = 1): number {
    let number = this.#numbers.get(text)
    if (number === undefined) {
      number = this.texts.push(text) - 1
      this.#numbers.set(text, number)
      this.#uses.push(0)
    }
    this.#uses[number]! += times
    return number
  }

  release(number: number): void {
    this.#uses[number]!--
  }

  isUsed(number: number): boolean {
    return number > 0 && this.#uses[number]! > 0
  }

  /** The number of a text that is in use. */
  find(text: string): number | undefined {
    const number = this.#numbers.get(text)
    return number !== undefined && this.isUsed(number) ? number : undefined
  }

  /** 1 at the numbers of texts in use that `fits`; undefined: there are none. */
  marks(fits: (text: string, number: number) => boolean): Uint8Array | undefined {
    const marks = new Uint8Array(this.texts.length)
    let any = false
    for (let number = 1; number < marks.length; number++) {
      if (!this.#uses[number] || !fits(this.texts[number]!, number)) continue
      marks[number] = 1
      any = true
    }
    return any ? marks : undefined
  }

  /** Texts in use. */
  used(): string[] {
    return this.texts.filter((_, number) => this.isUsed(number))
  }

  /** Texts in use, those with most uses first. */
  mostUsed(): string[] {
    const usesOf = (text: string) => this.#uses[this.#numbers.get(text)!]!
    return this.used().sort((a, b) => usesOf(b) - usesOf(a) || (a < b ? -1 : 1))
  }
}
