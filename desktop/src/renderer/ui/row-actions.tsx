import { ActionIcon, Tooltip } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'

/** Something that can be done with one row: by its key while the row has the focus, or by a button on the row. */
export type RowAction<Row> = {
  key: string
  label: (row: Row) => string
  icon: Icon
  run: (row: Row) => void
  isPossible?: (row: Row) => boolean
}

export function actionOfKey<Row>(
  actions: readonly RowAction<Row>[],
  { key, ctrlKey, metaKey, altKey }: KeyboardEvent,
  row: Row,
): RowAction<Row> | undefined {
  if (ctrlKey || metaKey || altKey) return undefined
  return actions.find((action) => action.key === key && (action.isPossible?.(row) ?? true))
}

/** Not in the order of Tab: the keys do the same, and fifty rows would be a long way. */
export function ActionButtons<Row>({ actions, row }: { actions: readonly RowAction<Row>[]; row: Row }) {
  return actions
    .filter(({ isPossible }) => isPossible?.(row) ?? true)
    .map(({ key, label, icon: Picture, run }) => (
      <Tooltip key={key} label={`${label(row)} (${key})`}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          tabIndex={-1}
          aria-label={label(row)}
          aria-keyshortcuts={key}
          onClick={() => run(row)}
        >
          <Picture size={16} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
    ))
}
