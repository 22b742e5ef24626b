import { appSignInQuery, appSignInReply, appSignInUrl } from '@alumni/shared/staff/accounts'
import { Button, Stack } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useSession } from '../../domain/session/session.ts'
import { post } from '../../http.ts'
import { RefusalAlert } from '../../ui/form/form.tsx'
import { Page } from '../../ui/page/page.tsx'
import { useAction } from '../../ui/use-action.ts'

/** Lets the user of this browser session sign in to the desktop app. */
export function AppSignInPage() {
  const { user } = useSession()
  const query = appSignInQuery.safeParse(useSearch({ strict: false }))
  const consent = useAction(() => post(appSignInUrl, appSignInReply, query.data), {
    isErrorInline: true,
    onDone: ({ url }) => location.assign(url),
  })
  return (
    <Page
      title="Sign in to the desktop app"
      about={`You are signed in here as ${user.name}. Continue only if you pressed “Sign in with your browser” in the app just now.`}
    >
      <Stack maw={760} align="flex-start">
        <RefusalAlert
          error={query.error ? new Error('This link is not complete. Start again in the app.') : consent.error}
        />
        <Button disabled={!query.data} loading={consent.isPending} onClick={() => consent.mutate()}>
          Continue in the app
        </Button>
      </Stack>
    </Page>
  )
}
