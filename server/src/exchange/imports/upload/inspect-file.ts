import { isAscii } from 'node:buffer'
import { unescapeFormula } from '@alumni/shared/csv'
import { createBlankStripper, hasBlanksBeforeQuotes, measurePreamble } from '@alumni/shared/exchange/csv-quirks'
import { detectForeignKind, isNotText } from '@alumni/shared/exchange/file-kinds'
import { withoutFormatCharacters } from '@alumni/shared/format-characters'
import Papa from 'papaparse'
import type { Files } from '../../../foundations/files/files.ts'
import type { Encoding } from '../import-batch.ts'
import { ImportRefused } from '../definition.ts'
import { maxRecordLength, type CsvFormat } from '../read-csv.ts'

const maxInspectedBytes = maxRecordLength

const minInspectedBytes = 64 * 1024
const maxColumns = 1000

/** Reads the first 64 KB of a stream, or up to 1 MB if the first line is longer. */
export async function readBeginning(chunks: AsyncIterator<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  let length = 0
  let hasLineBreak = false
  while (length < maxInspectedBytes && !(length >= minInspectedBytes && hasLineBreak)) {
    const { value, done } = await chunks.next()
    if (done) break
    parts.push(value)
    length += value.length
    hasLineBreak ||= value.includes(0x0a) || value.includes(0x0d)
  }
  return Buffer.concat(parts)
}

export async function readStoredBeginning(files: Files, key: string): Promise<Buffer> {
  const stream = await files.read(key, { start: 0, end: maxInspectedBytes - 1 })
  const beginning = await readBeginning((stream as AsyncIterable<Buffer>)[Symbol.asyncIterator]())
  stream.destroy()
  return beginning
}

/** `known` is the encoding, if it has been detected before. Throws `ImportRefused`. */
export function inspectFile(beginning: Buffer, known?: Encoding): CsvFormat & { header: string[]; hasRows: boolean } {
  if (beginning.length === 0) throw new ImportRefused('The file is empty.')
  const kind = detectForeignKind(beginning)
  if (kind)
    throw new ImportRefused(`This is ${kind}, not a CSV file. Save or export it as CSV (UTF-8) and upload that.`)
  const encoding = known ?? detectEncoding(beginning)
  const { text, firstLine, ...format } = detectFormat(new TextDecoder(encoding).decode(beginning))
  if (text.trim() === '') throw new ImportRefused('The file is empty.')
  if (isNotText(text)) throw new ImportRefused('This is not text, so it cannot be a CSV file.')
  const { data, errors } = new Papa.Parser({ ...format, preview: 1 }).parse(text, 0, false) as {
    data: string[][]
    errors: { code: string }[]
  }
  const header = (data[0] ?? []).map((cell) => withoutFormatCharacters(unescapeFormula(cell)).trim())
  if (header.some((cell) => cell.includes('\0')))
    throw new ImportRefused('The header has a NUL byte in it: this is not a CSV file, or it is damaged.')
  if (errors.some((error) => error.code === 'InvalidQuotes'))
    throw new ImportRefused('A quotation mark in the middle of a quoted name in the header must be written twice.')
  if (errors.some((error) => error.code === 'MissingQuotes') && header.length > 0 && data.length === 1)
    throw new ImportRefused('A quotation mark in the header opens and never closes.')
  if (header.join('').length >= maxInspectedBytes / 2)
    throw new ImportRefused(
      'The first line is too long to be a header: it must name the columns, and end with a line break.',
    )
  if (header.length > maxColumns)
    throw new ImportRefused(
      `The file has ${header.length.toLocaleString('en-US')} columns; at most ${maxColumns.toLocaleString('en-US')} can be read.`,
    )
  if (header.every((cell) => cell === ''))
    throw new ImportRefused('The file has no header: its first line must name the columns.')
  const hasRows = /[^\s",;]/.test(text.slice(firstLine.length))
  return { encoding, ...format, header, hasRows }
}

function detectFormat(beginning: string): Omit<CsvFormat, 'encoding'> & { text: string; firstLine: string } {
  const preamble = measurePreamble(beginning)
  const table = beginning.slice(preamble.length)
  const { firstLine, newline } = detectNewline(table)
  const delimiter = preamble.delimiter ?? detectDelimiter(firstLine)
  const hasBlanks = hasBlanksBeforeQuotes(table, delimiter)
  const text = hasBlanks ? createBlankStripper(delimiter)(table, true) : table
  return { delimiter, newline, preamble: preamble.length, hasBlanksBeforeQuotes: hasBlanks, text, firstLine }
}

function detectEncoding(beginning: Buffer): Encoding {
  if (beginning[0] === 0xff && beginning[1] === 0xfe) return 'utf-16le'
  if (beginning[0] === 0xfe && beginning[1] === 0xff) return 'utf-16be'
  const sample = beginning.subarray(0, 512)
  const zeros = [0, 0]
  sample.forEach((byte, index) => byte === 0 && zeros[index % 2]!++)
  if (zeros[1]! > sample.length / 4 && zeros[0]! < sample.length / 20) return 'utf-16le'
  if (zeros[0]! > sample.length / 4 && zeros[1]! < sample.length / 20) return 'utf-16be'
  return 'utf-8'
}

/** Invalid UTF-8 means Windows-1252, or damaged UTF-8 if the file also has valid non-ASCII characters. */
export function createEncodingDetector(assumed: Encoding): { add(chunk: Buffer): void; result(): Encoding } {
  const decoder = new TextDecoder('utf-8')
  let isPending = false
  let hasInvalid = false
  let hasAccents = false
  return {
    add(chunk) {
      if (assumed !== 'utf-8' || (isAscii(chunk) && !isPending)) return
      const text = decoder.decode(chunk, { stream: true })
      isPending = !isAscii(chunk.subarray(-4))
      hasInvalid ||= text.includes('\ufffd')
      hasAccents ||= /[\u0080-\ufffc]/.test(text)
    },
    result() {
      hasInvalid ||= assumed === 'utf-8' && decoder.decode() !== ''
      return hasInvalid && !hasAccents ? 'windows-1252' : assumed
    },
  }
}

/** Uses the first line break outside quotation marks; `\n` includes `\r\n`. */
function detectNewline(text: string): { firstLine: string; newline: CsvFormat['newline'] } {
  let isQuoted = false
  for (let index = 0; index < text.length; index++) {
    const character = text[index]
    if (character === '"') isQuoted = !isQuoted
    if (isQuoted || (character !== '\n' && character !== '\r')) continue
    return { firstLine: text.slice(0, index), newline: character === '\r' && text[index + 1] !== '\n' ? '\r' : '\n' }
  }
  return { firstLine: text.split(/\r|\n/, 1)[0]!, newline: '\n' }
}

function detectDelimiter(firstLine: string): string {
  const counts = [',', ';', '\t'].map((delimiter) => ({
    delimiter,
    columns:
      (new Papa.Parser({ delimiter, newline: '\n' }).parse(firstLine, 0, false) as { data: string[][] }).data[0]
        ?.length ?? 0,
  }))
  return counts.reduce((best, next) => (next.columns > best.columns ? next : best)).delimiter
}
