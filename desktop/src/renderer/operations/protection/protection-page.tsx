import type { LimitName, ProtectionPage as PageData, ProtectionQuery } from '@alumni/shared/operations/protection'
import { Alert } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { FailedPage, FailedSection, isRefused } from '../../domain/session/failed-page.tsx'
import { BlockSkeletons } from '../../ui/page-skeleton.tsx'
import { Page } from '../../ui/page.tsx'
import { Bans } from './bans.tsx'
import { LimitTable } from './limit-table.tsx'
import { protectionQuery } from './queries.ts'
import { Violations } from './violations.tsx'

/** Who is kept out of the two sites, who was refused lately, and by which limits. */
export function ProtectionPage() {
  const search: ProtectionQuery = useSearch({ from: '/shell/settings/protection' })
  const navigate = useNavigate({ from: '/settings/protection' })
  const query = useQuery(protectionQuery(search))
  const page = query.data
  const go = (to: Partial<ProtectionQuery>) =>
    void navigate({ search: (before) => ({ ...before, page: 1, ...to }), replace: true, resetScroll: false })
  if (!page && isRefused(query.error)) return <FailedPage error={query.error} />
  return (
    <Page title="Protection" about="Keeps both sites usable when someone asks too often: by mistake, or to break in.">
      {query.error && !page && <FailedSection error={query.error} onRetry={query.refetch} />}
      {query.isPending && <BlockSkeletons blocks={6} height={52} />}
      {page && (
        <>
          <Reach shared={page.shared} />
          <Bans bans={page.bans} whatOf={whatOf(page)} />
          <Violations page={page} search={search} isStale={query.isPlaceholderData} whatOf={whatOf(page)} go={go} />
          <LimitTable limits={page.limits} banning={page.banning} />
        </>
      )}
    </Page>
  )
}

function whatOf({ limits }: PageData) {
  return (name: LimitName) => {
    const limit = limits.find((candidate) => candidate.name === name)
    return limit ? `${limit.what}${limit.whom === 'email' ? ', one e-mail address' : ''}` : name
  }
}

/** Whether what is shown here is the whole truth. */
function Reach({ shared }: Pick<PageData, 'shared'>) {
  if (shared === 'yes') return null
  if (shared === 'interrupted') {
    return (
      <Alert mb={24} color="yellow" icon={<IconAlertTriangle aria-hidden />} title="Redis does not answer">
        Until it does, each server process counts and locks out for itself, and this page shows the one that answered.
      </Alert>
    )
  }
  return (
    <Alert mb={24} color="gray" icon={<IconInfoCircle aria-hidden />} title="Counted by this server process alone">
      Where several processes run, your system administrator can let them count together: a ban then holds and ends
      everywhere.
    </Alert>
  )
}
