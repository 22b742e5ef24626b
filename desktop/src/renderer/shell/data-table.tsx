import { tableFeatures, useTable, type CellData, type ColumnDef, type RowData, type TableFeatures } from '@tanstack/react-table'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { isFreeKey, useLetterKeys } from './use-shortcuts.ts'
import classes from './data-table.module.css'

declare module '@tanstack/react-table' {
  // The names of the parameters must be those of the library.
  interface ColumnMeta<in out TFeatures extends TableFeatures, in out TData extends RowData, TValue extends CellData = CellData> {
    isNumber?: boolean
    width?: number
  }
}

const features = tableFeatures({})
export type Column<Row extends RowData> = ColumnDef<typeof features, Row>

type DataTableProps<Row extends RowData> = {
  caption: string
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => string
  /** What Enter does on a row. */
  onOpen?: (row: Row) => void
  isStale?: boolean
}

/** A table with a head that stays and rows that are walked with j and k. On phones each row becomes a small card. */
export function DataTable<Row extends RowData>({ caption, columns, rows, rowKey, onOpen, isStale = false }: DataTableProps<Row>) {
  const table = useTable({ features, columns, data: rows, getRowId: rowKey })
  const body = useRef<HTMLTableSectionElement>(null)
  const [current, setCurrent] = useState(0)
  useRowKeys(body, rows.length)

  function onKeyDown(event: KeyboardEvent<HTMLTableRowElement>, row: Row) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.target !== event.currentTarget) return
    if (step) {
      event.preventDefault()
      const next = step > 0 ? event.currentTarget.nextElementSibling : event.currentTarget.previousElementSibling
      if (next instanceof HTMLElement) next.focus()
    }
    if (event.key === 'Enter' && onOpen) onOpen(row)
  }

  return (
    <table className={classes.table} role="table" data-stale={isStale || undefined} aria-busy={isStale}>
      <caption className="visually-hidden">{caption}</caption>
      <thead role="rowgroup">
        {table.getHeaderGroups().map((group) => (
          <tr key={group.id} role="row">
            {group.headers.map((header) => (
              <th key={header.id} role="columnheader" scope="col" data-number={header.column.columnDef.meta?.isNumber} style={{ width: header.column.columnDef.meta?.width }}>
                <table.FlexRender header={header} />
              </th>
            ))}
          </tr>
        ))}
      </thead>
      <tbody ref={body} role="rowgroup">
        {table.getRowModel().rows.map((row, i) => (
          <tr
            key={row.id}
            role="row"
            data-row
            tabIndex={i === Math.min(current, rows.length - 1) ? 0 : -1}
            onFocus={() => setCurrent(i)}
            onKeyDown={(event) => onKeyDown(event, row.original)}
          >
            {row.getAllCells().map((cell) => (
              <td key={cell.id} role="cell" data-label={String(cell.column.columnDef.header)} data-column={cell.column.id} data-number={cell.column.columnDef.meta?.isNumber}>
                <table.FlexRender cell={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** j and k from anywhere on the page. */
function useRowKeys(body: React.RefObject<HTMLTableSectionElement | null>, length: number) {
  const [isOn] = useLetterKeys()
  useEffect(() => {
    if (!isOn || length === 0) return
    function onKey(event: globalThis.KeyboardEvent) {
      const step = { j: 1, k: -1 }[event.key]
      if (!step || !isFreeKey(event)) return
      const rows = [...(body.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
      const at = rows.findIndex((row) => row.contains(document.activeElement))
      rows[at < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, at + step))]?.focus()
      event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isOn, length, body])
}
