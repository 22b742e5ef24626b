import { cleanCell } from '@alumni/shared/csv'
import { guessColumns, headerKey, isMoney, type Columns, type Table } from '@alumni/shared/exchange/event-exports'
import { FileReader, type Attendees } from './file-reader.ts'
import { headerOf, seenLayout } from './layout.ts'
import { NotUtf8, readText, type Reading } from './read-text.ts'
import { Cancelled, Refused, type Source } from './source.ts'

/** What a person has decided of a file; what is not there is as the file says. */
export type Settings = {
  /** By hand, for a header that is not known. */
  columns?: Columns
  /** Which words of the attendance column are people who were there, by the folded word. */
  statuses?: Record<string, boolean>
  /** `03/04/2026` is the third of April. */
  isDayFirst?: boolean
}

/** What was chosen for a header by hand. */
export type Remembered = { columns: Columns; statuses?: Record<string, boolean> | undefined }
export type Progress = { bytes: number; rows: number }
export type ReadOptions = {
  settings: Settings
  /** The mapping that was chosen for such a header before. */
  remembered?: (headerKey: string) => Remembered | undefined
  onProgress?: (progress: Progress) => void
  isCancelled?: () => boolean
}

/** A file whose columns have to be chosen: its header and first rows without columns of money. */
export type ColumnsNeeded = { header: string[]; headerKey: string; preview: string[][]; guess: Columns; hidden: number }

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
    if (options.isCancelled?.()) throw new Cancelled()
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

function begin(beginning: string, { settings, remembered }: ReadOptions): FileReader | ColumnsNeeded {
  if (beginning.trim() === '') throw new Refused('This file is empty.')
  const { layout, rows, isKnown } = seenLayout(beginning)
  const reader = (fixed?: { line: number; table: Table }, statuses?: Record<string, boolean>) => {
    const file = new FileReader(layout, settings.statuses ?? statuses ?? {}, fixed)
    file.take(beginning)
    return file
  }
  if (isKnown && !settings.columns) return reader()
  const header = headerOf(rows)
  if (!header || header.cells.length > widestFile)
    throw new Refused('This is no table: a CSV file has a first row that names its columns.')
  const key = headerKey(header.cells)
  const known = settings.columns ? undefined : remembered?.(key)
  const columns = settings.columns ?? known?.columns
  if (columns)
    return reader(
      {
        line: header.line,
        table: { kind: 'people', format: 'Columns chosen by hand', columns, width: header.cells.length },
      },
      known?.statuses,
    )
  if (header.cells.filter((cell) => cell.trim() !== '').length < 1 || header.cells.some((cell) => cell.includes('\0')))
    throw new Refused('This is no CSV file, or a damaged one: its first row does not name columns.')
  return columnsNeeded(
    header.cells,
    key,
    rows.filter(({ line }) => line > header.line),
  )
}

function columnsNeeded(header: string[], key: string, rows: { cells: string[] }[]): ColumnsNeeded {
  const show = (cells: readonly string[]) =>
    header.map((name, index) => (isMoney(name) ? '' : cleanCell(cells[index] ?? '').slice(0, 80)))
  return {
    header: header.map((cell) => cleanCell(cell).slice(0, 80)),
    headerKey: key,
    preview: rows.slice(0, 5).map(({ cells }) => show(cells)),
    guess: guessColumns(header),
    hidden: header.filter(isMoney).length,
  }
}
