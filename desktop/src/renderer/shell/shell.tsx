import { welcomePath } from '@alumni/shared/staff/accounts'
import { Drawer } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { Outlet, useLocation, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { OpenedFiles } from '../exchange/imports/uploads/opened-files.tsx'
import { UploadsPanel } from '../exchange/imports/uploads/uploads-panel.tsx'
import { FailedPage } from '../domain/session/failed-page.tsx'
import { KeyboardHelp } from './keyboard-help.tsx'
import { Palette } from './palette.tsx'
import { PageSkeleton } from '../ui/page-skeleton.tsx'
import { Rail } from './rail.tsx'
import { useRememberedSwitch } from '../ui/remembered.ts'
import { SessionContext, useSessionQuery } from '../domain/session/session.ts'
import { TopBar } from './top-bar.tsx'
import { useShortcuts } from './use-shortcuts.ts'
import classes from './shell.module.css'

/** The frame of every page for people who are signed in. */
export function Shell() {
  const session = useSessionQuery()
  const isTight = useMediaQuery('(max-width: 1100px)', false, { getInitialValueInEffect: false })
  const [narrowRail, setNarrowRail] = useRailSwitch(isTight)
  const [drawer, { open: openDrawer, close: closeDrawer }] = useDisclosure()
  const [help, { open: openHelp, close: closeHelp }] = useDisclosure()
  const isPhone = useMediaQuery('(max-width: 768px)', false, { getInitialValueInEffect: false })
  const { pathname } = useLocation()
  const role = session.data?.user.role

  useEffect(closeDrawer, [pathname, closeDrawer])
  useLeadToAccount(session.data?.must_set_up_second_factor ?? false)
  useShortcuts({ role, openHelp, toggleRail: () => setNarrowRail((narrow) => !narrow) })

  return (
    <SessionContext value={session.data ?? null}>
      <a className={classes.skip} href="#main">
        Skip to the content
      </a>
      <div className={classes.shell} data-narrow={narrowRail || undefined}>
        {!isPhone && <Rail role={role} narrow={narrowRail} onToggle={() => setNarrowRail(!narrowRail)} />}
        <div className={classes.column}>
          <TopBar role={role} onMenu={openDrawer} onHelp={openHelp} />
          <main id="main" tabIndex={-1} className={classes.main}>
            {session.data ? (
              <Outlet />
            ) : session.error ? (
              <FailedPage error={session.error} onRetry={session.refetch} />
            ) : (
              <PageSkeleton />
            )}
          </main>
        </div>
      </div>
      <Drawer opened={drawer && isPhone} onClose={closeDrawer} size={280} padding={0} withCloseButton={false} title="">
        <Rail role={role} narrow={false} onToggle={closeDrawer} inDrawer />
      </Drawer>
      {session.data && role && <OpenedFiles role={role} />}
      {session.data && role === 'admin' && <UploadsPanel />}
      {role && <Palette role={role} onHelp={openHelp} />}
      <KeyboardHelp opened={help} onClose={closeHelp} role={role} />
    </SessionContext>
  )
}

/** An administrator who needs a second factor comes to the account first; after that they go where they like. */
function useLeadToAccount(mustSetUp: boolean) {
  const router = useRouter()
  useEffect(() => {
    const isThere = router.state.location.pathname === welcomePath
    if (mustSetUp && !isThere) void router.navigate({ to: '/account', replace: true })
  }, [mustSetUp, router])
}

/** Where there is little room the rail begins narrow; each width has a choice of its own. */
function useRailSwitch(isTight: boolean) {
  const wide = useRememberedSwitch('rail-narrow', false)
  const tight = useRememberedSwitch('rail-narrow-tablet', true)
  return isTight ? tight : wide
}
