import { opportunityKindNames, opportunityKinds, type OpportunityKind } from '@alumni/shared/publications/opportunities'
import type { StaffOpportunitiesPage, StaffOpportunitiesQuery } from '@alumni/shared/publications/staff-opportunities'
import { Checkbox, Select } from '@mantine/core'
import { IconHeartHandshake } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { FailedPage, FailedSection, isRefused } from '../../domain/session/failed-page.tsx'
import { NewButton, OfferList } from '../../domain/publications/offer-list.tsx'
import { BlockSkeletons } from '../../ui/page-skeleton.tsx'
import { Page } from '../../ui/page.tsx'
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
      actions={newButton}
    >
      {query.error && !query.data && <FailedSection error={query.error} onRetry={query.refetch} />}
      {query.isPending && <BlockSkeletons blocks={8} height={44} />}
      {query.data && <Opportunities page={query.data} search={search} isStale={query.isPlaceholderData} />}
    </Page>
  )
}

const newButton = (
  <NewButton
    label="New opportunity"
    renderLink={(props) => <Link to="/champion_signups/opportunities/new" {...props} />}
  />
)

type OpportunitiesProps = { page: StaffOpportunitiesPage; search: StaffOpportunitiesQuery; isStale: boolean }

function Opportunities({ page, search, isStale }: OpportunitiesProps) {
  const navigate = useNavigate({ from: '/champion_signups/opportunities' })
  const go = (to: Partial<StaffOpportunitiesQuery>, replace = false) =>
    void navigate({ search: (before) => ({ ...before, page: 1, ...to }), replace, resetScroll: false })
  return (
    <OfferList
      name="Opportunities"
      nouns={['opportunity', 'opportunities']}
      icon={IconHeartHandshake}
      page={page}
      rows={page.opportunities}
      columns={opportunityColumns}
      states={stateWords}
      search={search}
      isNarrowed={search.kind !== undefined || search.answers !== undefined}
      onSearch={go}
      onOpen={({ id }) => void navigate({ to: '/champion_signups/opportunities/$id', params: { id: String(id) } })}
      hint="title, summary or place"
      filters={
        <>
          <Checkbox
            label="With answers to decide about"
            checked={search.answers !== undefined}
            onChange={({ currentTarget }) => go({ answers: currentTarget.checked ? 'new' : undefined })}
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
        </>
      }
      newButton={newButton}
      invitation="Write what champions can help with. It stays a draft until you publish it."
      isStale={isStale}
    />
  )
}
