import { Checkbox } from '@mantine/core'
import {
  tableFeatures,
  useTable,
  type CellData,
  type ColumnDef,
  type RowData,
  type TableFeatures,
} from '@tanstack/react-table'
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { ActionButtons, actionOfKey, runAction, type RowAction } from './row-actions.tsx'
import { SortableHeader, sortedAs, type Sorting } from './sortable-header.tsx'
import { useKeepRowFocus } from './use-keep-row-focus.ts'
import { isFreeKey, useLetterKeys } from './use-letter-key.ts'
import classes from './data-table.module.css'

declare module '@tanstack/react-table' {
  // The names of the parameters must be those of the library.
  interface ColumnMeta<
    in out TFeatures extends TableFeatures,
    in out TData extends RowData,
    TValue extends CellData = CellData,
  > {
    isNumber?: boolean
    width?: number
    /** Its width is kept where others are cut: days, years and states say nothing in part. */
    isWhole?: boolean
    /** The word of the address by which this column sorts; `-word` is the other way round. */
    sort?: string
    /** The first click shows the highest. */
    highestFirst?: boolean
  }
}

const actionWidth = 32
const selectionWidth = 36
const chooseColumn = 'choose'
const features = tableFeatures({})
export type Column<Row extends RowData> = ColumnDef<typeof features, Row>

/** Rows that are chosen: by their boxes, with shift from the last one on, or by x on a row. */
export type Selection<Row> = {
  /** The keys of the chosen rows, which may be on other pages too. */
  chosen: ReadonlySet<string>
  label: (row: Row) => string
  onChoose: (rows: readonly Row[], isChosen: boolean) => void
}

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
  /** The row that has the focus when the table appears, such as the one someone comes back from. */
  focusOn?: string | undefined
}

/**
 * A table with a head that stays and rows that are walked with j and k. On phones a row is the column that names it, and under that the
 * others one after the other, or the `phoneLine`.
 */
export function DataTable<Row extends RowData>({
  caption,
  columns,
  rows,
  rowKey,
  onOpen,
  isStale = false,
  isOneLine = false,
  sorting,
  actions = [],
  selection,
  phoneLine,
  focusOn,
}: DataTableProps<Row>) {
  const table = useTable({ features, columns, data: rows, getRowId: rowKey })
  const body = useRef<HTMLTableSectionElement>(null)
  const [current, setCurrent] = useState(() =>
    Math.max(
      0,
      rows.findIndex((row) => rowKey(row) === focusOn),
    ),
  )
  const [isOn] = useLetterKeys()
  const actionsWidth = actions.length * actionWidth + 16
  const naming = Math.max(
    0,
    columns.findIndex(({ id, meta }) => id !== chooseColumn && !meta?.isNumber),
  )
  const widthOf = sharedWidths(columns, (actions.length > 0 ? actionsWidth : 0) + (selection ? selectionWidth : 0))
  useRowKeys(body, rows.length)
  useKeepRowFocus(
    body,
    useMemo(() => rows.map(rowKey), [rows, rowKey]),
  )
  const chosenLast = useRef<string>(undefined)
  useFocusAtFirst(body, focusOn === undefined ? undefined : current)

  function choose(row: Row, isRange: boolean) {
    if (!selection) return
    const isChosen = !selection.chosen.has(rowKey(row))
    const last = rows.findIndex((other) => rowKey(other) === chosenLast.current)
    const [from, to] = [rows.indexOf(row), isRange && last >= 0 ? last : rows.indexOf(row)].toSorted((a, b) => a - b)
    chosenLast.current = rowKey(row)
    selection.onChoose(rows.slice(from, to! + 1), isChosen)
  }

  function onKeyDown(event: KeyboardEvent<HTMLTableRowElement>, row: Row) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.target !== event.currentTarget) return
    if (step) {
      event.preventDefault()
      const next = step > 0 ? event.currentTarget.nextElementSibling : event.currentTarget.previousElementSibling
      if (next instanceof HTMLElement) next.focus()
    }
    if (event.key === 'Enter' && onOpen) onOpen(row)
    if (isOn && selection && event.key.toLowerCase() === 'x' && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault()
      choose(row, event.shiftKey)
    }
    const action = isOn ? actionOfKey(actions, event, row) : undefined
    if (action) {
      event.preventDefault()
      runAction(action, row)
    }
  }

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
        <thead role="rowgroup">
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id} role="row">
              {selection && (
                <th role="columnheader" scope="col" style={{ width: selectionWidth }}>
                  <span className="visually-hidden">Chosen</span>
                </th>
              )}
              {group.headers.map((header) => {
                const { meta } = header.column.columnDef
                return (
                  <th
                    key={header.id}
                    role="columnheader"
                    scope="col"
                    data-number={meta?.isNumber}
                    style={{ width: isOneLine ? widthOf(meta) : meta?.width }}
                    aria-sort={sorting && meta?.sort ? sortedAs(sorting, meta.sort) : undefined}
                  >
                    {sorting && meta?.sort ? (
                      <SortableHeader sorting={sorting} word={meta.sort} highestFirst={meta.highestFirst}>
                        <table.FlexRender header={header} />
                      </SortableHeader>
                    ) : (
                      <table.FlexRender header={header} />
                    )}
                  </th>
                )
              })}
              {actions.length > 0 && (
                <th role="columnheader" scope="col" style={{ width: isOneLine ? actionsWidth : undefined }}>
                  <span className="visually-hidden">Actions</span>
                </th>
              )}
            </tr>
          ))}
        </thead>
        <tbody ref={body} role="rowgroup">
          {table.getRowModel().rows.map((row, i) => (
            <tr
              key={row.id}
              role="row"
              data-row
              data-chosen={selection?.chosen.has(row.id) || undefined}
              tabIndex={i === Math.min(current, rows.length - 1) ? 0 : -1}
              onFocus={() => setCurrent(i)}
              onKeyDown={(event) => onKeyDown(event, row.original)}
            >
              {selection && (
                <td role="cell" className={classes.choice} data-column="choice">
                  <Checkbox
                    size="xs"
                    radius={4}
                    tabIndex={-1}
                    aria-label={selection.label(row.original)}
                    aria-keyshortcuts="x"
                    checked={selection.chosen.has(row.id)}
                    onChange={(event) => choose(row.original, (event.nativeEvent as MouseEvent).shiftKey)}
                  />
                </td>
              )}
              {row.getAllCells().map((cell, at) => (
                <td
                  key={cell.id}
                  role="cell"
                  data-first={at === naming || undefined}
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

/** Below this width of the table, in px, nothing is kept whole. */
const roomForAll = 900

/** Some columns keep their width; what is left the others share, as their `width`s say. */
function sharedWidths<Row extends RowData>(columns: Column<Row>[], taken: number) {
  const sum = (isWhole: boolean) =>
    columns.reduce((total, { meta }) => total + (Boolean(meta?.isWhole) === isWhole ? (meta?.width ?? 0) : 0), 0)
  const kept = (width: number) => `min(${width}px, ${(width / roomForAll) * 100}cqw)`
  const left = `(100cqw - ${taken}px - ${kept(sum(true))})`
  return (meta: Column<Row>['meta']) =>
    meta?.width && (meta.isWhole ? kept(meta.width) : `calc(${left} * ${meta.width / sum(false)})`)
}

function rowsOf(place: ParentNode | null): HTMLElement[] {
  return [...(place?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
}

/** Moves the focus to the first row of the page's table, if there is one. */
export function focusFirstRow(): void {
  rowsOf(document)[0]?.focus()
}

function useFocusAtFirst(body: React.RefObject<HTMLTableSectionElement | null>, index: number | undefined) {
  const first = useRef(index)
  useEffect(() => {
    if (first.current !== undefined) rowsOf(body.current)[first.current]?.focus({ preventScroll: true })
  }, [body])
}

/** j and k from anywhere on the page. */
function useRowKeys(body: React.RefObject<HTMLTableSectionElement | null>, length: number) {
  const [isOn] = useLetterKeys()
  useEffect(() => {
    if (!isOn || length === 0) return
    function onKey(event: globalThis.KeyboardEvent) {
      const step = { j: 1, k: -1 }[event.key]
      if (!step || !isFreeKey(event)) return
      const rows = rowsOf(body.current)
      const index = rows.findIndex((row) => row.contains(document.activeElement))
      rows[index < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, index + step))]?.focus()
      event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isOn, length, body])
}
