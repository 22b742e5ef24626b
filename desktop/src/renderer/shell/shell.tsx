import { welcomePath, type Role } from '@alumni/shared/staff/accounts'
import { Drawer } from '@mantine/core'
import { useDisclosure, useHotkeys, useMediaQuery, useWindowEvent } from '@mantine/hooks'
import { useIsFetching, useQuery } from '@tanstack/react-query'
import { Outlet, useLocation, useRouter, Link, useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect, useState, useRef } from 'react'
import { useInvitation } from '../domain/letters/invitation.ts'
import { FailedPage } from '../domain/session/failed-page.tsx'
import { openPalette } from './palette-store.ts'
import { PageSkeleton } from '../ui/page/page-skeleton.tsx'
import { Rail } from './rail.tsx'
import { useStoredSwitch } from '../ui/use-stored-switch.ts'
import { SessionContext, useSessionQuery } from '../domain/session/session.ts'
import { TopBar } from './top-bar.tsx'
import type { DeferredParts } from './deferred-parts.tsx'
import { lazyComponent } from '../ui/lazy-component.ts'
import classes from './shell.module.css'
import { conflictsUrl, openConflictsQuery } from '../exchange/crm/queries.ts'
import { formatNumber } from '../ui/format/numbers.ts'
import { listTabs, flattenSections, listSections } from './sections.ts'
import { isFreeKey, useLetterKey, useLetterKeys } from '../ui/use-letter-key.ts'

const InvitationBar = lazyComponent(() => import('../domain/letters/invitation-bar.tsx'), 'InvitationBar')

export function Shell() {
  const session = useSessionQuery()
  const isTight = useMediaQuery('(max-width: 1100px)', false, { getInitialValueInEffect: false })
  const [narrowRail, setNarrowRail] = useRailSwitch(isTight)
  const [drawer, { open: openDrawer, close: closeDrawer }] = useDisclosure()
  const [help, { open: openHelp, close: closeHelp }] = useDisclosure()
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const { pathname } = useLocation()
  const [invitation] = useInvitation()
  const role = session.data?.user.role

  useEffect(closeDrawer, [pathname, closeDrawer])
  useSecondFactorRedirect(session.data?.must_set_up_second_factor ?? false)
  useShortcuts({ role, openHelp, toggleRail: () => setNarrowRail((narrow) => !narrow) })
  // Also works in fields, because the search box often has the focus.
  useHotkeys([['mod+K', openPalette]], [])
  const deferred = useDeferredParts()

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
              <>
                {invitation && (
                  <Suspense>
                    <InvitationBar />
                  </Suspense>
                )}
                {role && <Tabs role={role} />}
                <Outlet />
              </>
            ) : session.error ? (
              <FailedPage error={session.error} onRetry={session.refetch} />
            ) : (
              <PageSkeleton />
            )}
          </main>
        </div>
      </div>
      <Drawer
        opened={drawer && isPhone}
        onClose={closeDrawer}
        size={280}
        padding={0}
        withCloseButton={false}
        attributes={{ content: { 'aria-label': 'Menu' } }}
      >
        <Rail role={role} narrow={false} onToggle={closeDrawer} inDrawer />
      </Drawer>
      {deferred && role && (
        <deferred.DeferredParts role={role} isHelpOpen={help} onOpenHelp={openHelp} onCloseHelp={closeHelp} />
      )}
    </SessionContext>
  )
}

function useSecondFactorRedirect(mustSetUp: boolean) {
  const router = useRouter()
  useEffect(() => {
    const isThere = router.state.location.pathname === welcomePath
    if (mustSetUp && !isThere) void router.navigate({ to: '/account', replace: true })
  }, [mustSetUp, router])
}

/** Loads the deferred parts once the first page has its data. After a failure, retries on the next page. */
function useDeferredParts(): { DeferredParts: typeof DeferredParts } | undefined {
  const [parts, setParts] = useState<{ DeferredParts: typeof DeferredParts }>()
  const { pathname } = useLocation()
  const isLoading = useIsFetching() > 0
  useEffect(() => {
    if (parts) return
    const timer = setTimeout(
      () => void import('./deferred-parts.tsx').then(setParts, () => undefined),
      isLoading ? maxDelayInMs : 100,
    )
    return () => clearTimeout(timer)
  }, [parts, pathname, isLoading])
  return parts
}

/** Maximum delay before loading the deferred parts, because some pages never stop loading. */
const maxDelayInMs = 3_000

/** Returns whether the rail is narrow, and a setter. Tablets store their own choice and start with a narrow rail. */
function useRailSwitch(isTight: boolean) {
  const wide = useStoredSwitch('rail-narrow', false)
  const tight = useStoredSwitch('rail-narrow-tablet', true)
  return isTight ? tight : wide
}

function Tabs({ role }: { role: Role }) {
  const { pathname } = useLocation()
  const tabs = listTabs(role, pathname)
  if (tabs.length === 0) return null
  return (
    <nav className={classes.tabs} aria-label={tabs[0]!.shortTitle ?? tabs[0]!.title}>
      {tabs.map(({ path, tabTitle, shortTitle, title }) => (
        <Link key={path} to={path} activeProps={{}} aria-current={path === pathname ? 'page' : undefined}>
          {tabTitle ?? shortTitle ?? title}
          {path === conflictsUrl && <OpenConflicts />}
        </Link>
      ))}
    </nav>
  )
}

function OpenConflicts() {
  const { open = 0 } = useQuery(openConflictsQuery).data ?? {}
  if (open === 0) return null
  return (
    <span className="tag" data-tone="warn">
      {formatNumber(open)}
      <span className="visually-hidden"> left</span>
    </span>
  )
}

type Shortcuts = { role: Role | undefined; openHelp: () => void; toggleRail: () => void }

/** Handles `/`, `?`, `[` and the two-key shortcuts of sections, such as `g e`, on every page in the shell. */
function useShortcuts({ role, openHelp, toggleRail }: Shortcuts) {
  const navigate = useNavigate()
  useLetterKey('/', openPalette)
  useLetterKey('?', openHelp)
  useLetterKey('[', toggleRail)

  const [areOn] = useLetterKeys()
  const first = useRef({ key: '', time: 0 })
  function onSecondKey(event: KeyboardEvent) {
    if (!areOn || !isFreeKey(event)) return
    const { key, time } = first.current
    const keys = event.timeStamp - time < 1000 ? `${key} ${event.key}` : ''
    first.current = { key: event.key, time: event.timeStamp }
    const section = role && flattenSections(listSections(role)).find((each) => each.keys === keys)
    if (!section) return
    event.preventDefault()
    event.stopImmediatePropagation()
    void navigate({ to: section.path })
  }
  // Captures the second key before row and page shortcuts can handle it.
  useWindowEvent('keydown', onSecondKey, { capture: true })
}
