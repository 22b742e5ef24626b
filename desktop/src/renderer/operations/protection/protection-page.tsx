import type { LimitName, ProtectionPage as PageData, ProtectionQuery } from '@alumni/shared/operations/protection'
import { Alert } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { ResourcePage } from '../../domain/session/resource-page.tsx'
import { useAddress } from '../../ui/use-address.ts'
import { Bans } from './bans.tsx'
import { LimitTable } from './limit-table.tsx'
import { protectionQuery } from './queries.ts'
import { Violations } from './violations.tsx'

/** Shows bans from the two sites, recent refusals, and the limits behind them. */
export function ProtectionPage() {
  const address = useAddress<ProtectionQuery>()
  const query = useQuery(protectionQuery(address.search))
  return (
    <ResourcePage
      title="Protection"
      about="Keeps both sites usable when someone asks too often: by mistake, or to break in."
      query={query}
      blocks={6}
      height={52}
    >
      {(page) => (
        <>
          <Reach shared={page.shared} />
          <Bans bans={page.bans} whatOf={whatOf(page)} />
          <Violations page={page} address={address} isStale={query.isPlaceholderData} whatOf={whatOf(page)} />
          <LimitTable limits={page.limits} banning={page.banning} />
        </>
      )}
    </ResourcePage>
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
