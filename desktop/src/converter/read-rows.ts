import { createBlankStripper } from '@alumni/shared/exchange/csv-quirks'
import Papa from 'papaparse'
import { Refused } from './source.ts'

/** Why a line is no row. */
export type Damage = 'nul' | 'quote'

/** A row as it was read; `line` is its number in a spreadsheet, where the first one is 1. */
export type OnRow = (cells: string[], line: number, damage: Damage | undefined) => void

/** Separates the rows of a file; with `\n`, lines may end in `\r\n`. */
export type Layout = { delimiter: string; newline: '\n' | '\r'; hasBlanksBeforeQuotes?: boolean }

/** A row that is longer has a quotation mark that never closes. */
const longestRow = 1024 * 1024

/**
 * Splits text into rows. A row whose quotation marks are torn may have taken in rows behind it: each of its lines is
 * read by itself, so that none but the damaged ones are lost.
 */
export class RowReader {
  /** Rows have at least so many cells; 0 without a header. */
  width = 0
  #rest = ''
  #line = 0
  #hasNul = false
  #input = ''
  #from = 0
  readonly #parser: { parse(input: string, baseIndex: number, ignoreLastRow: boolean): unknown }
  readonly #layout: Layout
  readonly #onRow: OnRow
  readonly #closeUp: (text: string, isEnd: boolean) => string

  constructor(layout: Layout, onRow: OnRow) {
    const { delimiter, newline } = layout
    this.#layout = layout
    this.#onRow = onRow
    this.#closeUp = layout.hasBlanksBeforeQuotes ? createBlankStripper(layout.delimiter) : (text) => text
    // Row by row: a whole piece in arrays costs the garbage collector more than twice the reading.
    this.#parser = new Papa.Parser({ delimiter, newline, step: this.#step })
  }

  take(text: string, isEnd = false): void {
    this.#input = this.#rest + this.#closeUp(text, isEnd)
    this.#hasNul = this.#input.includes('\0')
    this.#from = 0
    this.#parser.parse(this.#input, 0, !isEnd)
    this.#rest = this.#input.slice(this.#from)
    this.#input = ''
    if (this.#rest.length > longestRow) this.#readOpenRow()
  }

  readonly #step = ({ data: [cells], errors, meta }: Papa.ParseStepResult<string[][]>) => {
    if (errors.length > 0) this.#readLines(this.#input.slice(this.#from, meta.cursor))
    else this.#read(cells!, undefined)
    this.#from = meta.cursor
  }

  /** The row that a quotation mark opens and that never closes. */
  #readOpenRow(): void {
    const end = this.#rest.lastIndexOf(this.#layout.newline) + 1
    if (end === 0) throw new Refused(`Line ${this.#line + 1} is longer than 1 MB, so this cannot be an attendee list.`)
    this.#readLines(this.#rest.slice(0, end))
    this.#rest = this.#rest.slice(end)
  }

  #readLines(text: string): void {
    const lines = text.split(this.#layout.newline)
    if (lines.at(-1) === '') lines.pop()
    const parser = new Papa.Parser(this.#layout)
    for (const line of lines) {
      // At the end of its input the parser takes only a quotation mark for the end of a quoted cell.
      const { data, errors } = parser.parse(line.replace(/\r$/, ''), 0, false) as Papa.ParseResult<string[]>
      const cells = data[0] ?? ['']
      const isTorn = errors.length > 0 || (cells.length < this.width && line.trim() !== '')
      this.#read(cells, isTorn ? 'quote' : undefined)
    }
  }

  #read(cells: string[], damage: Damage | undefined): void {
    const hasNul = this.#hasNul && cells.some((cell) => cell.includes('\0'))
    this.#onRow(cells, ++this.#line, damage ?? (hasNul ? 'nul' : undefined))
  }
}
