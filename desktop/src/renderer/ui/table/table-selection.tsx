import { Checkbox } from '@mantine/core'
import { useRef } from 'react'
import { useEscape } from '../use-escape.ts'
import classes from './data-table.module.css'

/**
 * Rows that are chosen: by their boxes, with shift from the last one on, by x on a row, or all by the box in the head.
 * Escape chooses none.
 */
export type Selection<Row> = {
  /** The keys of the chosen rows, which may be on other pages too. */
  chosen: ReadonlySet<string>
  label: (row: Row) => string
  /** Whether a row has a box; each has where nothing is said. */
  isPossible?: (row: Row) => boolean
  onChoose: (rows: readonly Row[], isChosen: boolean) => void
  onClear: () => void
}

export const selectionWidth = 36

/** Chooses a row, or leaves it out; as a range, all from the one before to it. */
export function useChoose<Row>(selection: Selection<Row> | undefined, rows: Row[], rowKey: (row: Row) => string) {
  const before = useRef<string>(undefined)
  useEscape(
    () => selection?.onClear(),
    (target) =>
      (selection?.chosen.size ?? 0) > 0 && !target.closest(`${fields}, [role="menu"], [aria-expanded="true"]`),
  )
  return (row: Row, isRange: boolean) => {
    if (!selection || !isPossible(selection, row)) return
    const index = rows.indexOf(row)
    const last = isRange ? rows.findIndex((other) => rowKey(other) === before.current) : -1
    const other = last < 0 ? index : last
    before.current = rowKey(row)
    const range = rows.slice(Math.min(index, other), Math.max(index, other) + 1)
    selection.onChoose(
      range.filter((each) => isPossible(selection, each)),
      !selection.chosen.has(rowKey(row)),
    )
  }
}

const fields = 'input:not([type="checkbox"]), textarea'

function isPossible<Row>(selection: Selection<Row>, row: Row): boolean {
  return selection.isPossible?.(row) ?? true
}

type SelectionHeaderProps<Row> = { selection: Selection<Row>; rows: readonly Row[]; rowKey: (row: Row) => string }

/** Chooses all rows that are shown; those of other pages stay as they are. */
export function SelectionHeader<Row>({ selection, rows, rowKey }: SelectionHeaderProps<Row>) {
  const possible = rows.filter((row) => isPossible(selection, row))
  const chosen = possible.filter((row) => selection.chosen.has(rowKey(row)))
  const areAll = possible.length > 0 && chosen.length === possible.length
  return (
    <th role="columnheader" scope="col" className={classes.choice} style={{ width: selectionWidth }}>
      <Checkbox
        size="xs"
        aria-label="All on this page"
        checked={areAll}
        indeterminate={chosen.length > 0 && !areAll}
        disabled={possible.length === 0}
        onChange={() => selection.onChoose(possible, !areAll)}
      />
    </th>
  )
}

type SelectionCellProps<Row> = {
  selection: Selection<Row>
  row: Row
  isChosen: boolean
  onChoose: (isRange: boolean) => void
}

export function SelectionCell<Row>({ selection, row, isChosen, onChoose }: SelectionCellProps<Row>) {
  return (
    <td role="cell" className={classes.choice} data-column="choice">
      {isPossible(selection, row) && (
        <Checkbox
          size="xs"
          tabIndex={-1}
          aria-label={selection.label(row)}
          aria-keyshortcuts="x"
          checked={isChosen}
          onChange={(event) => onChoose((event.nativeEvent as MouseEvent).shiftKey)}
        />
      )}
    </td>
  )
}
