import { addChecksum } from '@alumni/shared/exchange/crm-id'
import Papa from 'papaparse'
import type { ImportDefinition } from '../src/exchange/imports/definition.ts'
import type { CrmFileOptions, FileEncoding } from './crm-file-options.ts'
import names from './data/names.json' with { type: 'json' }
import type { Random } from './random.ts'

/**
 * Values by field name in the format of the file: dates such as `2026-11-20`, flags as `true` and `false`, null as a
 * blank cell.
 */
export type CrmRecord = Record<string, string | null>

export function cellsOf(
  random: Random,
  definition: ImportDefinition,
  options: CrmFileOptions,
  record: CrmRecord,
): string[] {
  const cells = definition.fields.map(({ name, kind }) => {
    const value = record[name] ?? ''
    return kind === 'crm_id' && value.length === 15 && writesChecksum(random, options) ? addChecksum(value) : value
  })
  if (options.quotedBreaks && random.chance(0.2)) breakLine(random, definition, options, cells)
  for (let nth = 0; nth < (options.extraColumns ?? 0); nth++) cells.push(extraCell(random, nth, options))
  return cells
}

/** Reports contain the short ID, the API the long one, and manual spreadsheets both. */
function writesChecksum(random: Random, { headers = 'ours' }: CrmFileOptions): boolean {
  if (headers === 'ours') return random.chance(0.5)
  return headers !== 'labels'
}

function breakLine(random: Random, definition: ImportDefinition, { crlf }: CrmFileOptions, cells: string[]): void {
  const at = random.pick(
    definition.fields.flatMap(({ kind }, place) => (kind === 'text' && cells[place] !== '' ? [place] : [])),
  )
  if (at !== undefined) cells[at] += crlf ? '\r\n' : '\n'
}

function extraCell(random: Random, nth: number, { quotedBreaks, crlf }: CrmFileOptions): string {
  const kind = random.next()
  if (kind < 0.4) return ''
  if (kind < 0.6) return random.pick(names.last)
  if (kind < 0.8) return String(random.whole(1, 5000))
  return `Note ${nth + 1}: “${random.pick(names.last)}, ${random.pick(names.last)}”${quotedBreaks ? (crlf ? '\r\n' : '\n') : ' '}seen at "Homecoming"`
}

const rowsPerChunk = 500
const byteOrderMarks: Partial<Record<FileEncoding, Buffer>> = {
  'utf-8-bom': Buffer.from('\ufeff', 'utf8'),
  'utf-16le': Buffer.from('\ufeff', 'utf16le'),
}
const encoders: Record<FileEncoding, (text: string) => Buffer> = {
  'utf-8': (text) => Buffer.from(text),
  'utf-8-bom': (text) => Buffer.from(text),
  'utf-16le': (text) => Buffer.from(text, 'utf16le'),
  'windows-1252': encodeWindows1252,
}

export async function* encodeCsv(
  rows: AsyncIterable<string[]>,
  { encoding = 'utf-8', delimiter = ',', crlf = false }: Omit<CrmFileOptions, 'type'>,
): AsyncGenerator<Buffer> {
  const newline = crlf ? '\r\n' : '\n'
  const encode = (chunk: string[][]) => encoders[encoding](Papa.unparse(chunk, { delimiter, newline }) + newline)
  if (byteOrderMarks[encoding]) yield byteOrderMarks[encoding]
  let chunk: string[][] = []
  for await (const row of rows) {
    if (chunk.push(row) < rowsPerChunk) continue
    yield encode(chunk)
    chunk = []
  }
  if (chunk.length > 0) yield encode(chunk)
}

/** Bytes of the Windows-1252 characters beyond Latin-1 that demo data contains. */
const signs: Record<string, string> = { '€': '\x80', '‘': '\x91', '’': '\x92', '“': '\x93', '”': '\x94', '–': '\x96' }
const anySign = new RegExp(`[${Object.keys(signs).join('')}]`, 'g')
const foreign = String.raw`[^\u0001-\u007f\u00a0-\u00ff${Object.keys(signs).join('')}]`
const foreignSign = new RegExp(foreign)

/** SQL suffix that tests whether Windows-1252 can encode a text. */
export const fitsWindows1252Sql = `!~ '${foreign}'`

export function fitsWindows1252(record: CrmRecord): boolean {
  return Object.values(record).every((value) => value === null || !foreignSign.test(value))
}

function encodeWindows1252(text: string): Buffer {
  return Buffer.from(
    text.replace(anySign, (sign) => signs[sign]!),
    'latin1',
  )
}
