import { Dictionary } from './dictionary.ts'
import { fold, lowerCase, listWordsOfName } from './fold.ts'
import { compareCodePoints, mergeSorted } from './ordering.ts'

export class Names extends Dictionary {
  readonly folded: string[] = ['']
  /** Lowercase names with accents, for the typeahead. */
  readonly lower: string[] = ['']
  /** Distinct words of all names; `namesOf[n]` lists the numbers of the names that contain word n. */
  readonly words: string[] = []
  readonly namesOf: number[][] = []
  readonly #numbers = new Map<string, number>()
  #inOrder = new Int32Array()

  protected override onAdded(name: string, number: number): void {
    const [folded, lower] = [fold(name), lowerCase(name)]
    this.folded[number] = folded
    // Shares one string to save memory, because most names have no accents.
    this.lower[number] = lower === folded ? folded : lower
    for (const word of listWordsOfName(name)) {
      const known = this.#numbers.get(word)
      if (known !== undefined) this.namesOf[known]!.push(number)
      else {
        this.#numbers.set(word, this.words.push(word) - 1)
        this.namesOf.push([number])
      }
    }
  }

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
