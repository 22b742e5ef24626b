import type { AlumnusWithoutDegree, WithoutDegreesQuery } from '@alumni/shared/alumni/reports'
import { IconCircleCheck, IconSearchOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { PersonLink } from '../../domain/people/person-link.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Breakable } from '../../ui/words/breakable.tsx'
import { none } from '../../ui/words/none.tsx'
import { count, countOf } from '../../ui/words/numbers.ts'
import { When } from '../../ui/words/when.tsx'
import { reportQuery } from './queries.ts'
import { ReportList } from './report-list.tsx'

const columns: Column<AlumnusWithoutDegree>[] = [
  { id: 'name', header: 'Name', cell: ({ row }) => <PersonLink buid={row.original.buid} name={row.original.name} /> },
  {
    id: 'contact',
    header: 'Contact ID',
    cell: ({ row }) =>
      row.original.contact_id ? <span style={{ whiteSpace: 'nowrap' }}>{row.original.contact_id}</span> : none,
  },
  {
    id: 'email',
    header: 'Primary e-mail',
    cell: ({ row }) =>
      row.original.primary_email ? (
        <span style={{ overflowWrap: 'anywhere' }}>
          <Breakable text={row.original.primary_email} />
        </span>
      ) : (
        none
      ),
  },
  {
    id: 'place',
    header: 'Place',
    cell: ({ row }) => [row.original.city, row.original.country].filter(Boolean).join(', ') || none,
  },
  {
    id: 'areas',
    header: 'Areas of study',
    meta: { isNumber: true },
    cell: ({ row }) => (row.original.areas_of_study > 0 ? count(row.original.areas_of_study) : none),
  },
  { id: 'since', header: 'On file since', cell: ({ row }) => <When at={row.original.created_at} /> },
]
const people = ['person', 'people'] as const

/** People whose degree never came from the CRM. */
export function AlumniWithoutDegreesPage() {
  const search: WithoutDegreesQuery = useSearch({ from: '/shell/settings/reports/alumni_without_degrees' })
  const navigate = useNavigate({ from: '/settings/reports/alumni_without_degrees' })
  const query = useQuery(reportQuery('alumni_without_degrees', search))
  const page = query.data
  return (
    <ReportList
      title="Alumni without degrees"
      about="People on file who have no degree. Areas of study, such as a minor, are not degrees."
      query={query}
      noun={people}
      search={{ label: 'Search by name, BUID or e-mail', hint: 'Name, BUID or e-mail', q: search.q }}
      onSearch={(to, replace = false) =>
        void navigate({ search: (before) => ({ ...before, page: 1, ...to }), replace, resetScroll: false })
      }
      bar={
        page && (
          <span className="muted" role="status">
            {search.q ? `${count(page.matching)} of ${countOf(page.total, people)}` : countOf(page.total, people)}
          </span>
        )
      }
    >
      {page &&
        (page.alumni.length > 0 ? (
          <DataTable
            caption="Alumni without degrees"
            columns={columns}
            rows={page.alumni}
            rowKey={({ buid }) => buid}
            onOpen={({ buid }) => void navigate({ to: '/alumni/$id', params: { id: buid } })}
            isStale={query.isPlaceholderData}
          />
        ) : (
          <EmptyState
            icon={search.q ? IconSearchOff : IconCircleCheck}
            tone={search.q ? 'plain' : 'good'}
            title={search.q ? 'Nobody matches' : 'Everyone has a degree'}
          >
            {search.q ? 'Try fewer letters.' : 'People without a degree appear here after a contacts import.'}
          </EmptyState>
        ))}
    </ReportList>
  )
}
