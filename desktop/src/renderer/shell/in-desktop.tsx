import { Affix, Button, useMantineColorScheme } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import type { ConnectionStatus } from '../../ipc.ts'
import { showToast } from '../ui/notify.tsx'
import { callDesktop, subscribeToDesktop } from '../ui/desktop.ts'
import { forgetRecentProfiles } from '../domain/people/recent-profiles.ts'
import { sessionQuery } from '../domain/session/session.ts'
import { signedOutQuery } from '../domain/session/signed-out-frame.tsx'
import { Alert } from '../ui/alert.tsx'
import { lazyComponent } from '../ui/lazy-component.ts'
import { useAction } from '../ui/use-action.ts'

const FindInPage = lazyComponent(() => import('./find-in-page.tsx'), 'FindInPage')
const UpdateNotice = lazyComponent(() => import('./update-notice.tsx'), 'UpdateNotice')

const colors = { good: 'green', warn: 'yellow', bad: 'red' }

/** Connects the page to the desktop app around it. Calls `onLeave` if the app's user is no longer the page's user. */
export function InDesktop({ router, onLeave }: { router: AnyRouter; onLeave: () => void }) {
  const { colorScheme } = useMantineColorScheme()
  const queryClient = useQueryClient()
  const [status, setStatus] = useState<ConnectionStatus>({ isReached: true, message: null })
  useEffect(
    () =>
      subscribeToDesktop('connectionStatus', (newStatus) => {
        setStatus(newStatus)
        if (newStatus.isReached) void queryClient.invalidateQueries()
      }),
    [queryClient],
  )
  useEffect(
    () =>
      subscribeToDesktop('session', ({ user }) => {
        const currentUser = queryClient.getQueryData(sessionQuery.queryKey)?.user.id
        if (currentUser !== undefined && currentUser !== user) onLeave()
        // The sign-in page then opens the page that the user wanted.
        else void queryClient.invalidateQueries({ queryKey: signedOutQuery.queryKey })
      }),
    [queryClient, onLeave],
  )
  useEffect(() => subscribeToDesktop('go', ({ path }) => router.history.push(path)), [router])
  useEffect(
    () =>
      subscribeToDesktop('notice', ({ tone, title, message }) =>
        showToast(
          { color: colors[tone], title, message, ...(tone === 'good' ? {} : { role: 'alert', autoClose: false }) },
          title,
        ),
      ),
    [],
  )
  useEffect(() => void callDesktop('colorScheme.set', { scheme: colorScheme }), [colorScheme])
  useEffect(() => {
    let isSessionStored = false
    void callDesktop('connection.read', null).then(({ tokenStorage }) => (isSessionStored = tokenStorage === 'saved'))
    const onPageHide = () => {
      if (!isSessionStored || !queryClient.getQueryData(sessionQuery.queryKey)) forgetRecentProfiles()
    }
    addEventListener('pagehide', onPageHide)
    return () => removeEventListener('pagehide', onPageHide)
  }, [queryClient])
  return (
    <>
      {!status.isReached && <ConnectionWarning message={status.message} onStatus={setStatus} />}
      <Suspense>
        <FindInPage />
        <UpdateNotice />
        <Ready onStatus={setStatus} />
      </Suspense>
    </>
  )
}

/** Makes the main process send its queued events, such as Find in page, once its siblings are loaded and listen. */
function Ready({ onStatus }: { onStatus: (status: ConnectionStatus) => void }) {
  useEffect(() => void callDesktop('window.ready', null).then(onStatus), [onStatus])
  return null
}

type ConnectionWarningProps = { message: ConnectionStatus['message']; onStatus: (status: ConnectionStatus) => void }

function ConnectionWarning({ message, onStatus }: ConnectionWarningProps) {
  const retry = useAction(() => callDesktop('connection.retry', null), { isErrorInline: true, onDone: onStatus })
  return (
    <Affix
      withinPortal={false}
      className="floating"
      position={{ bottom: 16, left: 'calc(max(16px, 50vw - 320px))', right: 'calc(max(16px, 50vw - 320px))' }}

      zIndex={400}
      role="status"
      data-bottom-bar
    >
      <Alert
        tone="warn"
        title="The server cannot be reached"
        actions={
          <Button size="compact-sm" variant="default" loading={retry.isPending} onClick={() => retry.mutate()}>
            Try now
          </Button>
        }
      >
        {message} What you typed stays here. The app tries again by itself.
      </Alert>
    </Affix>
  )
}
