import { initialsOf } from '@alumni/shared/staff/accounts'
import { Avatar, Box, Menu, UnstyledButton, useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconKeyboard, IconLogout, IconMoon, IconSun, IconUserCircle } from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useContext } from 'react'
import { SessionContext } from '../domain/session/session.ts'
import { roleNames } from '../domain/session/role-names.ts'
import { notifyError } from '../ui/notify.tsx'
import { useSignOut } from './use-sign-out.ts'

export function UserMenu({ onHelp }: { onHelp: () => void }) {
  const user = useContext(SessionContext)?.user
  const signOut = useSignOut()
  if (!user) return <Box w={44} aria-hidden />
  const leave = () => signOut().catch((error: Error) => notifyError('You are still signed in', error))
  return (
    <Menu position="bottom-end" width={264}>
      <Menu.Target>
        <UnstyledButton p={7} bdrs={8} aria-label={`${initialsOf(user.name)}, your account: ${user.name}`}>
          <Avatar size={30} color="accent" aria-hidden>
            {initialsOf(user.name)}
          </Avatar>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Box className="lines" p="8px 12px">
          <strong>{user.name}</strong>
          <span className="fact">{user.email}</span>
          <span className="fact">{roleNames[user.role]}</span>
        </Box>
        <Menu.Item
          leftSection={<IconUserCircle size={16} stroke={1.6} aria-hidden />}
          renderRoot={(props) => <Link to="/account" {...props} />}
        >
          Your account
        </Menu.Item>
        <Menu.Item leftSection={<IconKeyboard size={16} stroke={1.6} aria-hidden />} onClick={onHelp}>
          Keyboard shortcuts
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>Appearance</Menu.Label>
        <SchemeChoice />
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.6} aria-hidden />} onClick={leave}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

const schemes: { value: MantineColorScheme; label: string; icon: Icon }[] = [
  { value: 'light', label: 'Light', icon: IconSun },
  { value: 'dark', label: 'Dark', icon: IconMoon },
  { value: 'auto', label: 'Match system', icon: IconDeviceDesktop },
]

function SchemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as MantineColorScheme)}>
      {schemes.map(({ value, label, icon: Picture }) => (
        <Menu.RadioItem key={value} value={value} rightSection={<Picture size={16} stroke={1.6} aria-hidden />}>
          {label}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  )
}
