import { ActionIcon, Kbd, Menu } from '@mantine/core'
import { IconDots, type Icon } from '@tabler/icons-react'
import { showToast } from '../notify.tsx'

export type RowAction<Row> = {
  key?: string
  label: (row: Row) => string
  icon: Icon
  run: (row: Row) => void
  /** Omits the action from the menu, because a cell of the row has a button for it. */
  hasButton?: boolean
  isPossible?: (row: Row) => boolean
  disabledReason?: (row: Row) => string | null
}

/** Runs the action for the row or, if the action is disabled, shows a toast with the reason. */
export function runAction<Row>({ run, disabledReason, label }: RowAction<Row>, row: Row): void {
  const reason = disabledReason?.(row)
  if (reason)
    showToast(
      { color: 'red', title: reason, message: `“${label(row)}” is not available for this person.` },
      'row action',
    )
  else run(row)
}

export function findActionByKey<Row>(
  actions: readonly RowAction<Row>[],
  key: string,
  row: Row,
): RowAction<Row> | undefined {
  return actions.find((action) => action.key === key && (action.isPossible?.(row) ?? true))
}

type ActionMenuProps<Row> = { actions: readonly RowAction<Row>[]; row: Row; tabIndex: number }

export function ActionMenu<Row>({ actions, row, tabIndex }: ActionMenuProps<Row>) {
  const menuActions = actions.filter(({ isPossible, hasButton }) => !hasButton && (isPossible?.(row) ?? true))
  if (menuActions.length === 0) return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" c="dimmed" size={28} tabIndex={tabIndex} aria-label="Actions">
          <IconDots size={18} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {menuActions.map((action) => {
          const { key, label, icon: Picture, disabledReason } = action
          const reason = disabledReason?.(row)
          return (
            <Menu.Item
              key={label(row)}
              mih={{ base: 44, sm: 0 }}
              leftSection={<Picture size={16} stroke={1.6} aria-hidden />}
              rightSection={
                key && (
                  <Kbd size="xs" visibleFrom="sm" aria-hidden>
                    {key}
                  </Kbd>
                )
              }
              aria-disabled={reason ? true : undefined}
              onClick={() => runAction(action, row)}
            >
              {reason ? `${label(row)}: ${reason.toLowerCase()}` : label(row)}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Returns the width of the menu column in px, or 0 if no action is in a menu. */
export function getActionsWidth<Row>(actions: readonly RowAction<Row>[]): number {
  return actions.some(({ hasButton }) => !hasButton) ? 40 : 0
}
