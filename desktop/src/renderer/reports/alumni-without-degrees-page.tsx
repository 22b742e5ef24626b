import { type AlumnusWithoutDegree, type WithoutDegreesPage, type WithoutDegreesQuery } from '@alumni/shared/reports'
import { Button } from '@mantine/core'
import { IconCircleCheck, IconDownload, IconSearchOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { PersonLink } from '../ui/people/person-link.tsx'
import { DataTable, type Column } from '../ui/data-table.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FailedPage, FailedSection, isRefused } from '../ui/failed-page.tsx'
import { BlockSkeletons } from '../ui/page-skeleton.tsx'
import { Page } from '../ui/page.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { Breakable } from '../ui/words/breakable.tsx'
import { none } from '../ui/words/none.tsx'
import { count, countOf } from '../ui/words/numbers.ts'
import { When } from '../ui/words/when.tsx'
import { withoutDegreesQuery } from './queries.ts'

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

/** People whose degree never came from the CRM. */
export function AlumniWithoutDegreesPage() {
  const search: WithoutDegreesQuery = useSearch({ from: '/shell/settings/reports/alumni_without_degrees' })
  const query = useQuery(withoutDegreesQuery(search))
  const page = query.data
  if (!page && isRefused(query.error)) return <FailedPage error={query.error} />
  return (
    <Page
      title="Alumni without degrees"
      about="People on file who have no degree. Areas of study, such as a minor, are not degrees."
      actions={page && page.matching > 0 && <Download page={page} />}
    >
      {query.error && !page && <FailedSection error={query.error} onRetry={query.refetch} />}
      {query.isPending && <BlockSkeletons blocks={8} height={52} />}
      {page && <People page={page} q={search.q} isStale={query.isPlaceholderData} />}
    </Page>
  )
}

function Download({ page }: { page: WithoutDegreesPage }) {
  return (
    <Button
      component="a"
      href={page.links.csv}
      download
      variant="default"
      leftSection={<IconDownload size={16} stroke={1.8} aria-hidden />}
    >
      Download {countOf(page.matching, ['person', 'people'])} (CSV)
    </Button>
  )
}

function People({ page, q, isStale }: { page: WithoutDegreesPage; q: string | undefined; isStale: boolean }) {
  const navigate = useNavigate({ from: '/settings/reports/alumni_without_degrees' })
  return (
    <PagedList
      page={page}
      onPage={(to) => void navigate({ search: (before) => ({ ...before, page: to }), resetScroll: false })}
      search={{
        label: 'Search by name, BUID or e-mail',
        hint: 'Name, BUID or e-mail',
        q,
        onFind: (to) => void navigate({ search: { q: to, page: 1 }, replace: true, resetScroll: false }),
      }}
      bar={
        <span className="muted" role="status">
          {q
            ? `${count(page.matching)} of ${countOf(page.total, ['person', 'people'])}`
            : countOf(page.total, ['person', 'people'])}
        </span>
      }
    >
      {page.alumni.length > 0 ? (
        <DataTable
          caption="Alumni without degrees"
          columns={columns}
          rows={page.alumni}
          rowKey={({ buid }) => buid}
          onOpen={({ buid }) => void navigate({ to: '/alumni/$id', params: { id: buid } })}
          isStale={isStale}
        />
      ) : (
        <EmptyState
          icon={q ? IconSearchOff : IconCircleCheck}
          tone={q ? 'plain' : 'good'}
          title={q ? 'Nobody matches' : 'Everyone has a degree'}
        >
          {q ? 'Try fewer letters.' : 'People without a degree appear here after a contacts import.'}
        </EmptyState>
      )}
    </PagedList>
  )
}
