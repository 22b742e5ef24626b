import { cleanCell } from '@alumni/shared/csv'
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
import { FileReader, type Attendees, type Fixed } from './file-reader.ts'
import { headerOf, seenLayout, usualWidth, type FirstRow } from './layout.ts'
import { NotUtf8, readText, type Reading } from './read-text.ts'
import { Refused, type Source } from './source.ts'

/** A person's choices for a file; an absent one is read from the file itself. */
export type Settings = {
  columns?: Columns
  /** Which line names the columns; 0: none does. */
  headerLine?: number
  /** The columns are asked for, even where they are known. */
  isAsking?: boolean
  /** Which words of the attendance column are people who were there, by the folded word. */
  statuses?: Record<string, boolean>
  /** `03/04/2026` is the third of April. */
  isDayFirst?: boolean
  /** The time zone of the office. */
  timeZone?: string | undefined
}

/** Which column is which, as it was chosen for a header by hand. */
export type Remembered = Columns
export type Progress = { bytes: number; rows: number }
export type ReadOptions = {
  settings: Settings
  /** The mapping that was chosen for such a header before. */
  remembered?: (headerKey: string) => Remembered | undefined
  onProgress?: (progress: Progress) => void
}

/** A file whose columns have to be chosen: its header and first rows without columns of money. */
export type ColumnsNeeded = {
  /** The lines that may be the header, with what stands there, and which one is taken for it; 0: none is. */
  lines: { line: number; cells: string[] }[]
  headerLine: number
  header: string[]
  /** The key of the saved choice; undefined where no line is the header. */
  headerKey: string | undefined
  preview: string[][]
  guess: Columns
  hidden: number
  /** Whether there is an address anywhere in the first rows. */
  hasAddresses: boolean
}

const beginningLength = 64 * 1024
const widestFile = 2000

/** Reads a file once, from its beginning to its end, in memory that grows with its people and not with its length. */
export async function readAttendees(source: Source, options: ReadOptions): Promise<Attendees | ColumnsNeeded> {
  try {
    return await readAs(source, options)
  } catch (error) {
    if (error instanceof NotUtf8) return readAs(source, options, error.as)
    throw error
  }
}

async function readAs(source: Source, options: ReadOptions, reading?: Reading): Promise<Attendees | ColumnsNeeded> {
  let beginning = ''
  let file: FileReader | undefined
  let bytes = 0
  for await (const piece of readText(source, reading)) {
    bytes += piece.bytes
    if (file) file.take(piece.text)
    else {
      beginning += piece.text
      if (beginning.length < beginningLength) continue
      const begun = begin(beginning, options)
      if (!(begun instanceof FileReader)) return begun
      file = begun
    }
    options.onProgress?.({ bytes, rows: file.rows })
  }
  if (!file) {
    const begun = begin(beginning, options)
    if (!(begun instanceof FileReader)) return begun
    file = begun
  }
  return file.end()
}

function begin(beginning: string, options: ReadOptions): FileReader | ColumnsNeeded {
  if (beginning.trim() === '') throw new Refused('This file is empty.')
  const { layout, text, rows, isKnown } = seenLayout(beginning)
  if (rows.length === 0 || usualWidth(rows) > widestFile)
    throw new Refused('This is not a table: the first line of a CSV file names its columns.')
  const read = (fixed?: Fixed) => {
    const file = new FileReader(layout, options.settings, rows, fixed)
    file.take(text)
    return file
  }
  const { headerLine, isAsking = false } = options.settings
  const header = headerIn(rows, headerLine)
  const chosen = chosenByHand(rows, header, options)
  if (chosen) return read(under(chosen.header, rows, 'Columns chosen by hand', chosen.columns))
  if (isKnown && !isAsking) return read()
  const needed = columnsNeeded(header, rows)
  return header && isClear(needed) && !isAsking ? read(under(header, rows, 'Attendee list', needed.guess)) : needed
}

function headerIn(rows: FirstRow[], chosen: number | undefined): FirstRow | undefined {
  const header = chosen === undefined ? headerOf(rows) : rows.find(({ line }) => line === chosen)
  if (header?.cells.some((cell) => cell.includes('\0')))
    throw new Refused('This is not a CSV file, or it is damaged: its first line does not name columns.')
  return header
}

function under(header: FirstRow | undefined, rows: FirstRow[], format: Format, columns: Columns): Fixed {
  return { header, table: { kind: 'people', format, columns, width: widthOf(header, rows) } }
}

/** As many cells as the header has; without one, as the longest row. */
function widthOf(header: FirstRow | undefined, rows: FirstRow[]): number {
  return header?.cells.length ?? Math.max(...rows.map(({ cells }) => cells.length))
}

/** Whether all of the header is understood: nothing is asked then. What people mean to do is always asked about. */
function isClear({ header, guess }: ColumnsNeeded): boolean {
  const taken = new Set(Object.values(guess))
  if (guess.email === undefined || (guess.status !== undefined && isIntention(header[guess.status]!))) return false
  return header.every((name, index) => name === '' || taken.has(index))
}

/** Returns the columns chosen now, or before for a file with such a header. */
function chosenByHand(rows: FirstRow[], said: FirstRow | undefined, { settings, remembered }: ReadOptions) {
  if (settings.columns) return { header: said, columns: settings.columns }
  if (settings.isAsking) return undefined
  for (const header of rows.slice(0, linesToChoose)) {
    const columns = remembered?.(headerKey(header.cells))
    if (columns) return { header, columns }
  }
  return undefined
}

/** The key of a saved mapping: a digest of the header, whatever its case and spaces. It reveals no person. */
function headerKey(header: readonly string[]): string {
  return digestOf(header.map((cell) => `${foldColumnName(cell)}|`))
}

const linesToChoose = 10

function columnsNeeded(chosen: FirstRow | undefined, rows: FirstRow[]): ColumnsNeeded {
  const people = rows.filter(({ line }) => line > (chosen?.line ?? 0))
  const header = Array.from({ length: widthOf(chosen, rows) }, (_, index) =>
    cleanCell(chosen?.cells[index] ?? '').slice(0, 80),
  )
  const show = ({ cells }: FirstRow) =>
    header.map((name, index) => (isMoney(name) ? '' : cleanCell(cells[index] ?? '').slice(0, 80)))
  const addresses = header.map((_, index) => people.filter(({ cells }) => cells[index]?.includes('@')).length)
  const guess = chosen ? guessColumns(chosen.names.map(cleanCell)) : {}
  const own = addresses.map((count, index) => (isBuyerColumn(header[index]!) ? 0 : count))
  const most = Math.max(...own) > 0 ? own : addresses
  const hasAddresses = Math.max(...most) > 0
  if (hasAddresses) guess.email ??= most.indexOf(Math.max(...most))
  return {
    lines: rows.slice(0, linesToChoose).map((row) => ({ line: row.line, cells: show(row).filter(Boolean) })),
    headerLine: chosen?.line ?? 0,
    header,
    headerKey: chosen && headerKey(chosen.cells),
    preview: people.slice(0, 5).map(show),
    guess,
    hidden: header.filter(isMoney).length,
    hasAddresses,
  }
}
