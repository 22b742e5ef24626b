import { useLocalStorage, useMediaQuery } from '@mantine/hooks'
import {
  functionalUpdate,
  type ColumnOrderState,
  type ColumnSizingState,
  type Column as TableColumn,
  type RowData,
  type Updater,
  type useTable,
} from '@tanstack/react-table'
import { useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { z } from 'zod'
import type { Column, features } from './table-columns.tsx'

export type Table<Row extends RowData> = ReturnType<typeof useTable<typeof features, Row>>

const tableLayout = z.object({ order: z.array(z.string()), widths: z.record(z.string(), z.number().positive()) })
type TableLayout = z.infer<typeof tableLayout>
const usual: TableLayout = { order: [], widths: {} }

/** The order of a table's columns and the widths that a person gave them, remembered in this browser under a name. */
export function useTableLayout(name: string) {
  const [stored, store, reset] = useLocalStorage<TableLayout>({
    key: `${name}-layout`,
    defaultValue: usual,
    getInitialValueInEffect: false,
    deserialize: (text) => tableLayout.catch(usual).parse(parsed(text)),
  })
  return { stored, store, reset }
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}

/** Columns of days, years and states are no wider, in px, and say nothing in part: they are drawn as they are. */
const rigid = 130
/** The others are drawn down to this share of their sizes before one gives way, or the table is moved sideways. */
const minScale = 0.75

/** The share of their sizes at which the columns that are not rigid fill the room. */
function scaleOf(sizes: readonly number[], room: number): number {
  const [fixed, flexible] = [sizes.filter((size) => size <= rigid), sizes.filter((size) => size > rigid)].map((some) =>
    some.reduce((sum, size) => sum + size, 0),
  )
  return (room - fixed!) / flexible!
}

/** The options of a table for the order, widths and visibility of its columns; `reserved` px are for other cells. */
export function useLayoutOptions<Row extends RowData>(
  name: string | undefined,
  columns: Column<Row>[],
  reserved: number,
) {
  const { stored, store } = useTableLayout(name ?? 'no')
  const { frame, width } = useFrameWidth()
  const { order, widths } = name === undefined ? usual : stored
  const room = width - reserved
  const sizes = columns.map(({ id, size = 0 }) => widths[id!] ?? size)
  const isTight = width > 0 && scaleOf(sizes, room) < minScale
  return {
    frame,
    room,
    reserved,
    options: {
      // Columns of other tables are as wide as their cells.
      defaultColumn: { size: 0, minSize: 48, maxSize: 800 },
      columnResizeMode: 'onChange' as const,
      onColumnOrderChange: (to: Updater<ColumnOrderState>) =>
        store((layout) => ({ ...layout, order: functionalUpdate(to, layout.order) })),
      onColumnSizingChange: (to: Updater<ColumnSizingState>) =>
        store((layout) => ({ ...layout, widths: functionalUpdate(to, layout.widths) })),
    },
    state: {
      // The first column names the row, and stays.
      columnOrder: order.length > 0 ? [columns[0]!.id!, ...order] : order,
      columnSizing: widths,
      columnVisibility: Object.fromEntries(
        columns.map(({ id, meta }) => [id!, name === undefined || !(isTight && meta?.givesWay)]),
      ),
    },
  }
}

function useFrameWidth() {
  const frame = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    if (!frame.current) return
    const measure = () => setWidth(frame.current?.clientWidth ?? 0)
    const observer = new ResizeObserver(measure)
    observer.observe(frame.current)
    measure()
    return () => observer.disconnect()
  }, [])
  return { frame, width }
}

/** How wide columns are drawn, and the ways to change their widths and order. */
export function columnLayoutOf<Row extends RowData>(
  table: Table<Row>,
  { room, reserved, state }: ReturnType<typeof useLayoutOptions<Row>>,
) {
  const columns = table.getVisibleLeafColumns()
  const fitting = scaleOf(
    columns.map((column) => column.getSize()),
    room,
  )
  // Columns share the room by their sizes until a person gives one a width.
  const scale = Object.keys(state.columnSizing).length > 0 || fitting < minScale ? 1 : fitting
  const widthOf = (column: TableColumn<typeof features, Row>) =>
    column.getSize() > rigid ? Math.floor(column.getSize() * scale) : column.getSize()
  const total = columns.reduce((sum, column) => sum + widthOf(column), 0)
  const asDrawn = () => Object.fromEntries(columns.map((column) => [column.id, widthOf(column)]))
  return {
    widthOf,
    width: total + reserved,
    isWide: total > room,
    /** Gives each column the width that it has, so that changing one leaves the others as they are. */
    fix: () => flushSync(() => table.setColumnSizing((before) => ({ ...before, ...asDrawn() }))),
    resize: (id: string, width: number) => table.setColumnSizing({ ...state.columnSizing, ...asDrawn(), [id]: width }),
    /** Puts a column in the place of another. */
    move(id: string, target: string) {
      const ids = table.getAllLeafColumns().map((column) => column.id)
      const moved = ids.filter((other) => other !== id)
      moved.splice(Math.max(1, ids.indexOf(target)), 0, id)
      table.setColumnOrder((order) => [...moved, ...order.filter((other) => !ids.includes(other))])
    },
  }
}

export type ColumnLayout<Row extends RowData> = ReturnType<typeof columnLayoutOf<Row>>

/** Where a table's rows are written one under the other. */
export function useIsPhone(): boolean {
  return useMediaQuery('(max-width: 720px)', false, { getInitialValueInEffect: false })
}
