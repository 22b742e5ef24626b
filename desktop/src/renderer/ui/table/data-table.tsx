import { useTable, type Row as TableRow, type RowData } from '@tanstack/react-table'
import type { KeyboardEvent, ReactNode } from 'react'
import { ActionButtons, ActionMenu, actionOfKey, actionsWidth, runAction, type RowAction } from './row-actions.tsx'
import { features, type Column } from './table-columns.tsx'
import { HeaderCell, type Sorting } from './table-head.tsx'
import { columnLayoutOf, useIsPhone, useLayoutOptions, type ColumnLayout, type Table } from './table-layout.ts'
import { moveWithArrows, useRowFocus } from './table-rows.ts'
import {
  SelectionCell,
  SelectionHeader,
  selectionWidth,
  useSelectionOptions,
  type Selection,
} from './table-selection.tsx'
import { useLetterKeys } from '../use-letter-key.ts'
import classes from './data-table.module.css'

export type { Selection } from './table-selection.tsx'

export type DataTableProps<Row extends RowData> = {
  caption: string
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => string
  /** Called by Enter on a row. */
  onOpen?: (row: Row) => void
  isStale?: boolean
  /**
   * Every row is one line high and columns share the room by their sizes; what has no room is cut. Columns can be moved
   * and widened, which is remembered under this name.
   */
  layout?: string
  sorting?: Sorting
  /** The actions on a row, by key and by the buttons that appear on it. */
  actions?: readonly RowAction<Row>[]
  selection?: Selection<Row> | undefined
  /** The line under the name on phones, in place of all other columns. */
  phoneLine?: (row: Row) => ReactNode
  /** The row that has the focus when the table appears, such as the one that a person comes back from. */
  focusOn?: string | undefined
}

/**
 * A table with a head that stays and rows that are walked with j and k. On phones a row is the column that names it,
 * and under that the others one after the other, or the `phoneLine`.
 */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, isStale = false, phoneLine, focusOn, actions = [] } = props
  const selection = useSelectionOptions(props.selection, rows, rowKey)
  const sizing = useLayoutOptions(props.layout, columns, (props.selection ? selectionWidth : 0) + actionsWidth(actions))
  const table = useTable({
    features,
    columns,
    data: rows,
    getRowId: rowKey,
    ...sizing.options,
    ...selection.options,
    state: { ...sizing.state, ...selection.state },
  })
  const layout = props.layout === undefined ? undefined : columnLayoutOf(table, sizing)
  const { body, current, setCurrent } = useRowFocus(rows, rowKey, focusOn)
  const onKeyDown = useRowKeyDown(props)
  const Actions = useActionsOf(actions)
  const naming = table.getVisibleLeafColumns().findIndex(({ columnDef }) => !columnDef.meta?.isNumber)
  return (
    <div ref={sizing.frame} className={layout && classes.frame} data-wide={layout?.isWide || undefined}>
      <table
        className={classes.table}
        role="table"
        style={{ width: layout?.width }}
        data-one-line={layout ? true : undefined}
        data-two-lines={phoneLine ? true : undefined}
        data-stale={isStale || undefined}
        aria-busy={isStale}
      >
        <caption className="visually-hidden">{caption}</caption>
        <TableHead {...props} hasActions={Actions !== null} table={table} layout={layout} />
        <tbody ref={body} role="rowgroup">
          {table.getRowModel().rows.map((row, index) => (
            <tr
              key={row.id}
              role="row"
              data-row
              data-chosen={row.getIsSelected() || undefined}
              tabIndex={index === current ? 0 : -1}
              onFocus={() => setCurrent(index)}
              onKeyDown={(event) => onKeyDown(event, row)}
            >
              {props.selection && <SelectionCell row={row} label={props.selection.label(row.original)} />}
              {row.getVisibleCells().map((cell, cellIndex) => (
                <td
                  key={cell.id}
                  role="cell"
                  data-first={cellIndex === Math.max(0, naming) || undefined}
                  data-label={String(cell.column.columnDef.header)}
                  data-column={cell.column.id}
                  data-number={cell.column.columnDef.meta?.isNumber}
                >
                  <table.FlexRender cell={cell} />
                </td>
              ))}
              {phoneLine && (
                <td role="cell" className={classes.phoneLine}>
                  {phoneLine(row.original)}
                </td>
              )}
              {Actions && (
                <td role="cell" className={classes.actions} data-column="actions">
                  <Actions actions={actions} row={row.original} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Returns the component for actions that no cell shows; null if there are none. */
function useActionsOf<Row>(actions: readonly RowAction<Row>[]) {
  const isPhone = useIsPhone()
  if (actionsWidth(actions) === 0) return null
  return isPhone ? ActionMenu : ActionButtons
}

type TableHeadProps<Row extends RowData> = Pick<DataTableProps<Row>, 'sorting' | 'selection' | 'actions'> & {
  table: Table<Row>
  layout: ColumnLayout<Row> | undefined
  hasActions: boolean
}

function TableHead<Row extends RowData>(props: TableHeadProps<Row>) {
  const { table, layout, sorting, hasActions, actions = [], selection } = props
  return (
    <thead role="rowgroup">
      {table.getHeaderGroups().map((group) => (
        <tr key={group.id} role="row">
          {selection && <SelectionHeader table={table} />}
          {group.headers.map((header) => (
            <HeaderCell key={header.id} header={header} sorting={sorting} layout={layout}>
              <table.FlexRender header={header} />
            </HeaderCell>
          ))}
          {hasActions && (
            <th role="columnheader" scope="col" style={{ width: actionsWidth(actions) }}>
              <span className="visually-hidden">Actions</span>
            </th>
          )}
        </tr>
      ))}
    </thead>
  )
}

/** Returns a row's key handler: arrows move, Enter opens, x chooses, and each action has a letter. */
function useRowKeyDown<Row extends RowData>({ onOpen, actions = [] }: DataTableProps<Row>) {
  const [areLettersOn] = useLetterKeys()
  return (event: KeyboardEvent<HTMLTableRowElement>, row: TableRow<typeof features, Row>) => {
    if (event.target !== event.currentTarget) return
    moveWithArrows(event)
    if (event.key === 'Enter') onOpen?.(row.original)
    if (!areLettersOn || event.ctrlKey || event.metaKey || event.altKey) return
    if (row.getCanSelect() && event.key.toLowerCase() === 'x') {
      event.preventDefault()
      row.getToggleSelectedHandler()({ target: { checked: !row.getIsSelected() }, shiftKey: event.shiftKey })
    }
    const action = actionOfKey(actions, event.key, row.original)
    if (!action) return
    event.preventDefault()
    runAction(action, row.original)
  }
}
