import Papa from 'papaparse'
import { Refused } from './source.ts'

/** Why a line is no row. */
export type Damage = 'nul' | 'quote'

/** A row as it was read, whose cells hold until the next one; `line` is its number in a spreadsheet, where the first one is 1. */
export type OnRow = (cells: string[], line: number, damage: Damage | undefined) => void

/** A row that is longer has a quotation mark that never closes. */
const longestRow = 1024 * 1024
/** A row of delimiters alone. */
const blankRow = ['']
const quote = 34
const lineFeed = 10
const carriageReturn = 13
const encoder = new TextEncoder()

/** A character of several bytes is one, or two where it takes four. */
function shiftOf(byte: number): number {
  if (byte < 0xc0) return 1
  return byte >= 0xf0 ? -1 : 0
}

/**
 * Splits text into rows. Well-formed rows are read in place, and only the cells of `columns`; a row whose quotation marks are not,
 * and what follows it in the same piece of text, is PapaParse's.
 */
export class RowReader {
  /** The columns whose cells are wanted, the others being blank; all of them until a header has been read. */
  columns: readonly boolean[] | undefined
  #rest = ''
  /** Of every row, once its columns are known: a million arrays would be the garbage collector's work. */
  #cells: string[] = []
  #bytes = new Uint8Array(1 << 16)
  #line = 0
  readonly #delimiter: string
  readonly #newline: '\n' | '\r'
  readonly #onRow: OnRow

  constructor({ delimiter, newline }: Layout, onRow: OnRow) {
    this.#delimiter = delimiter
    this.#newline = newline
    this.#onRow = onRow
  }

  take(text: string, isEnd = false): void {
    // The row that was cut off is read with its own end, so that the rest of the piece is not copied.
    const cut = this.#rest === '' ? 0 : text.indexOf(this.#newline) + 1
    if (cut > 0) this.#read(this.#rest + text.slice(0, cut), false)
    this.#read(this.#rest + text.slice(cut), isEnd)
    if (this.#rest.length > longestRow)
      throw new Refused(
        `Line ${this.#line + 1} is longer than 1 MB. Most likely a quotation mark in it opens and never closes.`,
      )
  }

  #read(text: string, isEnd: boolean): void {
    this.#rest = text.slice(this.#scan(text, isEnd))
  }

  /**
   * Answers up to where the rows were whole. Bytes are looked through several times faster than characters; `shift` is by how much
   * fewer characters than bytes there are before `at`.
   */
  #scan(text: string, isEnd: boolean): number {
    const bytes = this.#encode(text)
    const end = bytes.length
    const delimiter = this.#delimiter.charCodeAt(0)
    const newline = this.#newline.charCodeAt(0)
    let nul = bytes.indexOf(0)
    let rowStart = 0
    let shift = 0
    while (rowStart < end) {
      const columns = this.columns
      const width = columns?.length ?? 0
      const cells = columns ? this.#emptied(width) : []
      const rowShift = shift
      let at = rowStart
      let index = 0
      let isWhole = false
      let stop = 0
      while (!isWhole) {
        const isWanted = index >= width || columns![index]!
        if (bytes[at] === quote) {
          const start = at + 1 - shift
          let isEscaped = false
          for (at++; ; at++) {
            while (at < end && bytes[at] !== quote) {
              if (bytes[at]! > 127) shift += shiftOf(bytes[at]!)
              at++
            }
            if (bytes[at + 1] !== quote) break
            isEscaped = true
            at++
          }
          if (at >= end || (at + 1 >= end && !isEnd)) {
            if (isEnd) throw new Refused(`A quotation mark in line ${this.#line + 1} opens and never closes.`)
            return rowStart - rowShift
          }
          const cell = isWanted ? text.slice(start, at - shift) : ''
          if (isWanted) cells[index] = isEscaped ? cell.replaceAll('""', '"') : cell
          at++
          stop = at
          if (
            newline === lineFeed &&
            bytes[at] === carriageReturn &&
            (bytes[at + 1] === lineFeed || (isEnd && at + 1 === end))
          )
            at++
          if (at < end && bytes[at] !== delimiter && bytes[at] !== newline) {
            if (bytes[at] === carriageReturn && at + 1 >= end) return rowStart - rowShift
            return this.#scanIrregular(text, rowStart - rowShift, isEnd)
          }
        } else {
          const start = at
          const startShift = shift
          let byte = 0
          while (at < end && (byte = bytes[at]!) !== delimiter && byte !== newline) {
            if (byte > 127) shift += shiftOf(byte)
            at++
          }
          if (at >= end && !isEnd) return rowStart - rowShift
          const isLast = newline === lineFeed && (at >= end || byte === lineFeed) && at > start
          stop = isLast && bytes[at - 1] === carriageReturn ? at - 1 : at
          if (isWanted) cells[index] = text.slice(start - startShift, stop - shift)
        }
        isWhole = at >= end || bytes[at] === newline
        at++
        index++
      }
      this.#line++
      if (nul >= 0 && nul < rowStart) nul = bytes.indexOf(0, rowStart)
      const isBlank = stop - rowStart === index - 1
      this.#onRow(
        isBlank ? blankRow : index === 1 ? [cells[0]!] : cells,
        this.#line,
        nul >= 0 && nul < at ? 'nul' : undefined,
      )
      rowStart = at
    }
    return text.length
  }

  #emptied(width: number): string[] {
    if (this.#cells.length !== width) this.#cells = Array.from({ length: width }, () => '')
    for (let index = 0; index < width; index++) this.#cells[index] = ''
    return this.#cells
  }

  #encode(text: string): Uint8Array {
    if (this.#bytes.length < text.length * 3) this.#bytes = new Uint8Array(text.length * 3)
    return this.#bytes.subarray(0, encoder.encodeInto(text, this.#bytes).written)
  }

  #scanIrregular(text: string, from: number, isEnd: boolean): number {
    const parser = new Papa.Parser({ delimiter: this.#delimiter, newline: this.#newline })
    const { data, errors, meta } = parser.parse(text.slice(from), 0, !isEnd) as unknown as {
      data: string[][]
      errors: { code: string; row: number }[]
      meta: { cursor: number }
    }
    const torn = new Set(errors.filter(({ code }) => code === 'InvalidQuotes').map(({ row }) => row))
    const open = isEnd ? errors.find(({ code }) => code === 'MissingQuotes')?.row : undefined
    data.forEach((cells, index) => {
      this.#line++
      if (index === open) throw new Refused(`A quotation mark in line ${this.#line} opens and never closes.`)
      const last = cells.length - 1
      if (cells[last]?.endsWith('\r')) cells[last] = cells[last].slice(0, -1)
      const hasNul = cells.some((cell) => cell.includes('\0'))
      this.#onRow(
        cells.every((cell) => cell.trim() === '') ? blankRow : cells,
        this.#line,
        torn.has(index) ? 'quote' : hasNul ? 'nul' : undefined,
      )
    })
    return isEnd ? text.length : from + meta.cursor
  }
}

export type Layout = { delimiter: string; newline: '\n' | '\r' }

const sampledRows = 40

/** How the rows of a file are told apart, and its first ones. `isHeader` knows the header of a known export. */
export function seenLayout(beginning: string, isHeader: (cells: readonly string[]) => boolean) {
  const newline = seenNewline(beginning)
  const told = /^"?sep=(.)"?\r?(?:\n|\r|$)/i.exec(beginning)?.[1]
  const layouts = (told ? [told] : [',', ';', '\t']).map((delimiter) => {
    const layout: Layout = { delimiter, newline }
    const rows = firstRows(beginning, layout)
    return {
      layout,
      rows,
      isKnown: rows.some(({ cells }) => isHeader(cells)),
      width: headerOf(rows)?.cells.length ?? 0,
    }
  })
  return (
    layouts.find(({ isKnown }) => isKnown) ?? layouts.reduce((best, next) => (next.width > best.width ? next : best))
  )
}

export type FirstRow = { cells: string[]; line: number }

/** The first of the widest rows: what stands above a header is narrower. */
export function headerOf(rows: readonly FirstRow[]): FirstRow | undefined {
  return rows.slice(0, 20).reduce<FirstRow | undefined>((best, row) => {
    const isWider = filled(row.cells) > filled(best?.cells ?? [])
    return isWider ? row : best
  }, undefined)
}

function filled(cells: readonly string[]): number {
  return cells.filter((cell) => cell.trim() !== '').length
}

class Enough extends Error {}

function firstRows(beginning: string, layout: Layout): FirstRow[] {
  const rows: FirstRow[] = []
  const reader = new RowReader(layout, (cells, line) => {
    if (cells.some((cell) => cell.trim() !== '')) rows.push({ cells, line })
    if (rows.length === sampledRows) throw new Enough()
  })
  try {
    // What the beginning cuts off is no row yet, unless it is all there is.
    reader.take(beginning)
    reader.take('', true)
  } catch (error) {
    if (!(error instanceof Enough || error instanceof Refused)) throw error
  }
  return rows
}

/** The first line break outside quotation marks tells; with `\n`, lines may end in `\r\n`. */
function seenNewline(text: string): '\n' | '\r' {
  let isQuoted = false
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === quote) isQuoted = !isQuoted
    if (isQuoted) continue
    if (code === lineFeed) return '\n'
    if (code === carriageReturn) return text.charCodeAt(index + 1) === lineFeed ? '\n' : '\r'
  }
  return '\n'
}
