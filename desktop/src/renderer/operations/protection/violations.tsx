import {
  limitNames,
  violationHours,
  type LimitName,
  type ProtectionPage,
  type ProtectionQuery,
  type ShownViolation,
} from '@alumni/shared/operations/protection'
import { IconShieldCheck } from '@tabler/icons-react'
import { Section } from '../../ui/page/section.tsx'
import { column, type Column, dateColumn } from '../../ui/table/table-columns.tsx'
import { SelectFilter } from '../../ui/table/filters.tsx'
import { ResourceList } from '../../ui/table/resource-list.tsx'
import type { Address } from '../../ui/use-address.ts'
import { countOf } from '../../ui/words/numbers.ts'

type ViolationsProps = {
  page: ProtectionPage
  address: Address<ProtectionQuery>
  isStale: boolean
  describeLimit: (limit: LimitName) => string
}

export function Violations({ page, address, isStale, describeLimit }: ViolationsProps) {
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
    column('count', 'Refused', (row) => countOf(row.count, ['time', 'times']), { isNumber: true }),
    dateColumn('at', 'Last', (row) => row.at),
  ]
}
