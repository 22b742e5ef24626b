import { Menu, SegmentedControl, UnstyledButton, useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconDeviceDesktop, IconLogout, IconMoon, IconSun } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useContext } from 'react'
import { roleNames } from './role-names.ts'
import { SessionContext, useSignOut } from './session.ts'
import classes from './user-menu.module.css'

/** Who is signed in, light or dark, and the way out. */
export function UserMenu() {
  const user = useContext(SessionContext)?.user
  const signOut = useSignOut()
  if (!user) return <span className={classes.button} aria-hidden />
  const leave = () => signOut().catch((error: Error) => notifications.show({ color: 'red', title: 'You are still signed in', message: error.message }))
  return (
    <Menu position="bottom-end" width={264} keepMounted={false}>
      <Menu.Target>
        <UnstyledButton className={classes.button} aria-label={`${initials(user.name)}, your account: ${user.name}`}>
          <span className={classes.initials} aria-hidden>
            {initials(user.name)}
          </span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.who}>
          <strong>{user.name}</strong>
          <span>{user.email}</span>
          <span>{roleNames[user.role]}</span>
        </div>
        <Menu.Divider />
        <div className={classes.scheme}>
          <SchemeChoice />
        </div>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.6} aria-hidden />} onClick={leave}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function SchemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <SegmentedControl
      fullWidth
      size="xs"
      aria-label="Light or dark"
      value={colorScheme}
      onChange={(scheme) => setColorScheme(scheme as MantineColorScheme)}
      data={[
        { value: 'light', label: <SchemeLabel icon={<IconSun size={15} stroke={1.6} aria-hidden />}>Light</SchemeLabel> },
        { value: 'dark', label: <SchemeLabel icon={<IconMoon size={15} stroke={1.6} aria-hidden />}>Dark</SchemeLabel> },
        { value: 'auto', label: <SchemeLabel icon={<IconDeviceDesktop size={15} stroke={1.6} aria-hidden />}>Auto</SchemeLabel> },
      ]}
    />
  )
}

function SchemeLabel({ icon, children }: { icon: ReactNode; children: string }) {
  return (
    <span className={classes.schemeLabel}>
      {icon}
      {children}
    </span>
  )
}

function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '')
  return letters.join('').toUpperCase()
}
