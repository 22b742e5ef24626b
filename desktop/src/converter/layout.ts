import { hasBlanksBeforeQuotes, preambleOf } from '@alumni/shared/exchange/csv-quirks'
import { guessColumns, recogniseHeader } from '@alumni/shared/exchange/event-exports'
import { RowReader, type Layout } from './read-rows.ts'
import { Refused } from './source.ts'

export type FirstRow = { cells: string[]; line: number }

/**
 * Returns how rows of a file beginning so are separated, its text without what precedes the first one, its first rows,
 * and whether a header of a known export is among them.
 */
export function seenLayout(beginning: string): { layout: Layout; text: string; rows: FirstRow[]; isKnown: boolean } {
  const { length, delimiter: named } = preambleOf(beginning)
  const text = beginning.slice(length)
  // The first unquoted line break decides.
  const newline = /\r\n?|\n/.exec(text.replaceAll(/"[^"]*"/g, ''))?.[0] === '\r' ? '\r' : '\n'
  const layouts = (named ? [named] : [',', ';', '\t']).map((delimiter) => {
    const layout: Layout = { delimiter, newline, hasBlanksBeforeQuotes: hasBlanksBeforeQuotes(text, delimiter) }
    const rows = firstRows(text, layout)
    const isKnown = rows.some(({ cells }) => recogniseHeader(cells) !== undefined)
    return { layout, text, rows, isKnown, width: headerOf(rows)?.cells.length ?? usualWidth(rows) }
  })
  return (
    layouts.find(({ isKnown }) => isKnown) ?? layouts.reduce((best, next) => (next.width > best.width ? next : best))
  )
}

const searchedRows = 20
const address = /[^\s@]@[^\s@]/

/**
 * The row that names the columns: of those above the first one with an address, the one with most names that are known,
 * else the widest one, a row with more cells than most counting as no wider than they.
 */
export function headerOf(rows: readonly FirstRow[]): FirstRow | undefined {
  const people = rows.findIndex(({ cells }) => cells.some((cell) => address.test(cell)))
  const usual = usualWidth(rows)
  const rank = ({ cells }: FirstRow) =>
    Object.keys(guessColumns(cells)).length * 10_000 + Math.min(filled(cells), usual)
  return rows
    .slice(0, people < 0 ? searchedRows : Math.min(people, searchedRows))
    .reduce<FirstRow | undefined>((best, row) => (best === undefined || rank(row) > rank(best) ? row : best), undefined)
}

/** How many cells a row of the table has, as a rule; titles above it have one. */
export function usualWidth(rows: readonly FirstRow[]): number {
  const widths = rows.map(({ cells }) => filled(cells)).filter((width) => width > 1)
  return widths.toSorted((a, b) => a - b)[Math.floor(widths.length / 2)] ?? 1
}

function filled(cells: readonly string[]): number {
  return cells.filter((cell) => cell.trim() !== '').length
}

const sampledRows = 40

function firstRows(beginning: string, layout: Layout): FirstRow[] {
  const rows: FirstRow[] = []
  const reader = new RowReader(layout, (cells, line) => {
    if (rows.length < sampledRows && filled(cells) > 0) rows.push({ cells, line })
  })
  try {
    reader.take(beginning)
    // A row that the beginning cuts off counts only if it is all there is.
    if (rows.length < sampledRows) reader.take('', true)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
  }
  return rows
}
