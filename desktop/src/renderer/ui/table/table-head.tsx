import type { Header, RowData } from '@tanstack/react-table'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useState, type DragEvent, type KeyboardEvent, type MouseEvent, type ReactNode, type TouchEvent } from 'react'
import type { features } from './table-columns.tsx'
import type { ColumnLayout } from './table-layout.ts'
import classes from './data-table.module.css'

/** How a table is sorted: a word of the address, with `-` in front for descending; undefined is its own order. */
export type Sorting = { by: string | undefined; onSort: (by: string | undefined) => void }

type HeaderCellProps<Row extends RowData> = {
  header: Header<typeof features, Row>
  sorting: Sorting | undefined
  /** Where the columns of the table can be moved and widened. */
  layout: ColumnLayout<Row> | undefined
  children: ReactNode
}

/** The head of a column: a button where it sorts, dragged where it can be moved, with a grip where it can be widened. */
export function HeaderCell<Row extends RowData>({ header, sorting, layout, children }: HeaderCellProps<Row>) {
  const { id, column } = header
  const { header: title, meta, size } = column.columnDef
  const sort = sorting && meta?.sort
  const drop = useDrop(layout, id)
  return (
    <th
      role="columnheader"
      scope="col"
      aria-label={layout && String(title)}
      data-number={meta?.isNumber}
      style={{ width: layout ? layout.widthOf(column) : size || undefined }}
      aria-sort={sort ? sortedAs(sorting, sort) : undefined}
      {...drop}
    >
      <span
        className={classes.head}
        draggable={layout && column.getIndex() > 0}
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
      {layout && <Grip header={header} layout={layout} />}
    </th>
  )
}

/** Takes a column that is dragged to the place of this one. */
function useDrop<Row extends RowData>(layout: ColumnLayout<Row> | undefined, id: string) {
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
      if (isColumn(event)) layout.move(event.dataTransfer.getData(movedColumn), id)
    },
  }
}

const movedColumn = 'text/x-column'
const keyStep = 16

type GripProps<Row extends RowData> = { header: Header<typeof features, Row>; layout: ColumnLayout<Row> }

/** The edge of a column: dragged, or by the arrow keys, it changes the width; with Shift the keys move the column. */
function Grip<Row extends RowData>({ header, layout: { widthOf, fix, resize, move } }: GripProps<Row>) {
  const { id, column } = header
  const width = widthOf(column)
  function onStart(event: MouseEvent | TouchEvent) {
    fix()
    header.getResizeHandler()(event)
  }
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    const other = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (other) {
      event.preventDefault()
      const grips = gripsIn(event.currentTarget.closest('tr'))
      return grips[grips.indexOf(event.currentTarget) + other]?.focus()
    }
    if (event.key === 'Delete' || event.key === 'Backspace') return column.resetSize()
    if (!step) return
    event.preventDefault()
    if (!event.shiftKey) return resize(id, width + step * keyStep)
    const target = header.headerGroup?.headers[column.getIndex() + step]
    if (!target || column.getIndex() === 0) return
    move(id, target.id)
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
      aria-label={`Width of ${String(column.columnDef.header)}`}
      aria-valuenow={width}
      title="Drag or use the arrow keys to change the width; double-click to reset it. Shift and an arrow key move the column."
      onMouseDown={onStart}
      onTouchStart={onStart}
      onDoubleClick={() => column.resetSize()}
      onKeyDown={onKeyDown}
    />
  )
}

/** Focuses the first resize handle of a column: handles are not in the Tab order, so that Tab goes straight to the rows. */
export function focusFirstResizeHandle(): void {
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
