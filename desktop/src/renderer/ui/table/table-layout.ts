import { useLayoutEffect, useRef, useState } from 'react'
import type { Column } from './table-columns.tsx'

/** Columns of days, years and states are no wider, in px, and are never narrowed, so that none is cut. */
const rigid = 130
/** The others are narrowed to this share of their widths before one gives way, or the table is moved sideways. */
const minScale = 0.75

/** Shares the room of a one-line table among its columns; `reserved` px are for other cells. */
export function useColumnWidths<Row>(columns: readonly Column<Row>[], reserved: number) {
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
  const shown = isTight ? columns.filter(({ isOptional }) => !isOptional) : columns
  const fitting = scaleOf(shown, room)
  const scale = fitting < minScale ? 1 : fitting
  const widthOf = ({ width = 0 }: Column<Row>) => (width > rigid ? Math.floor(width * scale) : width)
  const total = shown.reduce((sum, column) => sum + widthOf(column), reserved)
  return { frame, shown, widthOf, total, isWide: total > frameWidth }
}

/** Returns the share of their widths at which the columns that are not rigid fill the room. */
function scaleOf<Row>(columns: readonly Column<Row>[], room: number): number {
  const widths = columns.map(({ width = 0 }) => width)
  const sumOf = (some: readonly number[]) => some.reduce((sum, width) => sum + width, 0)
  const fixed = sumOf(widths.filter((width) => width <= rigid))
  return (room - fixed) / sumOf(widths.filter((width) => width > rigid))
}
