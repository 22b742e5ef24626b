import { Affix, Button } from '@mantine/core'
import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react'
import type { UpdateState } from '../../ipc.ts'
import { callDesktop, subscribeToDesktop } from '../ui/desktop.ts'
import { Alert } from '../ui/alert.tsx'
import { hasUnsaved } from '../ui/form/unsaved.ts'
import { newerRelease } from '../newer-release.ts'

/** Offers an update of the desktop app, or shows that one failed. `NewerRelease` is for a server upgrade. */
export function UpdateNotice() {
  const [state, setState] = useState<UpdateState>({ status: 'current' })
  const [isDismissed, setDismissed] = useState(false)
  useEffect(() => {
    void callDesktop('update.read', null).then(setState)
    return subscribeToDesktop('update', (next) => {
      setState(next)
      if (next.status === 'failed') setDismissed(false)
    })
  }, [])
  if (isDismissed || (state.status !== 'ready' && state.status !== 'failed')) return null
  const later = (
    <Button size="compact-sm" variant="subtle" onClick={() => setDismissed(true)}>
      {state.status === 'ready' ? 'Later' : 'Close'}
    </Button>
  )
  return (
    <Corner>
      {state.status === 'ready' ? <ReadyUpdate {...state} later={later} /> : <FailedUpdate {...state} later={later} />}
    </Corner>
  )
}

function Corner({ children }: { children: ReactNode }) {
  return (
    <Affix
      withinPortal={false}
      className="floating"
      position={{ bottom: 16, right: 16 }}
      w="min(440px, calc(100% - 32px))"
      zIndex={300}
      role="status"
      data-bottom-bar
    >
      {children}
    </Affix>
  )
}

type ReadyUpdate = Extract<UpdateState, { status: 'ready' }>
type FailedUpdate = Extract<UpdateState, { status: 'failed' }>

function ReadyUpdate({ version, notes, later }: ReadyUpdate & { later: ReactNode }) {
  return (
    <Offer
      title={`Version ${version} is ready`}
      button="Restart to update"
      onAccept={() => void callDesktop('update.install', null)}
      later={later}
    >
      {notes.split('\n\n')[0] || 'It is installed when the app starts again.'}
    </Offer>
  )
}

/** Offers to reload the page after a server upgrade. `UpdateNotice` is for the desktop app. */
export function NewerRelease() {
  const release = useSyncExternalStore(newerRelease.subscribe, newerRelease.read)
  const [dismissedRelease, setDismissed] = useState<string>()
  if (!release || release === dismissedRelease) return null
  return (
    <Corner>
      <Offer
        title="The server was upgraded"
        button="Reload the page"
        onAccept={() => location.reload()}
        later={
          <Button size="compact-sm" variant="subtle" onClick={() => setDismissed(release)}>
            Later
          </Button>
        }
      >
        {`You can keep working on this page. Reload it to get ${release}.`}
      </Offer>
    </Corner>
  )
}

type OfferProps = { title: string; button: string; onAccept: () => void; later: ReactNode; children: string }

function Offer({ title, button, onAccept, later, children }: OfferProps) {
  const [isRefused, setRefused] = useState(false)
  return (
    <Alert
      tone="info"
      title={title}
      actions={
        <>
          <Button size="compact-sm" onClick={() => (hasUnsaved() ? setRefused(true) : onAccept())}>
            {button}
          </Button>
          {later}
        </>
      }
    >
      {isRefused ? 'You have unsaved changes. Save them first.' : children}
    </Alert>
  )
}

function FailedUpdate({ message, later }: FailedUpdate & { later: ReactNode }) {
  return (
    <Alert
      tone="warn"
      title="The app could not be updated"
      actions={
        <>
          <Button size="compact-sm" variant="default" onClick={() => void callDesktop('update.check', null)}>
            Try again
          </Button>
          {later}
        </>
      }
    >
      {message}
    </Alert>
  )
}
