import { useTable, type RowData } from '@tanstack/react-table'
import type { KeyboardEvent, ReactNode } from 'react'
import { ActionButtons, actionOfKey, actionsWidth, runAction, type RowAction } from './row-actions.tsx'
import { features, HeaderCell, sharedWidths, type Column, type Sorting } from './table-columns.tsx'
import { moveWithArrows, useRowFocus } from './table-rows.ts'
import { SelectionCell, SelectionHeader, selectionWidth, useChoose, type Selection } from './table-selection.tsx'
import { useLetterKeys } from './use-letter-key.ts'
import classes from './data-table.module.css'

export type { Column } from './table-columns.tsx'
export type { Selection } from './table-selection.tsx'

export type DataTableProps<Row extends RowData> = {
  caption: string
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => string
  /** What Enter does on a row. */
  onOpen?: (row: Row) => void
  isStale?: boolean
  /** Every row is one line high; what is too long is cut. Columns share the width as their `width`s say. */
  isOneLine?: boolean
  sorting?: Sorting
  /** What can be done with a row, by key and by the buttons that appear on it. */
  actions?: readonly RowAction<Row>[]
  selection?: Selection<Row> | undefined
  /** What stands under the name on phones, in place of all other columns. */
  phoneLine?: (row: Row) => ReactNode
  /** The row that has the focus when the table appears, such as the one that a person comes back from. */
  focusOn?: string | undefined
}

/**
 * A table with a head that stays and rows that are walked with j and k. On phones a row is the column that names it,
 * and under that the others one after the other, or the `phoneLine`.
 */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, isStale = false, isOneLine = false, selection, phoneLine, focusOn } = props
  const table = useTable({ features, columns, data: rows, getRowId: rowKey })
  const { body, current, setCurrent } = useRowFocus(rows, rowKey, focusOn)
  const choose = useChoose(selection, rows, rowKey)
  const onKeyDown = useRowKeyDown(props, choose)
  const naming = columns.findIndex(({ id, meta }) => id !== 'choose' && !meta?.isNumber)
  const { actions = [] } = props
  return (
    <div className={isOneLine ? classes.frame : undefined}>
      <table
        className={classes.table}
        role="table"
        data-one-line={isOneLine || undefined}
        data-two-lines={phoneLine ? true : undefined}
        data-stale={isStale || undefined}
        aria-busy={isStale}
      >
        <caption className="visually-hidden">{caption}</caption>
        <TableHead table={table} {...props} />
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
                  label={selection.label(row.original)}
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
                >
                  <table.FlexRender cell={cell} />
                </td>
              ))}
              {phoneLine && (
                <td role="cell" className={classes.phoneLine}>
                  {phoneLine(row.original)}
                </td>
              )}
              {actions.length > 0 && (
                <td role="cell" className={classes.actions} data-column="actions">
                  <ActionButtons actions={actions} row={row.original} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type TableHeadProps<Row extends RowData> = DataTableProps<Row> & {
  table: ReturnType<typeof useTable<typeof features, Row>>
}

function TableHead<Row extends RowData>(props: TableHeadProps<Row>) {
  const { table, columns, isOneLine = false, sorting, actions = [], selection } = props
  const forActions = actions.length > 0 ? actionsWidth(actions.length) : 0
  const widthOf = sharedWidths(columns, forActions + (selection ? selectionWidth : 0))
  return (
    <thead role="rowgroup">
      {table.getHeaderGroups().map((group) => (
        <tr key={group.id} role="row">
          {selection && <SelectionHeader />}
          {group.headers.map((header) => {
            const { meta } = header.column.columnDef
            return (
              <HeaderCell key={header.id} meta={meta} width={isOneLine ? widthOf(meta) : meta?.width} sorting={sorting}>
                <table.FlexRender header={header} />
              </HeaderCell>
            )
          })}
          {actions.length > 0 && (
            <th role="columnheader" scope="col" style={{ width: isOneLine ? forActions : undefined }}>
              <span className="visually-hidden">Actions</span>
            </th>
          )}
        </tr>
      ))}
    </thead>
  )
}

/** What the keys do on a row: the arrows move, Enter opens, x chooses, and each action has a letter. */
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
