import { Button } from '@mantine/core'
import { useEffect, useState, type ReactNode } from 'react'
import type { UpdateState } from '../../ipc.ts'
import { callDesktop, onDesktop } from '../ui/desktop.ts'
import { Alert } from '../ui/alert.tsx'
import { hasUnsaved } from '../ui/unsaved.ts'
import classes from './update-notice.module.css'

/** Tells when a new version of the desktop app is ready, or could not be fetched. */
export function UpdateNotice() {
  const [state, setState] = useState<UpdateState>({ is: 'current' })
  const [isPutOff, setPutOff] = useState(false)
  useEffect(() => {
    void callDesktop('update.read', null).then(setState)
    return onDesktop('update', (next) => {
      setState(next)
      if (next.is === 'failed') setPutOff(false)
    })
  }, [])
  if (isPutOff || (state.is !== 'ready' && state.is !== 'failed')) return null
  const later = (
    <Button size="compact-sm" variant="subtle" onClick={() => setPutOff(true)}>
      {state.is === 'ready' ? 'Later' : 'Close'}
    </Button>
  )
  return (
    <div className={classes.notice} role="status">
      {state.is === 'ready' ? <Ready {...state} later={later} /> : <Failed {...state} later={later} />}
    </div>
  )
}

type Ready = Extract<UpdateState, { is: 'ready' }>
type Failed = Extract<UpdateState, { is: 'failed' }>

function Ready({ version, notes, later }: Ready & { later: ReactNode }) {
  const [isHeld, setHeld] = useState(false)
  const restart = () => (hasUnsaved() ? setHeld(true) : void callDesktop('update.install', null))
  return (
    <Alert
      tone="info"
      title={`Version ${version} is ready`}
      actions={
        <>
          <Button size="compact-sm" onClick={restart}>
            Restart to update
          </Button>
          {later}
        </>
      }
    >
      {isHeld
        ? 'Something that you have typed is not saved yet. Save it, then restart.'
        : notes.split('\n\n')[0] || 'It is installed when the app starts again.'}
    </Alert>
  )
}

function Failed({ sentence, later }: Failed & { later: ReactNode }) {
  return (
    <Alert
      tone="warn"
      title="The app could not be updated"
      actions={
        <>
          <Button size="compact-sm" variant="default" onClick={() => void callDesktop('update.look', null)}>
            Try again
          </Button>
          {later}
        </>
      }
    >
      {sentence}
    </Alert>
  )
}
