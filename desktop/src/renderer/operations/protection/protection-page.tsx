import type {
  LimitName,
  ProtectionPage as PageData,
  ProtectionQuery,
  ShownLimit,
} from '@alumni/shared/operations/protection'
import { Alert } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle, IconShieldCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { ResourcePage } from '../../domain/session/resource-page.tsx'
import { Section } from '../../ui/page/section.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { column, type Column, dateColumn } from '../../ui/table/table-columns.tsx'
import { useAddress, type Address } from '../../ui/use-address.ts'
import { formatNumber, formatCount } from '../../ui/format/numbers.ts'
import { Bans } from './bans.tsx'
import { protectionQuery } from './queries.ts'
import { limitNames, violationHours } from '@alumni/shared/operations/protection'
import type { ProtectionPage, ShownViolation } from '@alumni/shared/operations/protection'
import { SelectFilter } from '../../ui/table/filters.tsx'
import { ResourceList } from '../../ui/table/resource-list.tsx'

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
          <SharedNotice shared={page.shared} />
          <Bans bans={page.bans} describeLimit={buildLimitDescriber(page)} />
          <Violations
            page={page}
            address={address}
            isStale={query.isPlaceholderData}
            describeLimit={buildLimitDescriber(page)}
          />
          <LimitTable limits={page.limits} banning={page.banning} />
        </>
      )}
    </ResourcePage>
  )
}

function buildLimitDescriber({ limits }: PageData) {
  return (name: LimitName) => {
    const limit = limits.find((candidate) => candidate.name === name)
    return limit ? `${limit.what}${limit.whom === 'email' ? ', one e-mail address' : ''}` : name
  }
}

/** Warns that the numbers may come from only one server process. */
function SharedNotice({ shared }: Pick<PageData, 'shared'>) {
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
  column('limit', 'At most', (row) => `${formatNumber(row.max)} per ${formatPeriod(row.window_seconds)}`),
  column('whom', 'Of each', (row) => (row.whom === 'email' ? 'e-mail address' : 'network address')),
  column('name', 'In the log', (row) => <code className="note">{row.name}</code>),
]

function LimitTable({ limits, banning }: Pick<PageData, 'limits' | 'banning'>) {
  return (
    <Section title="Limits" gap={8} mb={40}>
      <p className="muted">
        They apply to both sites. A window starts with its first request; anyone who exceeds it is told when to try
        again. {formatCount(banning.violations, ['refusal', 'refusals'])} within {formatPeriod(banning.window_seconds)}{' '}
        lock a network address out for {formatPeriod(banning.ban_seconds)}.
      </p>
      <DataTable caption="Limits" columns={columns} rows={limits} rowKey={({ name }) => name} />
    </Section>
  )
}

/** Returns text such as "20 seconds", "5 minutes" or "1 hour". */
function formatPeriod(seconds: number): string {
  if (seconds >= 3600 && seconds % 3600 === 0) return formatCount(seconds / 3600, ['hour', 'hours'])
  return seconds >= 60
    ? formatCount(Math.round(seconds / 60), ['minute', 'minutes'])
    : formatCount(seconds, ['second', 'seconds'])
}

type ViolationsProps = {
  page: ProtectionPage
  address: Address<ProtectionQuery>
  isStale: boolean
  describeLimit: (limit: LimitName) => string
}

function Violations({ page, address, isStale, describeLimit }: ViolationsProps) {
  return (
    <Section title="Recently refused" gap={8} mb={40}>
      <p className="muted">Addresses that sent too many requests. They are stored for {violationHours} hours.</p>
      <ResourceList
        address={address}
        page={page}
        searchLabel="Search by the beginning of an address"
        searchHint="Beginning of an address"
        filters={
          <SelectFilter address={address} name="limit" label="Which limit" anyLabel="All limits" options={limitNames} />
        }
        noun={['entry', 'entries']}
        caption="Recently refused"
        columns={buildColumns(describeLimit)}
        rows={page.violations}
        rowKey={({ address: sender, limit }) => `${limit} ${sender}`}
        isStale={isStale}
        empty={{
          icon: IconShieldCheck,
          tone: 'good',
          title: 'No one was refused',
          children: 'Addresses that exceed a limit appear here.',
        }}
      />
    </Section>
  )
}

function buildColumns(describeLimit: ViolationsProps['describeLimit']): Column<ShownViolation>[] {
  return [
    column('address', 'Address', (row) => <strong className="name">{row.address}</strong>),
    column('limit', 'Limit', (row) => describeLimit(row.limit)),
    column('count', 'Refused', { isNumber: true }, (row) => formatCount(row.count, ['time', 'times'])),
    dateColumn('at', 'Last', (row) => row.at),
  ]
}
