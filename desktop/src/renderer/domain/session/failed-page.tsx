import { errorHeading } from '@alumni/shared/errors'
import { IconCloudOff, IconLock, IconMapOff, IconMoodSad } from '@tabler/icons-react'
import { useContext } from 'react'
import { ReplyMismatchError, HttpError, NetworkError } from '../../http.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { useInstitution } from '../../ui/institution/institution.ts'
import { Page } from '../../ui/page/page.tsx'
import { SessionContext } from './session.ts'
import { roleNames } from './role-names.ts'
import { Button, LinkButton } from '../../ui/button.tsx'

/** Checks whether a retry is useless because the page does not exist or the user may not see it. */
export function isAccessError(error: Error | null): boolean {
  return error instanceof HttpError && [401, 403, 404].includes(error.status)
}

/** Shows why a page failed to load, in place of the page. Renders nothing for status 401, which ends the session. */
export function FailedPage({ error, onRetry }: { error: unknown; onRetry?: () => unknown }) {
  if (error instanceof HttpError && error.status === 403 && error.body.retry_after === undefined)
    return <ForbiddenPage message={error.message} />
  if (error instanceof HttpError && error.status === 404) return <NotFoundPage message={error.message} />
  if (error instanceof HttpError && error.status === 401) return null
  const title = error instanceof NetworkError ? 'No connection' : 'This page could not be shown'
  return (
    <Page title={title}>
      <FailedSection error={error} onRetry={onRetry} />
    </Page>
  )
}

export function FailedSection({ error, onRetry }: { error: unknown; onRetry?: () => unknown }) {
  const retry = onRetry && (
    <Button variant="default" onClick={() => onRetry()}>
      Try again
    </Button>
  )
  if (error instanceof NetworkError) {
    return (
      <EmptyState icon={IconCloudOff} title="The server does not answer" actions={retry}>
        {error.message} Nothing you have done is lost.
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={IconMoodSad} tone="bad" title={titleOf(error)} actions={retry ?? <ReloadButton />}>
      {describeError(error)}
    </EmptyState>
  )
}

export function ForbiddenPage({ message }: { message?: string }) {
  const { support_email } = useInstitution()
  const user = useContext(SessionContext)?.user
  return (
    <Page title="Not for your role">
      <EmptyState icon={IconLock} title="You may not open this page" actions={<HomeButton />}>
        <p>{message ?? 'This is open to administrators only. Ask an administrator if you need it.'}</p>
        <p>
          {user && `You are signed in as ${user.name}, with the role ${roleNames[user.role].toLowerCase()}.`}
          {support_email && (
            <>
              {' '}
              Questions: <a href={`mailto:${support_email}`}>{support_email}</a>
            </>
          )}
        </p>
      </EmptyState>
    </Page>
  )
}

export function NotFoundPage({ message }: { message?: string }) {
  return (
    <Page title="Not found">
      <EmptyState
        icon={IconMapOff}
        title={message ?? 'There is nothing at this address.'}
        actions={
          <>
            <LinkButton to="/alumni_search">Search alumni</LinkButton>
            <HomeButton />
          </>
        }
      >
        The link may be old or incomplete, or the page may have been deleted.
      </EmptyState>
    </Page>
  )
}

function HomeButton() {
  return (
    <LinkButton variant="default" to="/">
      Go to the home page
    </LinkButton>
  )
}

function ReloadButton() {
  return (
    <Button variant="default" onClick={() => location.reload()}>
      Reload the page
    </Button>
  )
}

function titleOf(error: unknown): string {
  return error instanceof HttpError ? errorHeading(error.status, error.body) : 'Something went wrong'
}

function describeError(error: unknown): string {
  return error instanceof HttpError || error instanceof ReplyMismatchError
    ? error.message
    : 'The page has run into an error. Reload it; if it happens again, contact support.'
}
