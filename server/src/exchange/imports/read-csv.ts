import type { Readable } from 'node:stream'
import { createBlankStripper } from '@alumni/shared/exchange/csv-quirks'
import Papa from 'papaparse'
import type { Encoding } from './import-batch.ts'
import { ImportRefused } from './definition.ts'

/** With `\n`, lines may end in `\r\n` as well. `preamble` is how many characters stand before the header. */
export type CsvFormat = {
  encoding: Encoding
  delimiter: string
  newline: '\n' | '\r'
  preamble?: number
  hasBlanksBeforeQuotes?: boolean
}

/** A record of the file; `line` is its row number in a spreadsheet: the first record is 1. */
export type CsvRecord = { line: number; cells: string[]; problem?: string; corrected?: readonly CellCorrection[] }
/** A cell that a person has corrected, by its index. */
type CellCorrection = { cell: number; before: string; after: string }

/** No record of a real export is longer; one that is has a quotation mark that never closes. */
export const longestRecord = 1024 * 1024

/**
 * Reads a CSV file record by record, `size` at a time, in flat memory, from the row `firstLine` on; blank lines, with
 * delimiters or without, are left out. Throws `ImportRefused`.
 */
export async function* readCsv(
  file: Readable,
  format: CsvFormat,
  size: number,
  firstLine = 1,
): AsyncGenerator<CsvRecord[]> {
  const reader = new RecordReader(format, firstLine)
  const { records } = reader
  const closeUp = format.hasBlanksBeforeQuotes ? createBlankStripper(format.delimiter) : (text: string) => text
  let toSkip = format.preamble ?? 0
  for await (const text of decode(file, format.encoding)) {
    reader.read(closeUp(text.slice(toSkip), false))
    toSkip = Math.max(0, toSkip - text.length)
    while (records.length >= size) yield records.splice(0, size)
  }
  reader.read(closeUp('', true), true)
  while (records.length > 0) yield records.splice(0, size)
}

/**
 * Splits text into records. A record whose quotation marks are torn may have swallowed records behind it: each of its
 * lines is read by itself, so that none but the damaged ones are lost.
 */
class RecordReader {
  /** Records read and not yet taken. */
  readonly records: CsvRecord[] = []
  readonly #format: CsvFormat
  readonly #firstLine: number
  readonly #parser: Papa.Parser
  #line = 0
  /** The cells of the header. */
  #width = 0
  #text = ''
  #readTo = 0
  #damages = damageSigns

  constructor({ delimiter, newline }: CsvFormat, firstLine: number) {
    this.#format = { delimiter, newline } as CsvFormat
    this.#firstLine = firstLine
    const config = { delimiter, newline, step: this.#step }
    this.#parser = new Papa.Parser(config)
  }

  read(more: string, isEnd = false): void {
    this.#text = this.#text.slice(this.#readTo) + more
    this.#readTo = 0
    this.#damages = damageSigns.filter(({ sign }) => this.#text.includes(sign))
    this.#parser.parse(this.#text, 0, !isEnd)
    if (!isEnd && this.#text.length - this.#readTo > longestRecord)
      throw new ImportRefused(
        `Line ${this.#line + 1} is longer than 1 MB. Most likely a quotation mark in it opens and never closes.`,
      )
  }

  readonly #step = ({ data: [cells], errors, meta }: Papa.ParseStepResult<string[][]>) => {
    const from = this.#readTo
    this.#readTo = meta.cursor
    if (errors.length === 0) return this.#add(cells!)
    if (errors.some(({ code }) => code === 'MissingQuotes'))
      throw new ImportRefused(`A quotation mark in line ${this.#line + 1} opens and never closes.`)
    this.#addLines(this.#text.slice(from, meta.cursor))
  }

  #addLines(text: string): void {
    const lines = text.split(this.#format.newline)
    if (lines.at(-1) === '') lines.pop()
    const parser = new Papa.Parser(this.#format)
    for (const line of lines) {
      const { data, errors } = parser.parse(line.replace(/\r$/, ''), 0, false) as Papa.ParseResult<string[]>
      const cells = data[0] ?? ['']
      const isTorn = errors.length > 0 || cells.length < this.#width
      this.#add(cells, isTorn ? tornQuote : undefined)
    }
  }

  #add(cells: string[], problem?: string): void {
    const line = ++this.#line
    if (line === 1) this.#width = cells.length
    if (line < this.#firstLine || cells.every(isBlank)) return
    const last = cells.at(-1)!
    if (last.endsWith('\r')) cells[cells.length - 1] = last.slice(0, -1)
    const damage = problem ?? damageIn(cells, this.#damages)
    this.records.push(damage === undefined ? { line, cells } : { line, cells, problem: damage })
  }
}

async function* decode(file: Readable, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of file as AsyncIterable<Buffer>) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

const isBlank = (cell: string) => cell.trim() === ''

const tornQuote = 'A quotation mark in the middle of a quoted cell hides where the cell ends. It must be written twice.'

/** The problem of a record with characters that are none in the file's encoding, in whichever cell. */
export const unreadableCharacters = 'The line has characters that cannot be read; the file seems to mix encodings.'

/** The record with other cells in place of those at these indexes. */
export function correctRecord(record: CsvRecord, texts: ReadonlyMap<number, string>): CsvRecord {
  const cells = [...record.cells]
  const corrected = [...texts].map(([cell, after]) => {
    const before = cells[cell] ?? ''
    while (cells.length < cell) cells.push('')
    cells[cell] = after
    return { cell, before, after }
  })
  const problem = record.problem === tornQuote ? tornQuote : damageIn(cells, damageSigns)
  return { line: record.line, cells, ...(problem && { problem }), corrected }
}

function damageIn(cells: readonly string[], signs: typeof damageSigns): string | undefined {
  return signs.find(({ sign }) => cells.some((cell) => cell.includes(sign)))?.problem
}

/** Whether a cell has characters for which its record cannot be read. */
export const isDamaged = (cell: string) => damageSigns.some(({ sign }) => cell.includes(sign))

const damageSigns = [
  { sign: '\0', problem: 'The line has a NUL byte in it.' },
  { sign: '\ufffd', problem: unreadableCharacters },
]
