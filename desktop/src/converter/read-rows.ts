import { createBlankStripper } from '@alumni/shared/exchange/csv-quirks'
import Papa from 'papaparse'
import { FileRefusal } from './source.ts'

export type Damage = 'nul' | 'quote'

/** `line` is the row number in a spreadsheet, starting at 1. */
export type OnRow = (cells: string[], line: number, damage: Damage | undefined) => void

/** If `newline` is `\n`, lines may also end in `\r\n`. */
export type Layout = { delimiter: string; newline: '\n' | '\r'; hasBlanksBeforeQuotes?: boolean }

/** A longer row must have an unclosed quotation mark. */
const maxRowLength = 1024 * 1024

/** Reads rows. Splits a row with unbalanced quotation marks into lines, so that only damaged lines are lost. */
export class RowReader {
  /** The minimum number of cells per row, or 0 if there is no header. */
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
    // A `step` callback takes less than half the time of collecting arrays.
    this.#parser = new Papa.Parser({ delimiter, newline, step: this.#step })
  }

  read(text: string, isEnd = false): void {
    this.#input = this.#rest + this.#closeUp(text, isEnd)
    this.#hasNul = this.#input.includes('\0')
    this.#from = 0
    this.#parser.parse(this.#input, 0, !isEnd)
    this.#rest = this.#input.slice(this.#from)
    this.#input = ''
    if (this.#rest.length > maxRowLength) this.#readOpenRow()
  }

  readonly #step = ({ data: [cells], errors, meta }: Papa.ParseStepResult<string[][]>) => {
    if (errors.length > 0) this.#readLines(this.#input.slice(this.#from, meta.cursor))
    else this.#onCells(cells!, undefined)
    this.#from = meta.cursor
  }

  #readOpenRow(): void {
    const end = this.#rest.lastIndexOf(this.#layout.newline) + 1
    if (end === 0)
      throw new FileRefusal(`Line ${this.#line + 1} is longer than 1 MB, so this cannot be an attendee list.`)
    this.#readLines(this.#rest.slice(0, end))
    this.#rest = this.#rest.slice(end)
  }

  #readLines(text: string): void {
    const lines = text.split(this.#layout.newline)
    if (lines.at(-1) === '') lines.pop()
    const parser = new Papa.Parser(this.#layout)
    for (const line of lines) {
      // The parser does not close a quoted cell before a final `\r`.
      const { data, errors } = parser.parse(line.replace(/\r$/, ''), 0, false) as Papa.ParseResult<string[]>
      const cells = data[0] ?? ['']
      const isTorn = errors.length > 0 || (cells.length < this.width && line.trim() !== '')
      this.#onCells(cells, isTorn ? 'quote' : undefined)
    }
  }

  #onCells(cells: string[], damage: Damage | undefined): void {
    const hasNul = this.#hasNul && cells.some((cell) => cell.includes('\0'))
    this.#onRow(cells, ++this.#line, damage ?? (hasNul ? 'nul' : undefined))
  }
}
