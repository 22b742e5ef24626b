import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './sortable-header.module.css'

/** How a table is sorted: a word of the address, with `-` in front for the other way round; undefined is its own order. */
export type Sorting = { by: string | undefined; onSort: (by: string | undefined) => void }

/** A head that sorts: once, the other way round, and not at all. */
export function SortableHeader({
  sorting: { by, onSort },
  word,
  highestFirst = false,
  children,
}: {
  sorting: Sorting
  word: string
  highestFirst?: boolean | undefined
  children: ReactNode
}) {
  const [first, second] = highestFirst ? [`-${word}`, word] : [word, `-${word}`]
  const next = by === first ? second : by === second ? undefined : first
  const Arrow = (by ?? first) === `-${word}` ? IconArrowDown : IconArrowUp
  return (
    <button
      type="button"
      className={classes.head}
      data-sorted={by === first || by === second || undefined}
      onClick={() => onSort(next)}
    >
      {children}
      <Arrow size={14} stroke={1.8} aria-hidden />
    </button>
  )
}

export function sortedAs({ by }: Sorting, word: string): 'ascending' | 'descending' | 'none' {
  if (by === word) return 'ascending'
  return by === `-${word}` ? 'descending' : 'none'
}
