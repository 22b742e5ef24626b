import { unwrapCell } from '@alumni/shared/csv'
import {
  foldColumnName,
  guessColumns,
  isIntention,
  isMoney,
  isBuyerColumn,
  type Columns,
  type Format,
} from '@alumni/shared/exchange/event-exports'
import { digestOf } from './digest.ts'
import { FileReader, type Attendees, type FixedTable } from './file-reader.ts'
import { findHeaderRow, detectLayout, computeUsualWidth, type FirstRow } from './layout.ts'
import { NotUtf8, readText, type FileEncoding } from './read-text.ts'
import { FileRefusal, type Source } from './source.ts'

/** The user's choices. Missing ones are detected from the file. */
export type Settings = {
  columns?: Columns
  /** 0 means that the file has no header. */
  headerLine?: number
  shouldAsk?: boolean
  /** Maps each folded status word to true if it counts as attended. */
  statuses?: Record<string, boolean>
  /** True if `03/04/2026` is April 3. */
  isDayFirst?: boolean
  timeZone?: string | undefined
}

export type ColumnChoice = Columns
export type Progress = { bytes: number; rows: number }
export type ReadOptions = {
  settings: Settings
  findMapping?: (headerKey: string) => ColumnChoice | undefined
  onProgress?: (progress: Progress) => void
}

export type ColumnsNeeded = {
  /** The first lines of the file, as header candidates. */
  lines: { line: number; cells: string[] }[]
  /** The most likely header line, or 0 for none. */
  headerLine: number
  header: string[]
  headerKey: string | undefined
  preview: string[][]
  guess: Columns
  hidden: number
  hasAddresses: boolean
}

const beginningLength = 64 * 1024
const maxWidth = 2000

type ReadResult = Attendees | ColumnsNeeded

/** Reads a file in one pass. Memory use grows with the number of people, not with the file size. */
export async function readAttendees(source: Source, options: ReadOptions): Promise<ReadResult> {
  try {
    return await readAs(source, options)
  } catch (error) {
    if (error instanceof NotUtf8) return readAs(source, options, error.as)
    throw error
  }
}

async function readAs(source: Source, options: ReadOptions, encoding?: FileEncoding): Promise<ReadResult> {
  let beginning = ''
  let file: FileReader | undefined
  let bytes = 0
  for await (const piece of readText(source, encoding)) {
    bytes += piece.bytes
    if (file) file.read(piece.text)
    else {
      beginning += piece.text
      if (beginning.length < beginningLength) continue
      const started = startReading(beginning, options)
      if (!(started instanceof FileReader)) return started
      file = started
    }
    options.onProgress?.({ bytes, rows: file.rows })
  }
  const started = file ?? startReading(beginning, options)
  return started instanceof FileReader ? started.finish() : started
}

function startReading(beginning: string, options: ReadOptions): FileReader | ColumnsNeeded {
  if (beginning.trim() === '') throw new FileRefusal('This file is empty.')
  const { layout, text, rows, isKnown } = detectLayout(beginning)
  if (rows.length === 0 || computeUsualWidth(rows) > maxWidth)
    throw new FileRefusal('This is not a table: the first line of a CSV file names its columns.')
  const read = (fixed?: FixedTable) => {
    const file = new FileReader(layout, options.settings, rows, fixed)
    file.read(text)
    return file
  }
  const { headerLine, shouldAsk = false } = options.settings
  const header = findHeader(rows, headerLine)
  const choice = findChosenColumns(rows, header, options)
  if (choice) return read(buildTable(choice.header, rows, 'Columns chosen by hand', choice.columns))
  if (isKnown && !shouldAsk) return read()
  const needed = columnsNeeded(header, rows)
  return header && isClear(needed) && !shouldAsk
    ? read(buildTable(header, rows, 'Attendee list', needed.guess))
    : needed
}

function findHeader(rows: FirstRow[], headerLine: number | undefined): FirstRow | undefined {
  const header = headerLine === undefined ? findHeaderRow(rows) : rows.find(({ line }) => line === headerLine)
  if (header?.cells.some((cell) => cell.includes('\0')))
    throw new FileRefusal('This is not a CSV file, or it is damaged: its first line does not name columns.')
  return header
}

function buildTable(header: FirstRow | undefined, rows: FirstRow[], format: Format, columns: Columns): FixedTable {
  return { header, table: { kind: 'people', format, columns, width: widthOf(header, rows) } }
}

function widthOf(header: FirstRow | undefined, rows: FirstRow[]): number {
  return header?.cells.length ?? Math.max(...rows.map(({ cells }) => cells.length))
}

/** Checks that all columns are recognized. Columns about plans to attend always require the user's choice. */
function isClear({ header, guess }: ColumnsNeeded): boolean {
  const assigned = new Set(Object.values(guess))
  if (guess.email === undefined || (guess.status !== undefined && isIntention(header[guess.status]!))) return false
  return header.every((name, index) => name === '' || assigned.has(index))
}

function findChosenColumns(rows: FirstRow[], current: FirstRow | undefined, { settings, findMapping }: ReadOptions) {
  if (settings.columns) return { header: current, columns: settings.columns }
  if (settings.shouldAsk) return undefined
  for (const header of rows.slice(0, linesToChoose)) {
    const columns = findMapping?.(computeHeaderKey(header.cells))
    if (columns) return { header, columns }
  }
  return undefined
}

/** Returns a digest of the header that ignores case and spaces and reveals no data. */
function computeHeaderKey(header: readonly string[]): string {
  return digestOf(header.map((cell) => `${foldColumnName(cell)}|`))
}

const linesToChoose = 10

function columnsNeeded(headerRow: FirstRow | undefined, rows: FirstRow[]): ColumnsNeeded {
  const people = rows.filter(({ line }) => line > (headerRow?.line ?? 0))
  const header = Array.from({ length: widthOf(headerRow, rows) }, (_, index) =>
    unwrapCell(headerRow?.cells[index] ?? '').slice(0, 80),
  )
  const show = ({ cells }: FirstRow) =>
    header.map((name, index) => (isMoney(name) ? '' : unwrapCell(cells[index] ?? '').slice(0, 80)))
  const addresses = header.map((_, index) => people.filter(({ cells }) => cells[index]?.includes('@')).length)
  const guess = headerRow ? guessColumns(headerRow.names.map(unwrapCell)) : {}
  const attendeeAddresses = addresses.map((count, index) => (isBuyerColumn(header[index]!) ? 0 : count))
  const counts = Math.max(...attendeeAddresses) > 0 ? attendeeAddresses : addresses
  const hasAddresses = Math.max(...counts) > 0
  if (hasAddresses) guess.email ??= counts.indexOf(Math.max(...counts))
  return {
    lines: rows.slice(0, linesToChoose).map((row) => ({ line: row.line, cells: show(row).filter(Boolean) })),
    headerLine: headerRow?.line ?? 0,
    header,
    headerKey: headerRow && computeHeaderKey(headerRow.cells),
    preview: people.slice(0, 5).map(show),
    guess,
    hidden: header.filter(isMoney).length,
    hasAddresses,
  }
}
