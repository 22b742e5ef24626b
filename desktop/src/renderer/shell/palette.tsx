import { useMantineColorScheme } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight'
import type { Role } from '@alumni/shared/staff'
import { IconDeviceDesktop, IconKeyboard, IconLogout, IconMoon, IconSearch, IconSun, type Icon } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { flatten, sectionsFor } from './sections.ts'
import { useSignOut } from './session.ts'

/** Ctrl/⌘ K: every page and every action by name. */
export function Palette({ role, onHelp }: { role: Role; onHelp: () => void }) {
  const navigate = useNavigate()
  const { setColorScheme } = useMantineColorScheme()
  const signOut = useSignOut()
  const leave = () => void signOut().catch((error: Error) => notifications.show({ color: 'red', title: 'You are still signed in', message: error.message }))

  const actions: SpotlightActionGroupData[] = [
    {
      group: 'Pages',
      actions: flatten(sectionsFor(role)).map((section) => ({
        id: section.path,
        label: section.title,
        description: section.about,
        leftSection: picture(section.icon),
        onClick: () => void navigate({ to: section.path }),
      })),
    },
    {
      group: 'Actions',
      actions: [
        { id: 'light', label: 'Use light colours', leftSection: picture(IconSun), onClick: () => setColorScheme('light') },
        { id: 'dark', label: 'Use dark colours', leftSection: picture(IconMoon), onClick: () => setColorScheme('dark') },
        { id: 'auto', label: 'Follow the system for light and dark', leftSection: picture(IconDeviceDesktop), onClick: () => setColorScheme('auto') },
        { id: 'help', label: 'Show keyboard shortcuts', leftSection: picture(IconKeyboard), onClick: onHelp },
        { id: 'sign-out', label: 'Sign out', leftSection: picture(IconLogout), onClick: leave },
      ],
    },
  ]

  return (
    <Spotlight
      actions={actions}
      attributes={{ content: { 'aria-label': 'Go to a page or an action' } }}
      shortcut={['mod + K']}
      radius="md"
      transitionProps={{ duration: 100 }}
      overlayProps={{ backgroundOpacity: 0.35, blur: 0 }}
      nothingFound="Nothing has this name. Try another word."
      highlightQuery
      scrollable
      maxHeight={420}
      searchProps={{ leftSection: <IconSearch size={18} stroke={1.6} aria-hidden />, placeholder: 'Go to a page or an action', 'aria-label': 'Go to a page or an action' }}
    />
  )
}

function picture(Picture: Icon) {
  return <Picture size={18} stroke={1.6} aria-hidden />
}
