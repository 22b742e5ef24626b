import type { Role } from '@alumni/shared/staff/accounts'
import { ActionIcon, Box, Kbd, Tooltip, UnstyledButton } from '@mantine/core'
import { useOs } from '@mantine/hooks'
import { IconCommand, IconKeyboard, IconMenu2, IconSearch } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { Breadcrumbs } from '../ui/page/breadcrumbs.tsx'
import { openPalette } from './palette-store.ts'
import { sectionsAbove } from './sections.ts'
import { TopSearch } from './top-search.tsx'
import { UserMenu } from './user-menu.tsx'
import classes from './top-bar.module.css'

type TopBarProps = { role: Role | undefined; onMenu: () => void; onHelp: () => void }

export function TopBar({ role, onMenu, onHelp }: TopBarProps) {
  const { pathname } = useLocation()
  const isMac = useOs() === 'macos'
  return (
    <header className={classes.bar}>
      <ActionIcon hiddenFrom="sm" variant="subtle" color="gray" size={44} onClick={onMenu} aria-label="Open the menu">
        <IconMenu2 size={20} stroke={1.6} />
      </ActionIcon>
      <Breadcrumbs above={role ? sectionsAbove(role, pathname) : []} />
      <TopSearch />
      <UnstyledButton className={classes.jump} onClick={openPalette}>
        <IconCommand size={16} stroke={1.6} className="mantine-visible-from-sm" aria-hidden />
        <Box component="span" flex={1} visibleFrom="sm">
          Go to…
        </Box>
        <IconSearch size={18} stroke={1.6} className="mantine-hidden-from-sm" aria-hidden />
        <Box component="span" hiddenFrom="sm" className={classes.word}>
          Search
        </Box>
        <Kbd size="xs" fz={12} visibleFrom="sm">
          {isMac ? '⌘ K' : 'Ctrl K'}
        </Kbd>
      </UnstyledButton>
      <Tooltip label="Keyboard shortcuts">
        <ActionIcon
          visibleFrom="sm"
          variant="subtle"
          color="gray"
          size={36}
          onClick={onHelp}
          aria-label="Keyboard shortcuts"
        >
          <IconKeyboard size={19} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
      <UserMenu />
    </header>
  )
}
