import type { Readable } from 'node:stream'
import { createBlankStripper } from '@alumni/shared/exchange/csv-quirks'
import Papa from 'papaparse'
import type { Encoding } from './import-batch.ts'
import { ImportRefused } from './definition.ts'

/** `newline` is also `\n` for files with `\r\n`. `preamble` is the number of characters before the header. */
export type CsvFormat = {
  encoding: Encoding
  delimiter: string
  newline: '\n' | '\r'
  preamble?: number
  hasBlanksBeforeQuotes?: boolean
}

/** `line` is the row number in a spreadsheet, starting at 1. */
export type CsvRecord = { line: number; cells: string[]; problem?: string; corrected?: readonly CellCorrection[] }
type CellCorrection = { cell: number; before: string; after: string }

/** A longer record is assumed to have an unclosed quotation mark. */
export const maxRecordLength = 1024 * 1024

/** Yields groups of `size` records; omits lines that are blank or have only delimiters. Throws `ImportRefused`. */
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

/** A record with a misplaced quotation mark may contain further records, so each of its lines is parsed separately. */
class RecordReader {
  /** Parsed records; the caller removes them. */
  readonly records: CsvRecord[] = []
  readonly #format: CsvFormat
  readonly #firstLine: number
  readonly #parser: Papa.Parser
  #line = 0
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
    if (!isEnd && this.#text.length - this.#readTo > maxRecordLength)
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
    const damage = problem ?? findDamage(cells, this.#damages)
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

export const unreadableCharacters = 'The line has characters that cannot be read; the file seems to mix encodings.'

/** `texts` maps cell indexes to new texts. */
export function correctRecord(record: CsvRecord, texts: ReadonlyMap<number, string>): CsvRecord {
  const cells = [...record.cells]
  const corrected = [...texts].map(([cell, after]) => {
    const before = cells[cell] ?? ''
    while (cells.length < cell) cells.push('')
    cells[cell] = after
    return { cell, before, after }
  })
  const problem = record.problem === tornQuote ? tornQuote : findDamage(cells, damageSigns)
  return { line: record.line, cells, ...(problem && { problem }), corrected }
}

function findDamage(cells: readonly string[], signs: typeof damageSigns): string | undefined {
  return signs.find(({ sign }) => cells.some((cell) => cell.includes(sign)))?.problem
}

export const isDamaged = (cell: string) => damageSigns.some(({ sign }) => cell.includes(sign))

const damageSigns = [
  { sign: '\0', problem: 'The line has a NUL byte in it.' },
  { sign: '\ufffd', problem: unreadableCharacters },
]
