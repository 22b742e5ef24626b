import { Button } from '@mantine/core'
import { IconCloudOff, IconLock, IconMapOff, IconMoodSad } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { ZodError } from 'zod'
import { HttpError, NetworkError } from '../http.ts'
import { EmptyState } from './empty-state.tsx'
import { useInstitution } from './institution.ts'
import { Page } from './page.tsx'

/** There is no such page for this person, now or later. */
export function isRefused(error: Error | null): boolean {
  return error instanceof HttpError && [401, 403, 404].includes(error.status)
}

/** A page that could not be shown, with the reason in words and the next step. */
export function FailedPage({ error, onRetry }: { error: unknown; onRetry?: () => unknown }) {
  if (error instanceof HttpError && error.status === 403) return <ForbiddenPage sentence={error.message} />
  if (error instanceof HttpError && error.status === 404) return <NotFoundPage sentence={error.message} />
  if (error instanceof HttpError && error.status === 401) return null
  const title = error instanceof NetworkError ? 'No connection' : 'This page could not be shown'
  return (
    <Page title={title}>
      <FailedSection error={error} onRetry={onRetry} />
    </Page>
  )
}

/** The same inside a page whose heading stands. */
export function FailedSection({ error, onRetry }: { error: unknown; onRetry?: () => unknown }) {
  const retry = onRetry && (
    <Button variant="default" onClick={() => onRetry()}>
      Try again
    </Button>
  )
  if (error instanceof NetworkError) {
    return (
      <EmptyState icon={IconCloudOff} title="The server does not answer" actions={retry}>
        Check your connection. Nothing that you have done is lost.
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={IconMoodSad} tone="bad" title="Something went wrong" actions={retry ?? <ReloadButton />}>
      {sentenceOf(error)}
    </EmptyState>
  )
}

export function ForbiddenPage({ sentence }: { sentence?: string }) {
  const { support_email } = useInstitution()
  return (
    <Page title="Not for your role">
      <EmptyState icon={IconLock} title="You may not open this page" actions={<HomeButton />}>
        {sentence ?? 'This page is for administrators.'}{' '}
        {support_email && (
          <>
            If you need it, write to <a href={`mailto:${support_email}`}>{support_email}</a>.
          </>
        )}
      </EmptyState>
    </Page>
  )
}

export function NotFoundPage({ sentence }: { sentence?: string }) {
  return (
    <Page title="Not found">
      <EmptyState icon={IconMapOff} title="There is nothing at this address" actions={<HomeButton />}>
        {sentence ?? 'The link may be old, or a letter of the address may be missing.'}
      </EmptyState>
    </Page>
  )
}

function HomeButton() {
  return (
    <Button variant="default" renderRoot={(props) => <Link to="/" {...props} />}>
      Go to the start page
    </Button>
  )
}

function ReloadButton() {
  return (
    <Button variant="default" onClick={() => location.reload()}>
      Load the page again
    </Button>
  )
}

function sentenceOf(error: unknown): string {
  if (error instanceof ZodError) return 'This page and the server are of different versions. Load the page again.'
  return error instanceof HttpError
    ? error.message
    : 'The page has met a mistake of its own. Load it again; if it stays, tell support.'
}
