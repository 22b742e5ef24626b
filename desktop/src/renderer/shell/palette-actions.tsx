import { hasRole, type Role } from '@alumni/shared/staff/accounts'
import { useMantineColorScheme } from '@mantine/core'
import {
  IconCalendarPlus,
  IconDeviceDesktop,
  IconFileImport,
  IconHeartPlus,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconPlaylistAdd,
  IconSun,
  IconUserPlus,
  type Icon,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { notifyError } from '../ui/notify.tsx'
import { useSignOut } from './use-sign-out.ts'

export type PaletteAction = {
  id: string
  label: string
  description?: string | undefined
  icon: Icon
  onClick: () => void
  staysOpen?: boolean
}

export function usePaletteActions(role: Role, onHelp: () => void): PaletteAction[] {
  const navigate = useNavigate()
  const { setColorScheme } = useMantineColorScheme()
  const signOut = useSignOut()
  const leave = () => void signOut().catch((error: Error) => notifyError('You are still signed in', error))
  const work: readonly (PaletteAction & { role: Role })[] = [
    {
      id: 'new event',
      role: 'staff',
      label: 'New event',
      icon: IconCalendarPlus,
      onClick: () => void navigate({ to: '/champion_signups/events/new' }),
    },
    {
      id: 'new opportunity',
      role: 'staff',
      label: 'New opportunity',
      icon: IconHeartPlus,
      onClick: () => void navigate({ to: '/champion_signups/opportunities/new' }),
    },
    {
      id: 'record attendance',
      role: 'staff',
      label: 'Record attendance',
      description: 'Paste a list of names or addresses, and record who came',
      icon: IconPlaylistAdd,
      onClick: () => void navigate({ to: '/tools/batch_search' }),
    },
    {
      id: 'import contacts',
      role: 'admin',
      label: 'Import contacts',
      icon: IconFileImport,
      onClick: () => void navigate({ to: '/settings/imports/$type', params: { type: 'contacts' } }),
    },
    {
      id: 'invite a user',
      role: 'admin',
      label: 'New user',
      icon: IconUserPlus,
      onClick: () => void navigate({ to: '/users', state: { isInviting: true } }),
    },
  ]
  return [
    ...work.filter((action) => hasRole(role, action.role)),
    { id: 'light', label: 'Use light mode', icon: IconSun, onClick: () => setColorScheme('light') },
    { id: 'dark', label: 'Use dark mode', icon: IconMoon, onClick: () => setColorScheme('dark') },
    {
      id: 'auto',
      label: 'Match the system’s light or dark mode',
      icon: IconDeviceDesktop,
      onClick: () => setColorScheme('auto'),
    },
    { id: 'help', label: 'Show keyboard shortcuts', icon: IconKeyboard, onClick: onHelp },
    { id: 'sign-out', label: 'Sign out', icon: IconLogout, onClick: leave },
  ]
}
