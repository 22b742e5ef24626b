import { useElementSize, useLocalStorage, useMediaQuery } from '@mantine/hooks'
import type { RowData } from '@tanstack/react-table'
import { useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { z } from 'zod'
import type { Column } from './table-columns.tsx'
import { fittingWidths, fitWell, sumOf } from './table-widths.ts'

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
  return { ...stored, store, reset }
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}

/** In fewer px a column that `givesWay` does so where there is no room for all. */
const narrow = 960
const [minWidth, maxWidth] = [48, 800]

/** The columns in their order, with widths that fit what stands in them, and the ways to change both. */
export function useColumnLayout<Row extends RowData>(
  name: string | undefined,
  all: Column<Row>[],
  rows: Row[],
  reserved: number,
) {
  const { order, widths: given, store } = useTableLayout(name ?? 'no')
  const columns = arranged(all, order)
  const ids = columns.map(({ id }) => id!)
  const { ref: frame, width: frameWidth } = useElementSize<HTMLDivElement>()
  const table = useRef<HTMLTableElement>(null)
  const { cellsOf, ...measured } = useMeasured(table, rows, ids.join())
  const room = (frameWidth || measured.room) - reserved
  const [dragged, drag] = useState<Record<string, number>>()
  const fitted = useMemo(() => {
    const needs = columns.map(({ id, meta }) => {
      const [head = minWidth, ...cells] = cellsOf.get(id!) ?? []
      const [isWhole, givesWay] = [Boolean(meta?.isWhole), Boolean(meta?.givesWay)]
      return { id: id!, head, cells, isWhole, givesWay, width: given[id!] }
    })
    const isTight = room < narrow && !fitWell(needs, room)
    const shown = needs.filter(({ givesWay }) => !(isTight && givesWay))
    const widths = fittingWidths(shown, room)
    return Object.fromEntries(shown.map(({ id }, at) => [id, Math.floor(widths[at]!)]))
    // The columns are made anew each time; their ids say which they are.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [cellsOf, room, given, ids.join()])
  const widths = dragged ?? fitted
  const move = (id: string, to: number) => {
    const moved = ids.filter((other) => other !== id)
    moved.splice(Math.max(1, to), 0, id)
    store({ order: [...moved, ...order.filter((other) => !ids.includes(other))], widths: given })
  }
  const resize = (id: string, width: number | undefined) => {
    const { [id]: _before, ...others } = given
    const bounded = width && Math.round(Math.min(maxWidth, Math.max(minWidth, width)))
    store({ order, widths: bounded ? { ...others, [id]: bounded } : others })
  }
  const total = sumOf(Object.values(widths))
  return {
    columns,
    /** In px, by the ids of the columns that are shown; undefined where nothing was measured, as on phones. */
    widths: cellsOf.size > 0 ? widths : undefined,
    total: total + reserved,
    isWide: cellsOf.size > 0 && total > room,
    frame,
    table,
    move,
    resize,
    /** While a column is dragged the others stay as they are. */
    drag: (id: string, width: number | undefined) =>
      drag(width === undefined ? undefined : { ...widths, [id]: Math.max(minWidth, width) }),
  }
}

export type ColumnLayout = Omit<ReturnType<typeof useColumnLayout>, 'columns'>

/** The first column names the row and stays; what has no place yet comes last. */
function arranged<Row extends RowData>(columns: Column<Row>[], order: readonly string[]): Column<Row>[] {
  const place = ({ id }: Column<Row>) => {
    const at = order.indexOf(id!)
    return at < 0 ? order.length : at
  }
  return order.length === 0 ? columns : [columns[0]!, ...columns.slice(1).toSorted((a, b) => place(a) - place(b))]
}

/** Where a table's rows are written one under the other. */
export function useIsPhone(): boolean {
  return useMediaQuery('(max-width: 720px)', false, { getInitialValueInEffect: false })
}

type Measured = {
  room: number
  /** The width of a column's head, then of its cells. */
  cellsOf: ReadonlyMap<string, number[]>
}

/** Measures the room, and each cell's uncut width before it is painted, in px. */
function useMeasured(table: RefObject<HTMLTableElement | null>, rows: readonly unknown[], ids: string): Measured {
  const isOnPhone = useIsPhone()
  const [measured, setMeasured] = useState<Measured>({ room: 0, cellsOf: new Map() })
  useLayoutEffect(() => {
    const element = table.current
    if (!element || isOnPhone) return
    element.setAttribute('data-measuring', '')
    const cellsOf = new Map(ids.split(',').map((id) => [id, cellsIn(element, id).map(widthOf)]))
    element.removeAttribute('data-measuring')
    setMeasured({ room: element.parentElement?.clientWidth ?? 0, cellsOf })
  }, [table, rows, ids, isOnPhone])
  return measured
}

function cellsIn(table: HTMLTableElement, column: string): Element[] {
  return [...table.querySelectorAll(`[data-column="${CSS.escape(column)}"]`)]
}

function widthOf(cell: Element): number {
  const { paddingLeft, paddingRight } = getComputedStyle(cell)
  const within = cell.firstElementChild?.getBoundingClientRect().width ?? 0
  return Math.ceil(within + Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight)) + 1
}
