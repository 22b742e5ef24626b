import { hasBlanksBeforeQuotes, measurePreamble } from '@alumni/shared/exchange/csv-quirks'
import { guessColumns, recognizeHeader } from '@alumni/shared/exchange/event-exports'
import { RowReader, type Layout } from './read-rows.ts'
import { FileRefusal } from './source.ts'

type Row = { cells: string[]; line: number }
/** `names` are the cells, but blank where the rows below contradict the column name. */
export type FirstRow = Row & { names: string[] }

/** Detects the separators. `text` omits the preamble, and `isKnown` is true for a known export format. */
export function detectLayout(beginning: string): { layout: Layout; text: string; rows: FirstRow[]; isKnown: boolean } {
  const { length, delimiter: declaredDelimiter } = measurePreamble(beginning)
  const text = beginning.slice(length)
  const newline = /\r\n?|\n/.exec(text.replaceAll(/"[^"]*"/g, ''))?.[0] === '\r' ? '\r' : '\n'
  const layouts = (declaredDelimiter ? [declaredDelimiter] : [',', ';', '\t', '|']).map((delimiter) => {
    const layout: Layout = { delimiter, newline, hasBlanksBeforeQuotes: hasBlanksBeforeQuotes(text, delimiter) }
    const rows = firstRows(text, layout)
    const isKnown = rows.some(({ names }) => recognizeHeader(names) !== undefined)
    return { layout, text, rows, isKnown, width: findHeaderRow(rows)?.cells.length ?? computeUsualWidth(rows) }
  })
  return (
    layouts.find(({ isKnown }) => isKnown) ?? layouts.reduce((best, next) => (next.width > best.width ? next : best))
  )
}

const searchedRows = 20
const address = /[^\s@]@[^\s@]/

/** Returns the row above the first e-mail address that has the most known column names, then the most cells. */
export function findHeaderRow(rows: readonly FirstRow[]): FirstRow | undefined {
  const people = rows.findIndex(({ cells }) => cells.some((cell) => address.test(cell)))
  const usual = computeUsualWidth(rows)
  const rank = ({ cells, names }: FirstRow) =>
    Object.keys(guessColumns(names)).length * 10_000 + Math.min(filled(cells), usual)
  return rows
    .slice(0, people < 0 ? searchedRows : Math.min(people, searchedRows))
    .reduce<FirstRow | undefined>((best, row) => (best === undefined || rank(row) > rank(best) ? row : best), undefined)
}

/** Returns the median number of cells per row. Ignores titles with a single cell. */
export function computeUsualWidth(rows: readonly FirstRow[]): number {
  const widths = rows.map(({ cells }) => filled(cells)).filter((width) => width > 1)
  return widths.toSorted((a, b) => a - b)[Math.floor(widths.length / 2)] ?? 1
}

function filled(cells: readonly string[]): number {
  return cells.filter((cell) => cell.trim() !== '').length
}

const sampledRows = 40

function firstRows(beginning: string, layout: Layout): FirstRow[] {
  const rows: Row[] = []
  const intact: Row[] = []
  const reader = new RowReader(layout, (cells, line, damage) => {
    if (rows.length >= sampledRows || filled(cells) === 0) return
    rows.push({ cells, line })
    if (!damage) intact.push({ cells, line })
  })
  try {
    reader.read(beginning)
    // The last row may be incomplete, so it is read only if there are too few rows.
    if (rows.length < sampledRows) reader.read('', true)
  } catch (error) {
    if (!(error instanceof FileRefusal)) throw error
  }
  return rows.map((row) => ({ ...row, names: namesOf(row, intact) }))
}

/** Blanks names that the rows below contradict, such as a status column with a different number in every row. */
function namesOf({ cells, line }: Row, rows: readonly Row[]): string[] {
  const below = rows.filter((row) => row.line > line)
  const end = below.findIndex(
    (row, index) => filled(row.cells) < 2 || (index > 0 && row.line > below[index - 1]!.line + 1),
  )
  const table = end < 0 ? below : below.slice(0, end)
  const columns = cells.map((_, index) => table.map((row) => row.cells[index]?.trim() ?? '').filter(Boolean))
  const hasAddresses = columns.map((texts) => texts.filter((text) => address.test(text)).length * 2 > texts.length)
  return cells.map((name, index) => {
    const { email, status } = guessColumns([name])
    const isWithoutAddress = email !== undefined && !hasAddresses[index] && hasAddresses.includes(true)
    return isWithoutAddress || (status !== undefined && isNumbering(columns[index]!)) ? '' : name
  })
}

/** Detects a different number in every row, but not 0 and 1 alone, which mean no and yes. */
function isNumbering(texts: readonly string[]): boolean {
  const numbers = new Set(texts.filter((text) => /^\d+$/.test(text)).map(Number))
  return texts.length > 1 && numbers.size === texts.length && Math.max(...numbers) > 1
}
