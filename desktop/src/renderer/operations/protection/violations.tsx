import {
  limitNames,
  violationsKeptHours,
  type LimitName,
  type ProtectionPage,
  type ProtectionQuery,
  type ShownViolation,
} from '@alumni/shared/operations/protection'
import { Select } from '@mantine/core'
import { IconSearchOff, IconShieldCheck } from '@tabler/icons-react'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { count, countOf } from '../../ui/words/numbers.ts'
import { When } from '../../ui/words/when.tsx'
import classes from './protection.module.css'

type ViolationsProps = {
  page: ProtectionPage
  search: ProtectionQuery
  isStale: boolean
  whatOf: (limit: LimitName) => string
  go: (to: Partial<ProtectionQuery>) => void
}

/** Who was refused for asking too often, the newest first. */
export function Violations({ page, search, isStale, whatOf, go }: ViolationsProps) {
  const isFiltered = search.q !== undefined || search.limit !== undefined
  return (
    <section aria-labelledby="violations" className={classes.section}>
      <h2 id="violations">Refused lately</h2>
      <p className="muted">
        Addresses that asked too often. They are kept for {violationsKeptHours} hours and then forgotten.
      </p>
      <PagedList
        page={page}
        onPage={(to) => go({ page: to })}
        search={{
          label: 'Search by the beginning of an address',
          hint: 'Beginning of an address',
          q: search.q,
          onFind: (q) => go({ q }),
        }}
        bar={
          <>
            <Select
              className={classes.which}
              aria-label="Which limit"
              placeholder="All limits"
              clearable
              value={search.limit ?? null}
              onChange={(limit) => go({ limit: (limit as LimitName | null) ?? undefined })}
              data={limitNames.map((name) => ({ value: name, label: name }))}
            />
            <span className="muted" role="status">
              {isFiltered
                ? `${count(page.matching)} of ${count(page.total)}`
                : countOf(page.total, ['entry', 'entries'])}
            </span>
          </>
        }
      >
        {page.violations.length > 0 ? (
          <DataTable
            caption="Refused lately"
            columns={columnsOf(whatOf)}
            rows={page.violations}
            rowKey={({ address, limit }) => `${limit} ${address}`}
            isStale={isStale}
          />
        ) : (
          <EmptyState
            icon={isFiltered ? IconSearchOff : IconShieldCheck}
            tone={isFiltered ? 'plain' : 'good'}
            title={isFiltered ? 'Nothing matches' : 'Nobody was refused'}
          >
            {isFiltered ? 'Try fewer figures, or all limits.' : 'Whoever goes over a limit appears here.'}
          </EmptyState>
        )}
      </PagedList>
    </section>
  )
}

function columnsOf(whatOf: ViolationsProps['whatOf']): Column<ShownViolation>[] {
  return [
    {
      id: 'address',
      header: 'Address',
      cell: ({ row }) => <strong className={classes.address}>{row.original.address}</strong>,
    },
    { id: 'limit', header: 'Limit', cell: ({ row }) => whatOf(row.original.limit) },
    {
      id: 'count',
      header: 'Refused',
      meta: { isNumber: true },
      cell: ({ row }) => countOf(row.original.count, ['time', 'times']),
    },
    { id: 'at', header: 'Last', cell: ({ row }) => <When at={row.original.at} /> },
  ]
}
