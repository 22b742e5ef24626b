import { ActionIcon, Kbd, Menu } from '@mantine/core'
import { IconDots, type Icon } from '@tabler/icons-react'
import { showToast } from '../notify.tsx'

/** Something that can be done with one row: in its menu, or by the letter while the row has the focus. */
export type RowAction<Row> = {
  key?: string
  label: (row: Row) => string
  icon: Icon
  run: (row: Row) => void
  /** A cell of the row has the button for it. */
  hasButton?: boolean
  isPossible?: (row: Row) => boolean
  /** Why it must not be done with this row, in a few words: the button stays, and says so. */
  disabledReason?: (row: Row) => string | null
}

/** Does it, or says why not. */
export function runAction<Row>({ run, disabledReason, label }: RowAction<Row>, row: Row): void {
  const why = disabledReason?.(row)
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

/** The button ⋯ of a row, which Tab reaches from the row that has the focus. */
export function ActionMenu<Row>({ actions, row, tabIndex }: ActionsProps<Row> & { tabIndex: number }) {
  const offered = possible({ actions, row })
  if (offered.length === 0) return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" c="dimmed" size={28} tabIndex={tabIndex} aria-label="Actions">
          <IconDots size={18} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {offered.map((action) => {
          const { key, label, icon: Picture, disabledReason: refusal } = action
          const why = refusal?.(row)
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
              aria-disabled={why ? true : undefined}
              onClick={() => runAction(action, row)}
            >
              {why ? `${label(row)}: ${why.toLowerCase()}` : label(row)}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}

/** The width of the column of the menus in px; 0 where no action needs one. */
export function actionsWidth<Row>(actions: readonly RowAction<Row>[]): number {
  return actions.some(({ hasButton }) => !hasButton) ? 40 : 0
}
