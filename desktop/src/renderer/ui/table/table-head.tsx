import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { Column } from './table-columns.tsx'
import classes from './data-table.module.css'

/** `sort` is the `sort` parameter, with `-` for descending; undefined is the default order. */
export type Sorting = { sort: string | undefined; onSort: (sort: string | undefined) => void }

type HeaderCellProps<Row> = { column: Column<Row>; sorting: Sorting | undefined; width: number | undefined }

export function HeaderCell<Row>({
  column: { header, isNumber, sort, isDescendingFirst },
  sorting,
  width,
}: HeaderCellProps<Row>) {
  const isSortable = sorting && sort
  return (
    <th
      role="columnheader"
      scope="col"
      data-number={isNumber}
      style={{ width }}
      aria-sort={isSortable ? ariaSortOf(sorting, sort) : undefined}
    >
      {isSortable ? (
        <SortButton sorting={sorting} field={sort} highestFirst={isDescendingFirst}>
          {header}
        </SortButton>
      ) : (
        header
      )}
    </th>
  )
}

type SortButtonProps = { sorting: Sorting; field: string; highestFirst: boolean | undefined; children: string }

/** Sorts at the first click, reverses the order at the second, and restores the default at the third. */
function SortButton({ sorting: { sort, onSort }, field, highestFirst = false, children }: SortButtonProps) {
  const [first, second] = highestFirst ? [`-${field}`, field] : [field, `-${field}`]
  const next = sort === first ? second : sort === second ? undefined : first
  const Arrow = (sort ?? first) === `-${field}` ? IconArrowDown : IconArrowUp
  return (
    <button
      type="button"
      className={classes.sort}
      data-sorted={sort === first || sort === second || undefined}
      onClick={() => onSort(next)}
    >
      {children}
      <Arrow size={14} stroke={1.8} aria-hidden />
    </button>
  )
}

function ariaSortOf({ sort }: Sorting, field: string): 'ascending' | 'descending' | 'none' {
  if (sort === field) return 'ascending'
  return sort === `-${field}` ? 'descending' : 'none'
}
