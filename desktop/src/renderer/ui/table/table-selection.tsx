import { Checkbox } from '@mantine/core'
import { useRef } from 'react'
import { useEscape } from '../use-escape.ts'
import classes from './data-table.module.css'

/** A check box or x selects a row, Shift selects a range, and Escape clears the selection. */
export type Selection<Row> = {
  /** Keys of all selected rows, on any page of the list. */
  selectedKeys: ReadonlySet<string>
  label: (row: Row) => string
  /** Defaults to true. */
  isSelectable?: (row: Row) => boolean
  onSelect: (rows: readonly Row[], isSelected: boolean) => void
  onClear: () => void
}

export const selectionWidth = 36

/** Returns a function that selects or clears a row, or the range since the last row. Escape clears the selection. */
export function useRowSelection<Row>(
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
  return (row: Row, isSelected: boolean, isRange: boolean) => {
    const index = rows.indexOf(row)
    const from = isRange ? rows.findIndex((each) => rowKey(each) === last.current) : -1
    last.current = rowKey(row)
    const range = from < 0 ? [row] : rows.slice(Math.min(from, index), Math.max(from, index) + 1)
    selection?.onSelect(range.filter(selection.isSelectable ?? (() => true)), isSelected)
  }
}

const fields = 'input:not([type="checkbox"]), textarea'

type SelectionHeaderProps<Row> = { selection: Selection<Row>; rows: readonly Row[]; rowKey: (row: Row) => string }

export function SelectionHeader<Row>({ selection, rows, rowKey }: SelectionHeaderProps<Row>) {
  const selectable = rows.filter(selection.isSelectable ?? (() => true))
  const selectedCount = selectable.filter((row) => selection.selectedKeys.has(rowKey(row))).length
  const areAll = selectedCount > 0 && selectedCount === selectable.length
  return (
    <th role="columnheader" scope="col" className={classes.choice} style={{ width: selectionWidth }}>
      <Checkbox
        size="xs"
        aria-label="All on this page"
        checked={areAll}
        indeterminate={selectedCount > 0 && !areAll}
        disabled={selectable.length === 0}
        onChange={() => selection.onSelect(selectable, !areAll)}
      />
    </th>
  )
}

type SelectionCellProps<Row> = {
  selection: Selection<Row>
  row: Row
  isSelected: boolean
  onChoose: ReturnType<typeof useRowSelection<Row>>
}

export function SelectionCell<Row>({ selection, row, isSelected, onChoose }: SelectionCellProps<Row>) {
  return (
    <td role="cell" className={classes.choice} data-column="choice">
      {(selection.isSelectable?.(row) ?? true) && (
        <Checkbox
          size="xs"
          tabIndex={-1}
          aria-label={selection.label(row)}
          aria-keyshortcuts="x"
          checked={isSelected}
          onChange={({ nativeEvent }) => onChoose(row, !isSelected, (nativeEvent as MouseEvent).shiftKey)}
        />
      )}
    </td>
  )
}
