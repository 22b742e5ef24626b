/** Assigns numbers to distinct texts (dictionary encoding) and counts their uses. The number 0 means no text. */
export class Dictionary {
  readonly texts: string[] = ['']
  readonly #numbers = new Map<string, number>()
  #uses = new Int32Array(1024)

  use(text: string | null): number {
    if (text === null) return 0
    const number = this.#numbers.get(text) ?? this.#add(text)
    this.#uses[number]! += 1
    return number
  }

  release(number: number): void {
    this.#uses[number]! -= 1
  }

  #add(part: string): number {
    // Copies the text, because a slice would keep the whole chunk of COPY in memory.
    const text = Buffer.from(part).toString()
    const number = this.texts.push(text) - 1
    this.#numbers.set(text, number)
    if (number >= this.#uses.length) {
      const larger = new Int32Array(number * 2)
      larger.set(this.#uses)
      this.#uses = larger
    }
    this.onAdded(text, number)
    return number
  }

  protected onAdded(_text: string, _number: number): void {}

  isUsed(number: number): boolean {
    return number > 0 && this.#uses[number]! > 0
  }

  find(text: string): number | undefined {
    const number = this.#numbers.get(text)
    return number !== undefined && this.isUsed(number) ? number : undefined
  }

  /** Returns an array that is 1 at the number of each matching text in use, or undefined if none match. */
  markTexts(isMatch: (text: string, number: number) => boolean): Uint8Array | undefined {
    const marks = new Uint8Array(this.texts.length)
    let hasMarks = false
    for (let number = 1; number < marks.length; number++) {
      if (this.#uses[number]! <= 0 || !isMatch(this.texts[number]!, number)) continue
      marks[number] = 1
      hasMarks = true
    }
    return hasMarks ? marks : undefined
  }

  listUsed(): string[] {
    const numbers = [...this.texts.keys()].filter((number) => this.isUsed(number))
    return numbers
      .sort((a, b) => this.#uses[b]! - this.#uses[a]! || (this.texts[a]! < this.texts[b]! ? -1 : 1))
      .map((number) => this.texts[number]!)
  }
}
