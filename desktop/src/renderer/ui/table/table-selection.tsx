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
  selectedKeys: ReadonlySet<string>
  label: (row: Row) => string
  /** Whether a row has a box; every row has one by default. */
  isPossible?: (row: Row) => boolean
  onSelect: (rows: readonly Row[], isChosen: boolean) => void
  onClear: () => void
}

export const selectionWidth = 36

/** Returns the function that chooses a row or takes it away, with those from the last one on if `isRange`. */
export function useRowChoice<Row>(
  selection: Selection<Row> | undefined,
  rows: readonly Row[],
  rowKey: (row: Row) => string,
) {
  useEscape(
    () => selection?.onClear(),
    (target) =>
      (selection?.selectedKeys.size ?? 0) > 0 && !target.closest(`${fields}, [role="menu"], [aria-expanded="true"]`),
  )
  const last = useRef<string>(undefined)
  return (row: Row, isChosen: boolean, isRange: boolean) => {
    const index = rows.indexOf(row)
    const from = isRange ? rows.findIndex((each) => rowKey(each) === last.current) : -1
    last.current = rowKey(row)
    const range = from < 0 ? [row] : rows.slice(Math.min(from, index), Math.max(from, index) + 1)
    selection?.onSelect(range.filter(selection.isPossible ?? (() => true)), isChosen)
  }
}

const fields = 'input:not([type="checkbox"]), textarea'

type SelectionHeaderProps<Row> = {
  selection: Selection<Row>
  rows: readonly Row[]
  rowKey: (row: Row) => string
}

/** Chooses all rows that are shown; those of other pages stay as they are. */
export function SelectionHeader<Row>({ selection, rows, rowKey }: SelectionHeaderProps<Row>) {
  const possible = rows.filter(selection.isPossible ?? (() => true))
  const chosen = possible.filter((row) => selection.selectedKeys.has(rowKey(row))).length
  const areAll = chosen > 0 && chosen === possible.length
  return (
    <th role="columnheader" scope="col" className={classes.choice} style={{ width: selectionWidth }}>
      <Checkbox
        size="xs"
        aria-label="All on this page"
        checked={areAll}
        indeterminate={chosen > 0 && !areAll}
        disabled={possible.length === 0}
        onChange={() => selection.onSelect(possible, !areAll)}
      />
    </th>
  )
}

type SelectionCellProps<Row> = {
  selection: Selection<Row>
  row: Row
  isChosen: boolean
  onChoose: ReturnType<typeof useRowChoice<Row>>
}

export function SelectionCell<Row>({ selection, row, isChosen, onChoose }: SelectionCellProps<Row>) {
  return (
    <td role="cell" className={classes.choice} data-column="choice">
      {(selection.isPossible?.(row) ?? true) && (
        <Checkbox
          size="xs"
          tabIndex={-1}
          aria-label={selection.label(row)}
          aria-keyshortcuts="x"
          checked={isChosen}
          onChange={({ nativeEvent }) => onChoose(row, !isChosen, (nativeEvent as MouseEvent).shiftKey)}
        />
      )}
    </td>
  )
}
