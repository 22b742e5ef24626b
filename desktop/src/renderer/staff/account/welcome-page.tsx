import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ResourcePage } from '../../domain/session/resource-page.tsx'
import { useSession } from '../../domain/session/session.ts'
import { accountQuery } from './queries.ts'
import { SecondFactorPanel, SecondFactorRequired } from './second-factor-panel.tsx'
import { LinkButton } from '../../ui/button.tsx'

/** The first page of an invited user, who may add a second factor. */
export function WelcomePage() {
  const { user, must_set_up_second_factor } = useSession()
  return (
    <ResourcePage
      title={`Welcome, ${user.name}`}
      about={`You are signed in, and your password is saved. Next time you sign in with ${user.email}.`}
      query={useQuery(accountQuery)}
      blocks={1}
      height={240}
    >
      {({ second_factor: state }) => (
        <Stack maw={760} align="flex-start">
          {must_set_up_second_factor && <SecondFactorRequired />}
          <SecondFactorPanel state={state} />
          {!must_set_up_second_factor && (
            <ContinueButton hasFactor={state.totp !== null || state.passkeys.length > 0} />
          )}
        </Stack>
      )}
    </ResourcePage>
  )
}

function ContinueButton({ hasFactor }: { hasFactor: boolean }) {
  return (
    <>
      <LinkButton variant={hasFactor ? 'filled' : 'default'} to="/">
        {hasFactor ? 'Start working' : 'Skip for now'}
      </LinkButton>
      {!hasFactor && <p className="muted">You can add one at any time under “Your account”.</p>}
    </>
  )
}
