import { useQuery } from '@tanstack/react-query'
import { FailedPage, FailedSection, isRefused } from '../ui/failed-page.tsx'
import { Page } from '../ui/page.tsx'
import { HubCard, HubCardSkeleton } from './hub-card.tsx'
import { hubQuery } from './queries.ts'
import classes from './hub.module.css'

/** One card per kind of file, with its last run. */
export function ImportHubPage() {
  const hub = useQuery(hubQuery)
  if (!hub.data && isRefused(hub.error)) return <FailedPage error={hub.error} />
  return (
    <Page
      title="Imports"
      about="Bring files from the CRM in. Nothing is written before you have seen what would change."
    >
      {hub.error && !hub.data && <FailedSection error={hub.error} onRetry={hub.refetch} />}
      <ul className={classes.cards} aria-busy={hub.isPending}>
        {hub.isPending
          ? [0, 1, 2, 3].map((i) => <HubCardSkeleton key={i} />)
          : hub.data?.types.map(({ type, last_batch }) => <HubCard key={type} type={type} lastBatch={last_batch} />)}
      </ul>
    </Page>
  )
}
