import type {
  LimitName,
  ProtectionPage as PageData,
  ProtectionQuery,
  ShownLimit,
} from '@alumni/shared/operations/protection'
import { Alert } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { ResourcePage } from '../../domain/session/resource-page.tsx'
import { Section } from '../../ui/page/section.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { column, type Column } from '../../ui/table/table-columns.tsx'
import { useAddress } from '../../ui/use-address.ts'
import { count, countOf } from '../../ui/words/numbers.ts'
import { Bans } from './bans.tsx'
import { protectionQuery } from './queries.ts'
import { Violations } from './violations.tsx'

/** Shows bans from the two sites, recent refusals, and the limits behind them. */
export function ProtectionPage() {
  const address = useAddress<ProtectionQuery>()
  const query = useQuery(protectionQuery(address.search))
  return (
    <ResourcePage
      title="Protection"
      about="Keeps both sites usable when someone sends too many requests, by mistake or to break in."
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
        Until it does, each server process counts by itself, and this page shows the one that answered.
      </Alert>
    )
  }
  return (
    <Alert mb={24} color="gray" icon={<IconInfoCircle aria-hidden />} title="Counted by this server process alone">
      If several processes run, your system administrator can make them count together, so that a ban starts and ends
      everywhere at once.
    </Alert>
  )
}

const columns: Column<ShownLimit>[] = [
  column('what', 'What is counted', (row) => <strong>{row.what}</strong>),
  column('limit', 'At most', (row) => allowance(row)),
  column('whom', 'Of each', (row) => (row.whom === 'email' ? 'e-mail address' : 'network address')),
  column('name', 'In the log', (row) => <code className="note">{row.name}</code>),
]

/** The law of both sites, in words. */
function LimitTable({ limits, banning }: Pick<PageData, 'limits' | 'banning'>) {
  return (
    <Section title="Limits" gap={8} mb={40}>
      <p className="muted">
        They apply to both sites. A window starts with its first request; anyone who exceeds it is told when to try
        again. {countOf(banning.violations, ['refusal', 'refusals'])} within {windowWords(banning.window_seconds)} lock
        a network address out for {windowWords(banning.ban_seconds)}.
      </p>
      <DataTable caption="Limits" columns={columns} rows={limits} rowKey={({ name }) => name} />
    </Section>
  )
}

/** "20 seconds", "1 minute", "5 minutes", "1 hour". */
function windowWords(seconds: number): string {
  if (seconds >= 3600 && seconds % 3600 === 0) return countOf(seconds / 3600, ['hour', 'hours'])
  return seconds >= 60
    ? countOf(Math.round(seconds / 60), ['minute', 'minutes'])
    : countOf(seconds, ['second', 'seconds'])
}

/** "300 per 5 minutes". */
function allowance({ max, window_seconds }: ShownLimit): string {
  return `${count(max)} per ${windowWords(window_seconds)}`
}
