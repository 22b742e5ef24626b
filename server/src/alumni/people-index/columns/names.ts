import { Dictionary } from './dictionary.ts'
import { fold, lowerCase, listWordsOfName } from './fold.ts'
import { compareCodePoints, findFirst, mergeSorted } from './ordering.ts'

export class Names extends Dictionary {
  readonly folded: string[] = ['']
  /** Lowercase names with accents, for the typeahead. */
  readonly lower: string[] = ['']
  /** Distinct words of all names; `namesOf[n]` lists the numbers of the names that contain word n. */
  readonly words: string[] = []
  readonly namesOf: number[][] = []
  readonly #numbers = new Map<string, number>()
  #inOrder = new Int32Array()
  #wordsInOrder = new Int32Array()

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
    this.#inOrder = addInOrder(this.#inOrder, this.lower, 1)
    return this.#inOrder
  }

  /** Returns the numbers of the words that start with `prefix`. */
  findWords(prefix: string): Int32Array {
    this.#wordsInOrder = addInOrder(this.#wordsInOrder, this.words, 0)
    const order = this.#wordsInOrder
    const firstNotBefore = (text: string) =>
      findFirst(0, order.length, (position) => compareCodePoints(this.words[order[position]!]!, text) >= 0)
    return order.subarray(firstNotBefore(prefix), firstNotBefore(`${prefix}\u{10ffff}`))
  }

  isWordUsed(word: number): boolean {
    return this.namesOf[word]!.some((name) => this.isUsed(name))
  }
}

/** Adds the numbers of new texts to `sorted`. Numbers start at `first`. */
function addInOrder(sorted: Int32Array<ArrayBuffer>, texts: readonly string[], first: number): Int32Array<ArrayBuffer> {
  const compare = (a: number, b: number) => compareCodePoints(texts[a]!, texts[b]!)
  const from = first + sorted.length
  const added = Int32Array.from({ length: texts.length - from }, (_, index) => from + index)
  return added.length > 0 ? mergeSorted(sorted, added.sort(compare), compare) : sorted
}
