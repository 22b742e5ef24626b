import { Checkbox } from '@mantine/core'
import { useRef } from 'react'
import classes from './data-table.module.css'

/** Rows that are chosen: by their boxes, with shift from the last one on, or by x on a row. */
export type Selection<Row> = {
  /** The keys of the chosen rows, which may be on other pages too. */
  chosen: ReadonlySet<string>
  label: (row: Row) => string
  onChoose: (rows: readonly Row[], isChosen: boolean) => void
}

export const selectionWidth = 36

/** Chooses a row, or leaves it out; as a range, all from the one before to it. */
export function useChoose<Row>(selection: Selection<Row> | undefined, rows: Row[], rowKey: (row: Row) => string) {
  const before = useRef<string>(undefined)
  return (row: Row, isRange: boolean) => {
    if (!selection) return
    const index = rows.indexOf(row)
    const last = isRange ? rows.findIndex((other) => rowKey(other) === before.current) : -1
    const other = last < 0 ? index : last
    before.current = rowKey(row)
    const range = rows.slice(Math.min(index, other), Math.max(index, other) + 1)
    selection.onChoose(range, !selection.chosen.has(rowKey(row)))
  }
}

export function SelectionHeader() {
  return (
    <th role="columnheader" scope="col" style={{ width: selectionWidth }}>
      <span className="visually-hidden">Chosen</span>
    </th>
  )
}

type SelectionCellProps = { label: string; isChosen: boolean; onChoose: (isRange: boolean) => void }

export function SelectionCell({ label, isChosen, onChoose }: SelectionCellProps) {
  return (
    <td role="cell" className={classes.choice} data-column="choice">
      <Checkbox
        size="xs"
        radius={4}
        tabIndex={-1}
        aria-label={label}
        aria-keyshortcuts="x"
        checked={isChosen}
        onChange={(event) => onChoose((event.nativeEvent as MouseEvent).shiftKey)}
      />
    </td>
  )
}
