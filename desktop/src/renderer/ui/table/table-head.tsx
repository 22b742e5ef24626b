import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { Column } from './table-columns.tsx'
import classes from './data-table.module.css'

/** `by` is the `sort` parameter, with `-` for descending; undefined is the default order. */
export type Sorting = { by: string | undefined; onSort: (by: string | undefined) => void }

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
        <SortButton sorting={sorting} word={sort} highestFirst={isDescendingFirst}>
          {header}
        </SortButton>
      ) : (
        header
      )}
    </th>
  )
}

type SortButtonProps = { sorting: Sorting; word: string; highestFirst: boolean | undefined; children: string }

/** The first click sorts, the second reverses the order, and the third restores the default. */
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

function ariaSortOf({ by }: Sorting, word: string): 'ascending' | 'descending' | 'none' {
  if (by === word) return 'ascending'
  return by === `-${word}` ? 'descending' : 'none'
}
