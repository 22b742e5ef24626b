import { Dictionary } from './dictionary.ts'
import { fold, lowerCase, wordsOfName } from './fold.ts'
import { compareCodePoints, mergeSorted } from './ordering.ts'

/** Names as they are on file, and what each is found and ordered by. */
export class Names extends Dictionary {
  /** As the search orders names: without accents. */
  readonly folded: string[] = ['']
  /** As the typeahead compares names: small letters, accents and all. */
  readonly lower: string[] = ['']
  /** Distinct words of names; each is a word of the names in `namesOf` at the same place. */
  readonly words: string[] = []
  readonly namesOf: number[][] = []
  readonly #numbers = new Map<string, number>()
  #inOrder = new Int32Array()

  protected override onAdded(name: string, number: number): void {
    const [folded, lower] = [fold(name), lowerCase(name)]
    this.folded[number] = folded
    // Most are the same text, which then is in memory once.
    this.lower[number] = lower === folded ? folded : lower
    for (const word of wordsOfName(name)) {
      const known = this.#numbers.get(word)
      if (known !== undefined) this.namesOf[known]!.push(number)
      else {
        this.#numbers.set(word, this.words.push(word) - 1)
        this.namesOf.push([number])
      }
    }
  }

  /** The numbers of all names, by their small letters in the order of code points. */
  listInOrder(): Int32Array {
    const compare = (a: number, b: number) => compareCodePoints(this.lower[a]!, this.lower[b]!)
    const sortedCount = this.#inOrder.length
    const added = Int32Array.from(
      { length: this.lower.length - 1 - sortedCount },
      (_, index) => sortedCount + 1 + index,
    )
    if (added.length > 0) this.#inOrder = mergeSorted(this.#inOrder, added.sort(compare), compare)
    return this.#inOrder
  }

  isWordUsed(word: number): boolean {
    return this.namesOf[word]!.some((name) => this.isUsed(name))
  }
}
