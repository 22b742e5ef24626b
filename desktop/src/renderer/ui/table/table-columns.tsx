import type { ReactNode } from 'react'
import { emptyCell } from '../words/empty-cell.tsx'
import { ShortDate } from '../words/times.tsx'

export type ColumnOptions = {
  /** In px; the columns of a one-line table share its room by their widths. */
  width?: number
  isNumber?: boolean
  /** It is hidden if a one-line table has no room for all columns. */
  isOptional?: boolean
  /** The word of the address by which this column sorts; `-word` is the other way round. */
  sort?: string
  /** The first click shows the highest. */
  isDescendingFirst?: boolean
}

export type Column<Row> = ColumnOptions & { id: string; header: string; cell: (row: Row) => ReactNode }

/** A column under its heading: what a cell shows of its row. In a column of numbers zero is a dash. */
export function column<Row>(
  id: string,
  header: string,
  cell: (row: Row) => ReactNode,
  options: ColumnOptions = {},
): Column<Row> {
  return {
    id,
    header,
    cell(row) {
      const shown = cell(row)
      return options.isNumber && (shown === '0' || shown === 0) ? emptyCell : shown
    },
    ...options,
  }
}

/** A column of dates. */
export function dateColumn<Row>(
  id: string,
  header: string,
  at: (row: Row) => string | null,
  options: ColumnOptions = {},
): Column<Row> {
  const cell = (row: Row) => {
    const moment = at(row)
    return moment ? <ShortDate at={moment} /> : emptyCell
  }
  return column(id, header, cell, { width: 110, ...options })
}
