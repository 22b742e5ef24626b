import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { ActionMenu, findActionByKey, getActionsWidth, runAction, type RowAction } from './row-actions.tsx'
import type { Column } from './table-columns.tsx'
import { HeaderCell, type Sorting } from './table-head.tsx'
import { moveWithArrows, useRowFocus } from './table-rows.ts'
import { SelectionCell, SelectionHeader, selectionWidth, useRowSelection, type Selection } from './table-selection.tsx'
import { useLetterKeys } from '../use-letter-key.ts'
import classes from './data-table.module.css'

export type { Selection } from './table-selection.tsx'

export type DataTableProps<Row> = {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  onOpen?: (row: Row) => void
  isStale?: boolean
  /** Limits rows to one line: columns share the width, and long text is cut off. */
  isOneLine?: boolean
  sorting?: Sorting
  actions?: readonly RowAction<Row>[]
  selection?: Selection<Row> | undefined
  /** On phones, renders one line below the first text column instead of the other columns. */
  phoneLine?: (row: Row) => ReactNode
  initialFocus?: string | undefined
}

/**
 * A table with a sticky head and j/k navigation. On phones, each row shows its first text column and, below it, the
 * other columns or the `phoneLine`.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, isStale = false, isOneLine = false, selection, phoneLine } = props
  const { actions = [], initialFocus } = props
  const actionsWidth = getActionsWidth(actions)
  const widths = useColumnWidths(columns, (selection ? selectionWidth : 0) + actionsWidth)
  const visibleColumns = isOneLine ? widths.visible : columns
  const select = useRowSelection(selection, rows, rowKey)
  const { body, current, setCurrent } = useRowFocus(rows, rowKey, initialFocus)
  const onKeyDown = useRowKeyDown(props, select)
  return (
    <div
      ref={widths.frame}
      className={isOneLine ? classes.frame : undefined}
      data-wide={(isOneLine && widths.isWide) || undefined}
    >
      <table
        className={classes.table}
        role="table"
        style={{ width: isOneLine ? widths.total : undefined }}
        data-one-line={isOneLine || undefined}
        data-two-lines={phoneLine ? true : undefined}
        data-stale={isStale || undefined}
        aria-busy={isStale}
      >
        <caption className="visually-hidden">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {selection && <SelectionHeader selection={selection} rows={rows} rowKey={rowKey} />}
            {visibleColumns.map((column) => (
              <HeaderCell
                key={column.id}
                column={column}
                sorting={props.sorting}
                width={isOneLine ? widths.widthOf(column) : column.width}
              />
            ))}
            {actionsWidth > 0 && (
              <th role="columnheader" scope="col" style={{ width: actionsWidth }}>
                <span className="visually-hidden">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody ref={body} role="rowgroup">
          {rows.map((row, index) => (
            <tr
              key={rowKey(row)}
              role="row"
              data-row
              data-chosen={selection?.selectedKeys.has(rowKey(row)) || undefined}
              tabIndex={index === current ? 0 : -1}
              onFocus={() => setCurrent(index)}
              onKeyDown={(event) => onKeyDown(event, row)}
            >
              {selection && (
                <SelectionCell
                  selection={selection}
                  row={row}
                  isSelected={selection.selectedKeys.has(rowKey(row))}
                  onChoose={select}
                />
              )}
              <Cells
                row={row}
                columns={visibleColumns}
                phoneLine={phoneLine}
                actions={actionsWidth > 0 ? actions : undefined}
                tabIndex={index === current ? 0 : -1}
              />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type CellsProps<Row> = Pick<DataTableProps<Row>, 'columns' | 'actions' | 'phoneLine'> & { row: Row; tabIndex: number }

function Cells<Row>({ row, columns, phoneLine, actions, tabIndex }: CellsProps<Row>) {
  const nameIndex = columns.findIndex(({ isNumber }) => !isNumber)
  return (
    <>
      {columns.map(({ id, header, isNumber, cell }, index) => (
        <td
          key={id}
          role="cell"
          data-first={index === Math.max(0, nameIndex) || undefined}
          data-label={header}
          data-column={id}
          data-number={isNumber}
        >
          {cell(row)}
        </td>
      ))}
      {phoneLine && (
        <td role="cell" className={classes.phoneLine}>
          {phoneLine(row)}
        </td>
      )}
      {actions && (
        <td role="cell" className={classes.actions} data-column="actions">
          <ActionMenu actions={actions} row={row} tabIndex={tabIndex} />
        </td>
      )}
    </>
  )
}

/** Arrow keys move between rows, Enter opens a row, x selects it, and letters run actions. */
function useRowKeyDown<Row>(
  { onOpen, actions = [], selection, rowKey }: DataTableProps<Row>,
  select: ReturnType<typeof useRowSelection<Row>>,
) {
  const [areLettersOn] = useLetterKeys()
  return (event: KeyboardEvent<HTMLTableRowElement>, row: Row) => {
    if (event.target !== event.currentTarget) return
    moveWithArrows(event)
    if (event.key === 'Enter') onOpen?.(row)
    if (!areLettersOn || event.ctrlKey || event.metaKey || event.altKey) return
    if (selection && (selection.isSelectable?.(row) ?? true) && event.key.toLowerCase() === 'x') {
      event.preventDefault()
      select(row, !selection.selectedKeys.has(rowKey(row)), event.shiftKey)
    }
    const action = findActionByKey(actions, event.key, row)
    if (!action) return
    event.preventDefault()
    runAction(action, row)
  }
}

/** Columns up to this width in px, such as dates and states, are never narrowed. */
const maxRigidWidth = 130
/** Wider columns shrink to this share of their width before optional ones are hidden or the table scrolls sideways. */
const minScale = 0.75

/** Distributes the width of a one-line table among its columns. `reserved` is the width in px of all other cells. */
function useColumnWidths<Row>(columns: readonly Column<Row>[], reserved: number) {
  const frame = useRef<HTMLDivElement>(null)
  const [frameWidth, setFrameWidth] = useState(0)
  useLayoutEffect(() => {
    if (!frame.current) return
    const measure = () => setFrameWidth(frame.current?.clientWidth ?? 0)
    const observer = new ResizeObserver(measure)
    observer.observe(frame.current)
    measure()
    return () => observer.disconnect()
  }, [])
  const room = frameWidth - reserved
  const isTight = frameWidth > 0 && scaleOf(columns, room) < minScale
  const visible = isTight ? columns.filter(({ isOptional }) => !isOptional) : columns
  const fitting = scaleOf(visible, room)
  const scale = fitting < minScale ? 1 : fitting
  const widthOf = ({ width = 0 }: Column<Row>) => (width > maxRigidWidth ? Math.floor(width * scale) : width)
  const total = visible.reduce((sum, column) => sum + widthOf(column), reserved)
  return { frame, visible, widthOf, total, isWide: total > frameWidth }
}

function scaleOf<Row>(columns: readonly Column<Row>[], room: number): number {
  const widths = columns.map(({ width = 0 }) => width)
  const sumOf = (some: readonly number[]) => some.reduce((sum, width) => sum + width, 0)
  const fixed = sumOf(widths.filter((width) => width <= maxRigidWidth))
  return (room - fixed) / sumOf(widths.filter((width) => width > maxRigidWidth))
}
