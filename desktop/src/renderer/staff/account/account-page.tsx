import type { AccountPage as PageData } from '@alumni/shared/staff/second-factor'
import { useQuery } from '@tanstack/react-query'
import { FailedPage, FailedSection, isRefused } from '../../domain/session/failed-page.tsx'
import { BlockSkeletons } from '../../ui/page-skeleton.tsx'
import { Page } from '../../ui/page.tsx'
import { Sentence } from '../../ui/sentence.tsx'
import { useSession } from '../../domain/session/session.ts'
import { NameForm } from './name-form.tsx'
import { PasswordPanel } from './password-panel.tsx'
import { accountQuery } from './queries.ts'
import { SecondFactorPanel } from './second-factor-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'
import classes from './account.module.css'

/** Someone's own account. */
export function AccountPage() {
  const query = useQuery(accountQuery)
  const page = query.data
  if (!page && isRefused(query.error)) return <FailedPage error={query.error} />
  return (
    <Page title="Your account" about="Who you are here, how you sign in, and where you are signed in.">
      {query.error && !page && <FailedSection error={query.error} onRetry={query.refetch} />}
      {query.isPending && <BlockSkeletons blocks={4} height={140} />}
      {page && <Account page={page} />}
    </Page>
  )
}

function Account({ page }: { page: PageData }) {
  const { must_set_up_second_factor } = useSession()
  return (
    <div className={classes.page}>
      {must_set_up_second_factor && (
        <Sentence tone="warn" title="Set up a second factor to work as an administrator">
          Administrators need one here. Add an authenticator app or a passkey below; until then you can do what staff
          can.
        </Sentence>
      )}
      <NameForm user={page.user} />
      <SecondFactorPanel state={page.second_factor} />
      <PasswordPanel hasPassword={page.has_password} email={page.user.email} />
      <SessionsPanel sessions={page.sessions} />
    </div>
  )
}
