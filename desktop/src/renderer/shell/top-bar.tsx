import type { Role } from '@alumni/shared/staff/accounts'
import { ActionIcon, Box, Kbd, UnstyledButton } from '@mantine/core'
import { useOs } from '@mantine/hooks'
import { IconMenu2, IconSearch } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { Breadcrumbs } from '../ui/page/breadcrumbs.tsx'
import { openPalette } from './palette-store.ts'
import { listBreadcrumbs } from './sections.ts'
import { UserMenu } from './user-menu.tsx'
import classes from './top-bar.module.css'

const searchLabel = 'Search or go to…'

export function TopBar({ role, onMenu, onHelp }: { role: Role | undefined; onMenu: () => void; onHelp: () => void }) {
  const { pathname } = useLocation()
  const isMac = useOs() === 'macos'
  return (
    <header className={classes.bar}>
      <ActionIcon hiddenFrom="sm" variant="subtle" color="gray" size={44} onClick={onMenu} aria-label="Open the menu">
        <IconMenu2 size={20} stroke={1.6} />
      </ActionIcon>
      <Breadcrumbs above={role ? listBreadcrumbs(role, pathname) : []} titleClass={classes.title ?? ''} />
      <UnstyledButton className={classes.search} aria-keyshortcuts="/ Control+K" onClick={openPalette}>
        <IconSearch size={16} stroke={1.6} aria-hidden />
        <Box component="span" flex={1} visibleFrom="sm">
          {searchLabel}
        </Box>
        <Box component="span" hiddenFrom="sm" className="visually-hidden">
          {searchLabel}
        </Box>
        <Kbd size="xs" fz={12} visibleFrom="sm" aria-hidden>
          /
        </Kbd>
        <Kbd size="xs" fz={12} visibleFrom="sm" aria-hidden>
          {isMac ? '⌘ K' : 'Ctrl K'}
        </Kbd>
      </UnstyledButton>
      <UserMenu onHelp={onHelp} />
    </header>
  )
}
