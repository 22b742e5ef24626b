import { opportunityKindNames, opportunityKinds, type OpportunityKind } from '@alumni/shared/opportunities'
import {
  opportunityStates,
  type StaffOpportunitiesPage,
  type StaffOpportunitiesQuery,
} from '@alumni/shared/staff-opportunities'
import { Button, Select } from '@mantine/core'
import { IconHeartHandshake, IconPlus, IconSearchOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { DataTable } from '../ui/data-table.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FailedPage, FailedSection, isRefused } from '../ui/failed-page.tsx'
import { ChoiceBar } from '../ui/offers/choice-bar.tsx'
import { BlockSkeletons } from '../ui/page-skeleton.tsx'
import { Page } from '../ui/page.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { count, countOf } from '../ui/words/numbers.ts'
import { opportunityColumns } from './opportunity-columns.tsx'
import { opportunitiesQuery } from './queries.ts'
import { stateWords } from './words.ts'

/** All opportunities, and the way to write another. */
export function OpportunitiesPage() {
  const search: StaffOpportunitiesQuery = useSearch({ from: '/shell/champion_signups/opportunities' })
  const query = useQuery(opportunitiesQuery(search))
  if (!query.data && isRefused(query.error)) return <FailedPage error={query.error} />
  return (
    <Page
      title="Opportunities"
      about="What champions can help with. A draft is seen by staff only; answers wait here to be decided."
      actions={<NewButton />}
    >
      {query.error && !query.data && <FailedSection error={query.error} onRetry={query.refetch} />}
      {query.isPending && <BlockSkeletons blocks={8} height={44} />}
      {query.data && <Opportunities page={query.data} search={search} isStale={query.isPlaceholderData} />}
    </Page>
  )
}

function NewButton() {
  return (
    <Button
      leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}
      renderRoot={(props) => <Link to="/champion_signups/opportunities/new" {...props} />}
    >
      New opportunity
    </Button>
  )
}

type OpportunitiesProps = { page: StaffOpportunitiesPage; search: StaffOpportunitiesQuery; isStale: boolean }

function Opportunities({ page, search, isStale }: OpportunitiesProps) {
  const navigate = useNavigate({ from: '/champion_signups/opportunities' })
  const go = (to: Partial<StaffOpportunitiesQuery>, replace = false) =>
    void navigate({ search: (before) => ({ ...before, page: 1, ...to }), replace, resetScroll: false })
  const all = page.counts.draft + page.counts.open + page.counts.closed
  const states = [
    { value: 'all' as const, label: `All ${count(all)}` },
    ...opportunityStates.map((value) => ({ value, label: `${stateWords[value].word} ${count(page.counts[value])}` })),
  ]
  const isFiltered = Boolean(search.q ?? search.kind ?? search.state)
  return (
    <PagedList
      page={page}
      onPage={(to) => go({ page: to })}
      search={{
        label: 'Search opportunities by title, summary or place',
        hint: 'Title, summary or place',
        q: search.q,
        onFind: (q) => go({ q }, true),
      }}
      bar={
        <>
          <ChoiceBar
            label="Which opportunities"
            choices={states}
            value={search.state ?? 'all'}
            onChoose={(state) => go({ state: state === 'all' ? undefined : state })}
          />
          <Select
            w={190}
            aria-label="Kind"
            placeholder="All kinds"
            data={opportunityKinds.map((value) => ({ value, label: opportunityKindNames[value] }))}
            value={search.kind ?? null}
            clearable
            clearButtonProps={{ 'aria-label': 'All kinds' }}
            onChange={(kind) => go({ kind: (kind as OpportunityKind | null) ?? undefined })}
          />
          <span className="muted" role="status">
            {isFiltered && countOf(page.matching, ['opportunity', 'opportunities'])}
          </span>
        </>
      }
    >
      {page.opportunities.length > 0 ? (
        <DataTable
          caption="Opportunities"
          columns={opportunityColumns}
          rows={page.opportunities}
          rowKey={({ id }) => String(id)}
          onOpen={({ id }) => void navigate({ to: '/champion_signups/opportunities/$id', params: { id: String(id) } })}
          isStale={isStale}
        />
      ) : isFiltered ? (
        <EmptyState icon={IconSearchOff} title="No opportunity matches">
          Try fewer letters, or another filter.
        </EmptyState>
      ) : (
        <EmptyState icon={IconHeartHandshake} title="No opportunities yet" actions={<NewButton />}>
          Write what champions can help with. It stays a draft until you publish it.
        </EmptyState>
      )}
    </PagedList>
  )
}
