import {
  columnOrderingFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowSelectionFeature,
  tableFeatures,
  type CellData,
  type ColumnDef,
  type RowData,
  type TableFeatures,
} from '@tanstack/react-table'
import type { ReactNode } from 'react'

declare module '@tanstack/react-table' {
  // The names of the parameters must be those of the library.
  interface ColumnMeta<
    in out TFeatures extends TableFeatures,
    in out TData extends RowData,
    TValue extends CellData = CellData,
  > {
    isNumber?: boolean
    /** It is left out where the table has no room for all columns. */
    givesWay?: boolean
    /** The word of the address by which this column sorts; `-word` is the other way round. */
    sort?: string
    /** The first click shows the highest. */
    highestFirst?: boolean
  }
}

export const features = tableFeatures({
  columnOrderingFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowSelectionFeature,
})
export type Column<Row extends RowData> = ColumnDef<typeof features, Row>

/** A column's options beside its cells; `width` is in px, and where columns share their room, its part of that. */
export type ColumnOptions = NonNullable<Column<RowData>['meta']> & { width?: number }

/** A column under its heading: what a cell shows of its row. */
export function column<Row extends RowData>(
  id: string,
  header: string,
  cell: (row: Row) => ReactNode,
  { width, ...meta }: ColumnOptions = {},
): Column<Row> {
  return { id, header, meta, ...(width && { size: width }), cell: ({ row }) => cell(row.original) }
}
