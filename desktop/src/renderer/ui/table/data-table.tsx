import { useTable, type RowData } from '@tanstack/react-table'
import type { KeyboardEvent, ReactNode } from 'react'
import { ActionButtons, ActionMenu, actionOfKey, actionsWidth, runAction, type RowAction } from './row-actions.tsx'
import { features, type Column } from './table-columns.tsx'
import { HeaderCell, isAway, type Sorting } from './table-head.tsx'
import { useColumnLayout, useIsPhone, type ColumnLayout } from './table-layout.ts'
import { moveWithArrows, useRowFocus } from './table-rows.ts'
import { SelectionCell, SelectionHeader, selectionWidth, useChoose, type Selection } from './table-selection.tsx'
import { useLetterKeys } from '../use-letter-key.ts'
import classes from './data-table.module.css'

export type { Column } from './table-columns.tsx'
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
   * Every row is one line high and every column as wide as what stands in it; what has no room is cut. Columns can be
   * moved and widened, which is remembered under this name.
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
  const { caption, rows, rowKey, isStale = false, selection, phoneLine, focusOn, actions = [] } = props
  const { columns, ...columnLayout } = useColumnLayout(
    props.layout,
    props.columns,
    rows,
    (selection ? selectionWidth : 0) + actionsWidth(actions),
  )
  const layout = props.layout === undefined ? undefined : columnLayout
  const table = useTable({ features, columns, data: rows, getRowId: rowKey })
  const { body, current, setCurrent } = useRowFocus(rows, rowKey, focusOn)
  const choose = useChoose(selection, rows, rowKey)
  const onKeyDown = useRowKeyDown(props, choose)
  const Actions = useActionsOf(actions)
  const naming = columns.findIndex(({ meta }) => !meta?.isNumber)
  return (
    <div ref={layout?.frame} className={layout && classes.frame} data-wide={layout?.isWide || undefined}>
      <table
        ref={layout?.table}
        className={classes.table}
        role="table"
        style={{ width: layout?.widths && layout.total }}
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
              data-chosen={selection?.chosen.has(row.id) || undefined}
              tabIndex={index === current ? 0 : -1}
              onFocus={() => setCurrent(index)}
              onKeyDown={(event) => onKeyDown(event, row.original)}
            >
              {selection && (
                <SelectionCell
                  selection={selection}
                  row={row.original}
                  isChosen={selection.chosen.has(row.id)}
                  onChoose={(isRange) => choose(row.original, isRange)}
                />
              )}
              {row.getAllCells().map((cell, at) => (
                <td
                  key={cell.id}
                  role="cell"
                  data-first={at === Math.max(0, naming) || undefined}
                  data-label={String(cell.column.columnDef.header)}
                  data-column={cell.column.id}
                  data-number={cell.column.columnDef.meta?.isNumber}
                  data-away={isAway(layout, cell.column.id)}
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

type TableHeadProps<Row extends RowData> = Omit<DataTableProps<Row>, 'layout'> & {
  table: ReturnType<typeof useTable<typeof features, Row>>
  layout: ColumnLayout | undefined
  hasActions: boolean
}

function TableHead<Row extends RowData>(props: TableHeadProps<Row>) {
  const { table, layout, sorting, hasActions, actions = [], selection, rows, rowKey } = props
  return (
    <thead role="rowgroup">
      {table.getHeaderGroups().map((group) => (
        <tr key={group.id} role="row">
          {selection && <SelectionHeader selection={selection} rows={rows} rowKey={rowKey} />}
          {group.headers.map((header, at) => {
            const { header: title, meta } = header.column.columnDef
            return (
              <HeaderCell
                key={header.id}
                id={header.id}
                title={String(title)}
                meta={meta}
                sorting={sorting}
                layout={layout}
                at={at}
              >
                <table.FlexRender header={header} />
              </HeaderCell>
            )
          })}
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
function useRowKeyDown<Row extends RowData>(
  { onOpen, selection, actions = [] }: DataTableProps<Row>,
  choose: (row: Row, isRange: boolean) => void,
) {
  const [areLettersOn] = useLetterKeys()
  return (event: KeyboardEvent<HTMLTableRowElement>, row: Row) => {
    if (event.target !== event.currentTarget) return
    moveWithArrows(event)
    if (event.key === 'Enter') onOpen?.(row)
    if (!areLettersOn || event.ctrlKey || event.metaKey || event.altKey) return
    if (selection && event.key.toLowerCase() === 'x') {
      event.preventDefault()
      choose(row, event.shiftKey)
    }
    const action = actionOfKey(actions, event.key, row)
    if (!action) return
    event.preventDefault()
    runAction(action, row)
  }
}
