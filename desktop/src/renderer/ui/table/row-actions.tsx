import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { showToast } from '../notify.tsx'

/** Something that can be done with one row: by its key while the row has the focus, or by a button on the row. */
export type RowAction<Row> = {
  key: string
  label: (row: Row) => string
  icon: Icon
  run: (row: Row) => void
  /** A cell of the row has the button for it. */
  hasButton?: boolean
  isPossible?: (row: Row) => boolean
  /** Why it must not be done with this row, in a few words: the button stays, and says so. */
  refusal?: (row: Row) => string | null
}

/** Does it, or says why not. */
export function runAction<Row>({ run, refusal, label }: RowAction<Row>, row: Row): void {
  const why = refusal?.(row)
  if (why)
    showToast({ color: 'red', title: why, message: `“${label(row)}” is not available for this person.` }, 'row action')
  else run(row)
}

export function actionOfKey<Row>(
  actions: readonly RowAction<Row>[],
  key: string,
  row: Row,
): RowAction<Row> | undefined {
  return actions.find((action) => action.key === key && (action.isPossible?.(row) ?? true))
}

type ActionsProps<Row> = { actions: readonly RowAction<Row>[]; row: Row }

function possible<Row>({ actions, row }: ActionsProps<Row>): RowAction<Row>[] {
  return actions.filter(({ isPossible, hasButton }) => !hasButton && (isPossible?.(row) ?? true))
}

/** On phones, where no pointer rests on a row: the same in words, under one button. */
export function ActionMenu<Row>({ actions, row }: ActionsProps<Row>) {
  const offered = possible({ actions, row })
  if (offered.length === 0) return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" fz={16} aria-label="Actions">
          ⋮
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {offered.map((action) => (
          <Menu.Item
            key={action.key}
            mih={44}
            leftSection={<action.icon size={16} stroke={1.6} aria-hidden />}
            onClick={() => runAction(action, row)}
          >
            {action.label(row)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

const buttonWidth = 28

/** How wide the column of the buttons is, in px; 0 where no action needs one. */
export function actionsWidth<Row>(actions: readonly RowAction<Row>[]): number {
  const buttons = actions.filter(({ hasButton }) => !hasButton).length
  return buttons > 0 ? buttons * buttonWidth + 8 : 0
}

/** Not in the order of Tab: the keys do the same, and fifty rows would be a long way. */
export function ActionButtons<Row>(props: ActionsProps<Row>) {
  const { row } = props
  return possible(props).map((action) => {
    const { key, label, icon: Picture, refusal } = action
    const why = refusal?.(row)
    const words = why ? `${label(row)}: ${why.toLowerCase()}` : label(row)
    return (
      <Tooltip key={key} label={why ? words : `${words} (${key})`}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={buttonWidth}
          tabIndex={-1}
          aria-label={words}
          aria-keyshortcuts={key}
          aria-disabled={why ? true : undefined}
          data-disabled={why ? true : undefined}
          onClick={() => runAction(action, row)}
        >
          <Picture size={16} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
    )
  })
}
