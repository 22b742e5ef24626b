import type { RowData } from '@tanstack/react-table'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useRef, useState, type DragEvent, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import type { Column } from './table-columns.tsx'
import type { ColumnLayout } from './table-layout.ts'
import classes from './data-table.module.css'

/** How a table is sorted: a word of the address, with `-` in front for descending; undefined is its own order. */
export type Sorting = { by: string | undefined; onSort: (by: string | undefined) => void }

type HeaderCellProps<Row extends RowData> = {
  id: string
  title: string
  meta: Column<Row>['meta']
  sorting: Sorting | undefined
  /** Where the columns of the table can be moved and widened; `at` is the place of this one. */
  layout: ColumnLayout | undefined
  at: number
  children: ReactNode
}

/** The head of a column: a button where it sorts, dragged where it can be moved, with a grip where it can be widened. */
export function HeaderCell<Row extends RowData>(props: HeaderCellProps<Row>) {
  const { id, title, meta, sorting, layout, at, children } = props
  const sort = sorting && meta?.sort
  const drop = useDrop(layout, at)
  return (
    <th
      role="columnheader"
      scope="col"
      aria-label={layout && title}
      data-column={id}
      data-number={meta?.isNumber}
      data-away={isAway(layout, id)}
      style={{ width: layout ? layout.widths?.[id] : meta?.width }}
      aria-sort={sort ? sortedAs(sorting, sort) : undefined}
      {...drop}
    >
      <span
        className={classes.head}
        draggable={layout && at > 0}
        onDragStart={(event) => event.dataTransfer.setData(movedColumn, id)}
      >
        {sort ? (
          <SortButton sorting={sorting} word={sort} highestFirst={meta?.highestFirst}>
            {children}
          </SortButton>
        ) : (
          children
        )}
      </span>
      {layout && <Grip id={id} title={title} at={at} layout={layout} />}
    </th>
  )
}

/** Whether a column gives way to others: the value of `data-away`. */
export function isAway(layout: ColumnLayout | undefined, id: string): true | undefined {
  return layout?.widths && layout.widths[id] === undefined ? true : undefined
}

/** Takes a column that is dragged to this place. */
function useDrop(layout: ColumnLayout | undefined, at: number) {
  const [isOver, setOver] = useState(false)
  if (!layout) return {}
  const isColumn = (event: DragEvent) => event.dataTransfer.types.includes(movedColumn)
  return {
    'data-over': isOver || undefined,
    onDragOver(event: DragEvent) {
      if (!isColumn(event)) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      setOver(false)
      if (isColumn(event)) layout.move(event.dataTransfer.getData(movedColumn), at)
    },
  }
}

const movedColumn = 'text/x-column'
const keyStep = 16

type GripProps = { id: string; title: string; at: number; layout: ColumnLayout }

/** The edge of a column: dragged, or by the arrow keys, it changes the width; with Shift the keys move the column. */
function Grip({ id, title, at, layout: { widths = {}, resize, drag, move } }: GripProps) {
  const start = useRef<{ x: number; width: number }>(undefined)
  const width = widths[id] ?? 0
  const dragged = ({ clientX }: PointerEvent) => start.current && start.current.width + clientX - start.current.x
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    const other = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (other) {
      event.preventDefault()
      const grips = gripsIn(event.currentTarget.closest('tr'))
      return grips[grips.indexOf(event.currentTarget) + other]?.focus()
    }
    if (event.key === 'Delete' || event.key === 'Backspace') return resize(id, undefined)
    if (!step) return
    event.preventDefault()
    if (!event.shiftKey) return resize(id, width + step * keyStep)
    if (at === 0) return
    move(id, at + step)
    const { currentTarget } = event
    // A column that moves loses the focus.
    requestAnimationFrame(() => currentTarget.focus())
  }
  return (
    <span
      role="separator"
      tabIndex={-1}
      className={classes.grip}
      aria-orientation="vertical"
      aria-label={`Width of ${title}`}
      aria-valuenow={width}
      title="Drag or use the arrow keys for another width; a double click fits it. Shift and an arrow key move the column."
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        start.current = { x: event.clientX, width }
      }}
      onPointerMove={(event) => start.current && drag(id, dragged(event))}
      onPointerUp={(event) => {
        const to = dragged(event)
        if (to !== undefined && to !== start.current?.width) resize(id, to)
        start.current = undefined
        drag(id, undefined)
      }}
      onDoubleClick={() => resize(id, undefined)}
      onKeyDown={onKeyDown}
    />
  )
}

/** The way to the grips by key: they are no stops of Tab, which would lie between everyone and the rows. */
export function focusFirstGrip(): void {
  gripsIn(document)[0]?.focus()
}

function gripsIn(place: ParentNode | null): HTMLElement[] {
  return [...(place?.querySelectorAll<HTMLElement>(`.${classes.grip}`) ?? [])]
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
