import { ActionIcon, Tooltip } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'

/** Something that can be done with one row: by its key while the row has the focus, or by a button on the row. */
export type RowDeed<Row> = {
  key: string
  label: (row: Row) => string
  icon: Icon
  run: (row: Row) => void
  isPossible?: (row: Row) => boolean
}

export function deedOfKey<Row>(
  deeds: readonly RowDeed<Row>[],
  { key, ctrlKey, metaKey, altKey }: KeyboardEvent,
  row: Row,
): RowDeed<Row> | undefined {
  if (ctrlKey || metaKey || altKey) return undefined
  return deeds.find((deed) => deed.key === key && (deed.isPossible?.(row) ?? true))
}

/** Not in the order of Tab: the keys do the same, and fifty rows would be a long way. */
export function DeedButtons<Row>({ deeds, row }: { deeds: readonly RowDeed<Row>[]; row: Row }) {
  return deeds
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
