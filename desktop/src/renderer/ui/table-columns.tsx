import { tableFeatures, type CellData, type ColumnDef, type RowData, type TableFeatures } from '@tanstack/react-table'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './data-table.module.css'

declare module '@tanstack/react-table' {
  // The names of the parameters must be those of the library.
  interface ColumnMeta<
    in out TFeatures extends TableFeatures,
    in out TData extends RowData,
    TValue extends CellData = CellData,
  > {
    isNumber?: boolean
    width?: number
    /** Its width is kept where others are cut: days, years and states say nothing in part. */
    isWhole?: boolean
    /** The word of the address by which this column sorts; `-word` is the other way round. */
    sort?: string
    /** The first click shows the highest. */
    highestFirst?: boolean
  }
}

export const features = tableFeatures({})
export type Column<Row extends RowData> = ColumnDef<typeof features, Row>

/** How a table is sorted: a word of the address, with `-` in front for descending; undefined is its own order. */
export type Sorting = { by: string | undefined; onSort: (by: string | undefined) => void }

/** Below this width of the table, in px, no column keeps its width. */
const roomForAll = 900

/** Some columns keep their width; the others share the rest by their `width`s. `reserved` px are for other cells. */
export function sharedWidths<Row extends RowData>(columns: Column<Row>[], reserved: number) {
  const sum = (isWhole: boolean) =>
    columns.reduce((total, { meta }) => total + (Boolean(meta?.isWhole) === isWhole ? (meta?.width ?? 0) : 0), 0)
  const fixed = (width: number) => `min(${width}px, ${(width / roomForAll) * 100}cqw)`
  const left = `(100cqw - ${reserved}px - ${fixed(sum(true))})`
  return (meta: Column<Row>['meta']) =>
    meta?.width && (meta.isWhole ? fixed(meta.width) : `calc(${left} * ${meta.width / sum(false)})`)
}

type HeaderCellProps<Row extends RowData> = {
  meta: Column<Row>['meta']
  width: number | string | undefined
  sorting: Sorting | undefined
  children: ReactNode
}

/** The head of a column, a button where it sorts. */
export function HeaderCell<Row extends RowData>({ meta, width, sorting, children }: HeaderCellProps<Row>) {
  const sort = sorting && meta?.sort
  return (
    <th
      role="columnheader"
      scope="col"
      data-number={meta?.isNumber}
      style={{ width }}
      aria-sort={sort ? sortedAs(sorting, sort) : undefined}
    >
      {sort ? (
        <SortButton sorting={sorting} word={sort} highestFirst={meta?.highestFirst}>
          {children}
        </SortButton>
      ) : (
        children
      )}
    </th>
  )
}

type SortButtonProps = { sorting: Sorting; word: string; highestFirst?: boolean | undefined; children: ReactNode }

/** Sorts on the first click, the other way round on the second, and not at all on the third. */
function SortButton({ sorting: { by, onSort }, word, highestFirst = false, children }: SortButtonProps) {
  const [first, second] = highestFirst ? [`-${word}`, word] : [word, `-${word}`]
  const next = by === first ? second : by === second ? undefined : first
  const Arrow = (by ?? first) === `-${word}` ? IconArrowDown : IconArrowUp
  return (
    <button
      type="button"
      className={classes.sort}
      data-sorted={by === first || by === second || undefined}
      onClick={() => onSort(next)}
    >
      {children}
      <Arrow size={14} stroke={1.8} aria-hidden />
    </button>
  )
}

function sortedAs({ by }: Sorting, word: string): 'ascending' | 'descending' | 'none' {
  if (by === word) return 'ascending'
  return by === `-${word}` ? 'descending' : 'none'
}

/** A column under its heading: what a cell shows of its row. */
export function column<Row extends RowData>(
  id: string,
  header: string,
  cell: (row: Row) => ReactNode,
  meta: NonNullable<Column<Row>['meta']> = {},
): Column<Row> {
  return { id, header, meta, cell: ({ row }) => cell(row.original) }
}
