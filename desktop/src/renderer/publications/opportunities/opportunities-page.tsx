import { opportunityKindNames, opportunityKinds, whereToHelp } from '@alumni/shared/publications/opportunities'
import {
  opportunityContract,
  type OpportunityRow,
  type StaffOpportunitiesPage,
  type StaffOpportunitiesQuery,
} from '@alumni/shared/publications/staff-opportunities'
import { Checkbox } from '@mantine/core'
import { IconHeartHandshake } from '@tabler/icons-react'
import {
  buildCityFilter,
  numberColumn,
  placesColumn,
  PublicationsPage,
  titleColumn,
  type ListConfig,
} from '../../domain/publications/publication-list.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { opportunities } from './kind.ts'
import { column } from '../../ui/table/table-columns.tsx'
import { ShortDate } from '../../ui/format/times.tsx'

const listConfig: ListConfig<StaffOpportunitiesPage, OpportunityRow, StaffOpportunitiesQuery> = {
  ...opportunities,
  page: opportunityContract.page,
  rowsOf: (page) => page.opportunities,
  title: 'Opportunities',
  icon: IconHeartHandshake,
  columns: [
    titleColumn(opportunities.home, (row) => `${opportunityKindNames[row.kind]} · ${whereToHelp(row)}`),
    column('state', 'State', { width: 190 }, (row) => <StateCell row={row} />),
    numberColumn('responded', 'To decide', ({ counts }) => counts.responded, true),
    numberColumn('accepted', 'Accepted', ({ counts }) => counts.accepted),
    numberColumn('waiting', 'Waiting', ({ counts }) => counts.waiting),
    placesColumn(),
  ],
  searchedFields: 'title, summary, venue or city',
  newLabel: 'New opportunity',
  invitation: 'Write what champions can help with. It stays a draft until you publish it.',
  filters: ({ cities }, { search, go }) => [
    <Checkbox
      key="answers"
      label="With undecided answers"
      checked={search.answers !== undefined}
      onChange={({ currentTarget }) => go({ answers: currentTarget.checked ? 'new' : undefined }, 'as step')}
    />,
    {
      name: 'kind',
      label: 'Kind',
      anyLabel: 'All kinds',
      options: opportunityKinds.map((value) => ({ value, label: opportunityKindNames[value] })),
      isSearchable: true,
    },
    ...buildCityFilter(cities),
  ],
}

export const OpportunitiesPage = () => <PublicationsPage config={listConfig} />

function StateCell({ row: { state, closes_on } }: { row: OpportunityRow }) {
  return (
    <span className="lines">
      <StateBadge {...opportunities.states[state]} />
      {closes_on && state !== 'draft' && (
        <span className="fact">
          {state === 'open' ? 'until' : 'last day'} <ShortDate date={closes_on} />
        </span>
      )}
    </span>
  )
}
