import { Anchor, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { forgetRecentProfiles } from '../../domain/people/recent-profiles.ts'
import type { ReplyOf } from '../../../ipc.ts'
import { callDesktop } from '../../ui/desktop.ts'
import { Alert } from '../../ui/alert.tsx'
import { RefusalAlert } from '../../ui/form/form.tsx'
import { useAction } from '../../ui/use-action.ts'

/** The part of the sign-in page that only the desktop app has: sign-in by browser and the choice of server. */
export function InTheApp({ onEnter }: { onEnter: () => void }) {
  // Forgets recent profiles when the app closes, because a user with an expired session never signs out.
  useEffect(() => {
    addEventListener('pagehide', forgetRecentProfiles)
    return () => removeEventListener('pagehide', forgetRecentProfiles)
  }, [])
  const connection = useQuery({ queryKey: ['connection'], queryFn: () => callDesktop('connection.read', null) })
  const browser = useAction(() => callDesktop('browser.sign-in', null), { isErrorInline: true, onDone: onEnter })
  return (
    <form onSubmit={(event) => event.preventDefault()}>
      <RefusalAlert error={browser.error} />
      {browser.isPending ? (
        <Alert
          tone="info"
          title="Continue in your browser"
          actions={
            <Button size="compact-sm" variant="default" onClick={() => void callDesktop('browser.cancel', null)}>
              Cancel
            </Button>
          }
        >
          It shows the sign-in page. This window continues when you are done there.
        </Alert>
      ) : (
        <Button variant="default" fullWidth size="md" onClick={() => browser.mutate()}>
          Sign in with your browser
        </Button>
      )}
      {connection.data && <KeyringNotice tokenStorage={connection.data.tokenStorage} />}
      <Anchor size="md" ta="center" p={4} renderRoot={(props) => <Link to="/connection" {...props} />}>
        {connection.data?.address ? `Server: ${new URL(connection.data.address).host}` : 'Choose the server'}
      </Anchor>
    </form>
  )
}

function KeyringNotice({ tokenStorage }: { tokenStorage: ReplyOf<'connection.read'>['tokenStorage'] }) {
  if (tokenStorage === 'saved') return null
  if (tokenStorage === 'another keyring') {
    return (
      <Alert tone="info" title="Why you are asked again">
        This computer’s keyring has changed since your last sign-in, so your saved sign-in could not be read.
      </Alert>
    )
  }
  return (
    <Alert tone="info" title="You will be asked at each start">
      This computer has no keyring to store a sign-in safely, so you are signed out when you close the app.
    </Alert>
  )
}
