import type { Readable } from 'node:stream'
import Papa from 'papaparse'
import type { Encoding } from './import-batch.ts'
import { ImportRefused } from './definition.ts'

/** With `\n`, lines may end in `\r\n` as well. */
export type CsvFormat = { encoding: Encoding; delimiter: string; newline: '\n' | '\r' }

/** A record of the file; `line` is its row number in a spreadsheet: the first record is 1. */
export type CsvRecord = { line: number; cells: string[]; problem?: string }

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
  const parser = new Papa.Parser({ delimiter: format.delimiter, newline: format.newline })
  let batch: CsvRecord[] = []
  let line = 0
  let rest = ''
  const take = function* (text: string, isEnd: boolean) {
    const { data, errors, meta } = parser.parse(text, 0, !isEnd) as ParserResult
    const parsedFrom = line + 1
    const damages = damageSigns.filter(({ sign }) => text.includes(sign))
    const torn = errors.length > 0 ? new Set(errors.filter(isStrayQuote).map(({ row }) => row)) : none
    for (const cells of data) {
      line++
      if (isEnd && line - parsedFrom === errors.find(isOpenQuote)?.row)
        throw new ImportRefused(`A quotation mark in line ${line} opens and never closes.`)
      if (line < firstLine || cells.every(isBlank)) continue
      const last = cells.at(-1)!
      if (last.endsWith('\r')) cells[cells.length - 1] = last.slice(0, -1)
      const record: CsvRecord = { line, cells }
      if (torn.has(line - parsedFrom))
        record.problem =
          'A quotation mark stands in the middle of a quoted cell, so it cannot be told where the cell ends. It must be written twice.'
      else if (damages.length > 0)
        record.problem = damages.find(({ sign }) => cells.some((cell) => cell.includes(sign)))?.problem
      batch.push(record)
      if (batch.length === size) {
        yield batch
        batch = []
      }
    }
    rest = isEnd ? '' : text.slice(meta.cursor)
  }
  for await (const text of decode(file, format.encoding)) {
    yield* take(rest + text, false)
    if (rest.length > longestRecord)
      throw new ImportRefused(
        `Line ${line + 1} is longer than 1 MB. Most likely a quotation mark in it opens and never closes.`,
      )
  }
  yield* take(rest, true)
  if (batch.length > 0) yield batch
}

async function* decode(file: Readable, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of file as AsyncIterable<Buffer>) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

type ParserResult = { data: string[][]; errors: { code: string; row: number }[]; meta: { cursor: number } }

const isOpenQuote = (error: { code: string }) => error.code === 'MissingQuotes'
const isStrayQuote = (error: { code: string }) => error.code === 'InvalidQuotes'
const isBlank = (cell: string) => cell.trim() === ''
const none: ReadonlySet<number> = new Set()

/** The problem of a record with characters that are none in the file's encoding, in whichever cell. */
export const unreadableCharacters = 'The line has characters that cannot be read; the file seems to mix encodings.'

const damageSigns = [
  { sign: '\0', problem: 'The line has a NUL byte in it.' },
  { sign: '\ufffd', problem: unreadableCharacters },
]
