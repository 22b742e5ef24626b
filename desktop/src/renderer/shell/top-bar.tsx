import type { Role } from '@alumni/shared/staff/accounts'
import { ActionIcon, Kbd, Tooltip, UnstyledButton } from '@mantine/core'
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
      <ActionIcon
        className={classes.menu}
        variant="subtle"
        color="gray"
        size={44}
        onClick={onMenu}
        aria-label="Open the menu"
      >
        <IconMenu2 size={20} stroke={1.6} />
      </ActionIcon>
      <Breadcrumbs above={role ? sectionsAbove(role, pathname) : []} />
      <TopSearch />
      <UnstyledButton className={classes.jump} onClick={openPalette}>
        <IconCommand size={16} stroke={1.6} className={classes.wide} aria-hidden />
        <span className={`${classes.jumpText} ${classes.wide}`}>Go to…</span>
        <IconSearch size={18} stroke={1.6} className={classes.narrow} aria-hidden />
        <span className={classes.narrow}>Search</span>
        <Kbd size="xs" className={`${classes.key} ${classes.wide}`}>
          {isMac ? '⌘ K' : 'Ctrl K'}
        </Kbd>
      </UnstyledButton>
      <Tooltip label="Keyboard shortcuts">
        <ActionIcon
          className={classes.help}
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
