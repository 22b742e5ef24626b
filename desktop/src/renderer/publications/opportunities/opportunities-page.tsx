import { opportunityKindNames, opportunityKinds, type OpportunityKind } from '@alumni/shared/publications/opportunities'
import {
  opportunityContract,
  type OpportunityRow,
  type OpportunityState,
  type StaffOpportunitiesPage,
  type StaffOpportunitiesQuery,
} from '@alumni/shared/publications/staff-opportunities'
import { Checkbox, Select } from '@mantine/core'
import { IconHeartHandshake } from '@tabler/icons-react'
import { PublicationsPage, type Listing } from '../../domain/publications/publication-list.tsx'
import { opportunityColumns } from './opportunity-columns.tsx'
import { stateWords } from './words.ts'

const listing: Listing<StaffOpportunitiesPage, OpportunityRow, OpportunityState, StaffOpportunitiesQuery> = {
  home: '/champion_signups/opportunities',
  queryKey: 'opportunities',
  page: opportunityContract.page,
  rowsOf: ({ opportunities }) => opportunities,
  title: 'Opportunities',
  about: 'What champions can help with. A draft is seen by staff only; answers wait here to be decided.',
  nouns: ['opportunity', 'opportunities'],
  icon: IconHeartHandshake,
  columns: opportunityColumns,
  states: stateWords,
  hint: 'title, summary or place',
  newLabel: 'New opportunity',
  invitation: 'Write what champions can help with. It stays a draft until you publish it.',
  isNarrowed: ({ kind, answers }) => kind !== undefined || answers !== undefined,
  renderFilters: (_page, search, go) => (
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
  ),
}

export const OpportunitiesPage = () => <PublicationsPage listing={listing} />
