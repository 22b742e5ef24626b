import type { KeyboardEvent, ReactNode } from 'react'
import { ActionMenu, actionOfKey, actionsWidth, runAction, type RowAction } from './row-actions.tsx'
import type { Column } from './table-columns.tsx'
import { HeaderCell, type Sorting } from './table-head.tsx'
import { useColumnWidths } from './table-layout.ts'
import { moveWithArrows, useRowFocus } from './table-rows.ts'
import { SelectionCell, SelectionHeader, selectionWidth, useRowChoice, type Selection } from './table-selection.tsx'
import { useLetterKeys } from '../use-letter-key.ts'
import classes from './data-table.module.css'

export type { Selection } from './table-selection.tsx'

export type DataTableProps<Row> = {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Called by Enter on a row. */
  onOpen?: (row: Row) => void
  isStale?: boolean
  /** Every row is one line high and columns share the room by their widths; what has no room is cut. */
  isOneLine?: boolean
  sorting?: Sorting
  /** The actions on a row, by key and in its menu. */
  actions?: readonly RowAction<Row>[]
  selection?: Selection<Row> | undefined
  /** The line under the name on phones, in place of all other columns. */
  phoneLine?: (row: Row) => ReactNode
  /** The row that has the focus when the table appears, such as the one that a person comes back from. */
  initialFocus?: string | undefined
}

/**
 * A table with a head that stays and rows that are walked with j and k. On phones a row is the column that names it,
 * and under that the others one after the other, or the `phoneLine`.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    caption,
    columns,
    rows,
    rowKey,
    isStale = false,
    isOneLine = false,
    selection,
    phoneLine,
    initialFocus,
  } = props
  const { actions = [] } = props
  const widths = useColumnWidths(columns, (selection ? selectionWidth : 0) + actionsWidth(actions))
  const shown = isOneLine ? widths.shown : columns
  const choose = useRowChoice(selection, rows, rowKey)
  const { body, current, setCurrent } = useRowFocus(rows, rowKey, initialFocus)
  const onKeyDown = useRowKeyDown(props, choose)
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
            {shown.map((column) => (
              <HeaderCell
                key={column.id}
                column={column}
                sorting={props.sorting}
                width={isOneLine ? widths.widthOf(column) : column.width}
              />
            ))}
            {actionsWidth(actions) > 0 && (
              <th role="columnheader" scope="col" style={{ width: actionsWidth(actions) }}>
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
                  isChosen={selection.selectedKeys.has(rowKey(row))}
                  onChoose={choose}
                />
              )}
              <Cells
                row={row}
                columns={shown}
                phoneLine={phoneLine}
                actions={actions}
                tabIndex={index === current ? 0 : -1}
              />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type CellsProps<Row> = Required<Pick<DataTableProps<Row>, 'columns' | 'actions'>> & {
  row: Row
  tabIndex: number
  phoneLine: DataTableProps<Row>['phoneLine']
}

function Cells<Row>({ row, columns, phoneLine, actions, tabIndex }: CellsProps<Row>) {
  const naming = columns.findIndex(({ isNumber }) => !isNumber)
  return (
    <>
      {columns.map(({ id, header, isNumber, cell }, index) => (
        <td
          key={id}
          role="cell"
          data-first={index === Math.max(0, naming) || undefined}
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
      {actionsWidth(actions) > 0 && (
        <td role="cell" className={classes.actions} data-column="actions">
          <ActionMenu actions={actions} row={row} tabIndex={tabIndex} />
        </td>
      )}
    </>
  )
}

/** Returns a row's key handler: arrows move, Enter opens, x chooses, and each action has a letter. */
function useRowKeyDown<Row>(
  { onOpen, actions = [], selection, rowKey }: DataTableProps<Row>,
  choose: ReturnType<typeof useRowChoice<Row>>,
) {
  const [areLettersOn] = useLetterKeys()
  return (event: KeyboardEvent<HTMLTableRowElement>, row: Row) => {
    if (event.target !== event.currentTarget) return
    moveWithArrows(event)
    if (event.key === 'Enter') onOpen?.(row)
    if (!areLettersOn || event.ctrlKey || event.metaKey || event.altKey) return
    if (selection && (selection.isPossible?.(row) ?? true) && event.key.toLowerCase() === 'x') {
      event.preventDefault()
      choose(row, !selection.selectedKeys.has(rowKey(row)), event.shiftKey)
    }
    const action = actionOfKey(actions, event.key, row)
    if (!action) return
    event.preventDefault()
    runAction(action, row)
  }
}
