import { ActionIcon, Group, Menu } from '@mantine/core'
import { IconDots, type Icon } from '@tabler/icons-react'
import { Button } from '../button.tsx'

export type HeadAction = { label: string; icon: Icon; isDisabled?: boolean; onClick: () => void }

export function HeadActions({ actions, others }: { actions: readonly HeadAction[]; others: readonly HeadAction[] }) {
  const itemsOf = (some: readonly HeadAction[], props: { hiddenFrom?: 'sm' }) =>
    some.map(({ label, icon: Picture, isDisabled = false, onClick }) => (
      <Menu.Item
        key={label}
        {...props}
        mih={{ base: 44, sm: 0 }}
        disabled={isDisabled}
        leftSection={<Picture size={16} stroke={1.6} aria-hidden />}
        onClick={onClick}
      >
        {label}
      </Menu.Item>
    ))
  return (
    <Group gap={8} ml="auto" wrap="nowrap">
      {actions.map(({ label, icon, isDisabled = false, onClick }) => (
        <Button key={label} visibleFrom="sm" variant="default" icon={icon} disabled={isDisabled} onClick={onClick}>
          {label}
        </Button>
      ))}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" w={{ base: 44, sm: 36 }} h={{ base: 44, sm: 36 }} aria-label="More actions">
            <IconDots size={18} stroke={1.6} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {itemsOf(actions, { hiddenFrom: 'sm' })}
          {itemsOf(others, {})}
        </Menu.Dropdown>
      </Menu>
    </Group>
  )
}
