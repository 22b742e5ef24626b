import type { ReactNode } from 'react'
import { emptyCell } from '../format/empty-cell.tsx'
import { ShortDate } from '../format/times.tsx'

export type ColumnOptions = {
  /** Width in px; the columns of a one-line table scale in proportion. */
  width?: number
  isNumber?: boolean
  /** Hidden if a one-line table is too narrow for all columns. */
  isOptional?: boolean
  /** Value of the `sort` parameter; `-value` sorts in descending order. */
  sort?: string
  isDescendingFirst?: boolean
}

type Cell<Row> = (row: Row) => ReactNode

export type Column<Row> = ColumnOptions & { id: string; header: string; cell: Cell<Row> }

/** Number columns show zero as a dash. */
export function column<Row>(
  id: string,
  header: string,
  ...rest: [cell: Cell<Row>] | [options: ColumnOptions, cell: Cell<Row>]
): Column<Row> {
  const [options, cell] = rest.length === 1 ? [{}, rest[0]] : rest
  return {
    id,
    header,
    cell(row) {
      const content = cell(row)
      return options.isNumber && (content === '0' || content === 0) ? emptyCell : content
    },
    ...options,
  }
}

export function dateColumn<Row>(id: string, header: string, dateOf: (row: Row) => string | null): Column<Row> {
  return column(id, header, { width: 110 }, (row) => {
    const date = dateOf(row)
    return date ? <ShortDate date={date} /> : emptyCell
  })
}
