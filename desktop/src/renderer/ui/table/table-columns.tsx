import { tableFeatures, type CellData, type ColumnDef, type RowData, type TableFeatures } from '@tanstack/react-table'
import type { ReactNode } from 'react'

declare module '@tanstack/react-table' {
  // The names of the parameters must be those of the library.
  interface ColumnMeta<
    in out TFeatures extends TableFeatures,
    in out TData extends RowData,
    TValue extends CellData = CellData,
  > {
    isNumber?: boolean
    width?: number
    /** It is cut after others: names, days, years and states say nothing in part. */
    isWhole?: boolean
    /** It is left out where the table is narrow and has no room for all. */
    givesWay?: boolean
    /** The word of the address by which this column sorts; `-word` is the other way round. */
    sort?: string
    /** The first click shows the highest. */
    highestFirst?: boolean
  }
}

export const features = tableFeatures({})
export type Column<Row extends RowData> = ColumnDef<typeof features, Row>

/** A column under its heading: what a cell shows of its row. */
export function column<Row extends RowData>(
  id: string,
  header: string,
  cell: (row: Row) => ReactNode,
  meta: NonNullable<Column<Row>['meta']> = {},
): Column<Row> {
  return { id, header, meta, cell: ({ row }) => cell(row.original) }
}
