import { Checkbox } from '@mantine/core'
import {
  functionalUpdate,
  type Row as TableRow,
  type RowData,
  type RowSelectionState,
  type Updater,
} from '@tanstack/react-table'
import { useEscape } from '../use-escape.ts'
import type { features } from './table-columns.tsx'
import type { Table } from './table-layout.ts'
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

/** The options of a table for its selection, which lives with its user; Escape clears it. */
export function useSelectionOptions<Row extends RowData>(
  selection: Selection<Row> | undefined,
  rows: Row[],
  rowKey: (row: Row) => string,
) {
  useEscape(
    () => selection?.onClear(),
    (target) =>
      (selection?.chosen.size ?? 0) > 0 && !target.closest(`${fields}, [role="menu"], [aria-expanded="true"]`),
  )
  const rowSelection: RowSelectionState = Object.fromEntries([...(selection?.chosen ?? [])].map((key) => [key, true]))
  return {
    options: {
      enableRowSelection: ({ original }: TableRow<typeof features, Row>) =>
        selection !== undefined && (selection.isPossible?.(original) ?? true),
      onRowSelectionChange(to: Updater<RowSelectionState>) {
        const after = functionalUpdate(to, rowSelection)
        const changed = rows.filter((row) => after[rowKey(row)] !== rowSelection[rowKey(row)])
        selection?.onChoose(
          changed,
          changed.some((row) => after[rowKey(row)]),
        )
      },
    },
    state: { rowSelection },
  }
}

const fields = 'input:not([type="checkbox"]), textarea'

/** Chooses all rows that are shown; those of other pages stay as they are. */
export function SelectionHeader<Row extends RowData>({ table }: { table: Table<Row> }) {
  const areAll = table.getIsAllPageRowsSelected()
  return (
    <th role="columnheader" scope="col" className={classes.choice} style={{ width: selectionWidth }}>
      <Checkbox
        size="xs"
        aria-label="All on this page"
        checked={areAll}
        indeterminate={table.getIsSomePageRowsSelected() && !areAll}
        disabled={!table.getRowModel().rows.some((row) => row.getCanSelect())}
        onChange={() => table.toggleAllPageRowsSelected()}
      />
    </th>
  )
}

type SelectionCellProps<Row extends RowData> = { row: TableRow<typeof features, Row>; label: string }

export function SelectionCell<Row extends RowData>({ row, label }: SelectionCellProps<Row>) {
  return (
    <td role="cell" className={classes.choice} data-column="choice">
      {row.getCanSelect() && (
        <Checkbox
          size="xs"
          tabIndex={-1}
          aria-label={label}
          aria-keyshortcuts="x"
          checked={row.getIsSelected()}
          onChange={row.getToggleSelectedHandler()}
        />
      )}
    </td>
  )
}
