import { recogniseHeader } from '@alumni/shared/exchange/event-exports'
import { RowReader, type Layout } from './read-rows.ts'
import { Refused } from './source.ts'

export type FirstRow = { cells: string[]; line: number }

/**
 * How the rows of a file that begins so are told apart, its first ones, and whether a header of a known export is
 * among them.
 */
export function seenLayout(beginning: string): { layout: Layout; rows: FirstRow[]; isKnown: boolean } {
  // The first line break outside quotation marks tells.
  const newline = /\r\n?|\n/.exec(beginning.replaceAll(/"[^"]*"/g, ''))?.[0] === '\r' ? '\r' : '\n'
  const told = /^"?sep=(.)"?\r?(?:\n|\r|$)/i.exec(beginning)?.[1]
  const layouts = (told ? [told] : [',', ';', '\t']).map((delimiter) => {
    const layout: Layout = { delimiter, newline }
    const rows = firstRows(beginning, layout)
    const isKnown = rows.some(({ cells }) => recogniseHeader(cells) !== undefined)
    return { layout, rows, isKnown, width: headerOf(rows)?.cells.length ?? 0 }
  })
  return (
    layouts.find(({ isKnown }) => isKnown) ?? layouts.reduce((best, next) => (next.width > best.width ? next : best))
  )
}

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

const sampledRows = 40

function firstRows(beginning: string, layout: Layout): FirstRow[] {
  const rows: FirstRow[] = []
  const reader = new RowReader(layout, (cells, line) => {
    if (rows.length < sampledRows && filled(cells) > 0) rows.push({ cells, line })
  })
  try {
    reader.take(beginning)
    // What the beginning cuts off is no row yet, unless it is all there is.
    if (rows.length < sampledRows) reader.take('', true)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
  }
  return rows
}
