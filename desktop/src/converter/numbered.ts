import { cleanCell } from '@alumni/shared/csv'
import { ownCopy } from './clean-cells.ts'

const maxTexts = 5000

/** Few different texts, each by a number from 1; 0 is a blank one, or one too many. */
export class Numbered {
  readonly texts: string[] = ['']
  readonly #numbers = new Map<string, number>()

  of(cell: string): number {
    const known = this.#numbers.get(cell)
    if (known !== undefined) return known
    const text = ownCopy(cleanCell(cell).slice(0, 500))
    if (text === '' || this.texts.length > maxTexts) return 0
    const number = this.#numbers.get(text) ?? this.texts.push(text) - 1
    this.#numbers.set(text, number)
    this.#numbers.set(ownCopy(cell), number)
    return number
  }
}
