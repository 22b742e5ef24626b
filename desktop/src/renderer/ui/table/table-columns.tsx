import type { ReactNode } from 'react'

export type ColumnOptions = {
  /** In px; the columns of a one-line table share its room by their widths. */
  width?: number
  isNumber?: boolean
  /** It is hidden if a one-line table has no room for all columns. */
  givesWay?: boolean
  /** The word of the address by which this column sorts; `-word` is the other way round. */
  sort?: string
  /** The first click shows the highest. */
  highestFirst?: boolean
}

export type Column<Row> = ColumnOptions & { id: string; header: string; cell: (row: Row) => ReactNode }

/** A column under its heading: what a cell shows of its row. */
export function column<Row>(
  id: string,
  header: string,
  cell: (row: Row) => ReactNode,
  options: ColumnOptions = {},
): Column<Row> {
  return { id, header, cell, ...options }
}
