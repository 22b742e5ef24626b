import { useLayoutEffect, useRef, useState } from 'react'
import type { Column } from './table-columns.tsx'

/** Columns up to this width in px, such as dates and states, are never narrowed. */
const maxRigidWidth = 130
/** Wider columns shrink to this share of their width before optional ones are hidden or the table scrolls sideways. */
const minScale = 0.75

/** Distributes the width of a one-line table among its columns. `reserved` is the width in px of all other cells. */
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
