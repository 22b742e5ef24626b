import { Anchor, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { UpdateState } from '../../../ipc.ts'
import { SignedOutFrame, signedOutQuery } from '../../domain/session/signed-out-frame.tsx'
import { callDesktop, isDesktop } from '../../ui/desktop.ts'
import { useAction } from '../../ui/use-action.ts'

/** In the desktop app: whether the server fits it. It is read again with what the sign-in page shows. */
export function useServerCheck() {
  return useQuery({
    queryKey: [...signedOutQuery.queryKey, 'check'],
    queryFn: () => callDesktop('connection.check', null),
    staleTime: 0,
    enabled: isDesktop(),
  })
}

/** In the desktop app instead of the sign-in, where the app and the server are too far apart to work together. */
export function UnfitServer({ sentence, onRetry }: { sentence: string; onRetry: () => Promise<unknown> }) {
  const update = useAction(() => callDesktop('update.look', null), { successNotice: messageOf })
  const retry = useAction(onRetry)
  return (
    <SignedOutFrame title="This app cannot use the server" about={sentence}>
      <form onSubmit={(event) => event.preventDefault()}>
        <Button fullWidth size="md" loading={update.isPending} onClick={() => update.mutate()}>
          Check for updates
        </Button>
        <Button variant="default" fullWidth size="md" loading={retry.isPending} onClick={() => retry.mutate()}>
          Try again
        </Button>
        <Anchor size="md" ta="center" p={4} renderRoot={(props) => <Link to="/connection" {...props} />}>
          Change the server
        </Anchor>
      </form>
    </SignedOutFrame>
  )
}

/** An update that is ready or has failed is shown at the edge of every page. */
function messageOf(state: UpdateState): string | undefined {
  if (state.is === 'off') return state.sentence
  if (state.is === 'current') return 'This is the newest version. Ask your system administrator for help.'
  return state.is === 'loading' ? `Version ${state.version} is being downloaded.` : undefined
}
