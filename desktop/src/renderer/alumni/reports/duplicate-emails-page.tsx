import { fieldName } from '@alumni/shared/alumni/record'
import {
  emailColumns,
  type DuplicateEmail,
  type DuplicateEmailsQuery,
  type EmailColumn,
} from '@alumni/shared/alumni/reports'
import { SegmentedControl, Select } from '@mantine/core'
import { IconCircleCheck, IconSearchOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Breakable } from '../../ui/words/breakable.tsx'
import { count, countOf } from '../../ui/words/numbers.ts'
import { People } from './people.tsx'
import { reportQuery } from './queries.ts'
import { ReportList } from './report-list.tsx'
import classes from './reports.module.css'

const addresses = ['address', 'addresses'] as const
const columns: Column<DuplicateEmail>[] = [
  {
    id: 'email',
    header: 'Address',
    meta: { width: 320 },
    cell: ({ row }) => (
      <strong className={classes.breaking}>
        <Breakable text={row.original.email} />
      </strong>
    ),
  },
  {
    id: 'people',
    header: 'Who has it, and where',
    cell: ({ row: { original } }) => (
      <People
        people={original.people.map(({ columns: where, deceased, ...person }) => ({
          ...person,
          note: [where.map(fieldName).join(', '), deceased && 'deceased'].filter(Boolean).join(' · '),
        }))}
        total={original.count}
      />
    ),
  },
  { id: 'count', header: 'People', meta: { isNumber: true, width: 90 }, cell: ({ row }) => count(row.original.count) },
]

/** The same e-mail address on several alumni. */
export function DuplicateEmailsPage() {
  const search: DuplicateEmailsQuery = useSearch({ from: '/shell/settings/reports/duplicate_emails' })
  const navigate = useNavigate({ from: '/settings/reports/duplicate_emails' })
  const query = useQuery(reportQuery('duplicate_emails', search))
  const go = (to: Partial<DuplicateEmailsQuery>, replace = false) =>
    void navigate({ search: (before) => ({ ...before, page: 1, ...to }), replace, resetScroll: false })
  const isFiltered = Boolean(search.q ?? search.column ?? search.names)
  const page = query.data
  return (
    <ReportList
      title="Duplicate e-mail addresses"
      about="Addresses that several alumni have, in any of their five columns, whatever the letter case. A couple may share one; the same last name twice is often one person twice. A letter to such an address reaches one reader only."
      query={query}
      noun={addresses}
      fileNoun={['person', 'people']}
      search={{ label: 'Search by address, name or BUID', hint: 'Address, name or BUID', q: search.q }}
      onSearch={go}
      bar={
        page && (
          <>
            <SegmentedControl
              aria-label="Whose addresses"
              value={search.names ?? ''}
              onChange={(names) => go({ names: (names || undefined) as DuplicateEmailsQuery['names'] })}
              data={[
                { value: '', label: 'All' },
                { value: 'same', label: 'Same last name' },
                { value: 'different', label: 'Different names' },
              ]}
            />
            <Select
              aria-label="Column"
              placeholder="In any column"
              data={emailColumns.map((value) => ({ value, label: fieldName(value) }))}
              value={search.column ?? null}
              onChange={(column) => go({ column: (column ?? undefined) as EmailColumn | undefined })}
              clearable
            />
            <span className="muted" role="status">
              {isFiltered
                ? `${count(page.matching)} of ${countOf(page.total, addresses)}`
                : countOf(page.total, addresses)}
            </span>
          </>
        )
      }
    >
      {page &&
        (page.emails.length > 0 ? (
          <DataTable
            caption="Duplicate e-mail addresses"
            columns={columns}
            rows={page.emails}
            rowKey={({ email }) => email}
            onOpen={({ email }) => void navigate({ to: '/alumni_search', search: { q: email } as never })}
            isStale={query.isPlaceholderData}
          />
        ) : (
          <EmptyState
            icon={isFiltered ? IconSearchOff : IconCircleCheck}
            tone={isFiltered ? 'plain' : 'good'}
            title={isFiltered ? 'No address matches' : 'Every address is of one person'}
          >
            {isFiltered
              ? 'Try fewer letters, or another column.'
              : 'When two people get the same address, it appears here at once.'}
          </EmptyState>
        ))}
    </ReportList>
  )
}
