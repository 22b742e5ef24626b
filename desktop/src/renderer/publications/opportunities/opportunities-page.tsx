import { opportunityKindNames, opportunityKinds, whereToHelp } from '@alumni/shared/publications/opportunities'
import {
  opportunityContract,
  type OpportunityRow,
  type OpportunityState,
  type StaffOpportunitiesPage,
  type StaffOpportunitiesQuery,
} from '@alumni/shared/publications/staff-opportunities'
import { Checkbox } from '@mantine/core'
import { IconHeartHandshake } from '@tabler/icons-react'
import {
  CityFilter,
  numberColumn,
  placesColumn,
  PublicationsPage,
  titleColumn,
  type Listing,
} from '../../domain/publications/publication-list.tsx'
import { SelectFilter } from '../../ui/table/filters.tsx'
import { StateWord } from '../../ui/state-word.tsx'
import { shortDay } from '../../ui/words/days.ts'
import { opportunities } from './kind.ts'
import { column } from '../../ui/table/table-columns.tsx'

const listing: Listing<StaffOpportunitiesPage, OpportunityRow, OpportunityState, StaffOpportunitiesQuery> = {
  ...opportunities,
  page: opportunityContract.page,
  rowsOf: (page) => page.opportunities,
  title: 'Opportunities',
  about: 'What champions can help with. Only staff see drafts; decide about answers here.',
  icon: IconHeartHandshake,
  columns: [
    titleColumn(opportunities.home, (row) => `${opportunityKindNames[row.kind]} · ${whereToHelp(row)}`),
    column('state', 'State', (row) => <State row={row} />, { width: 190 }),
    numberColumn('responded', 'To decide', ({ counts }) => counts.responded, true),
    numberColumn('accepted', 'Accepted', ({ counts }) => counts.accepted),
    numberColumn('waiting', 'Waiting', ({ counts }) => counts.waiting),
    placesColumn(),
  ],
  hint: 'title, summary, venue or city',
  newLabel: 'New opportunity',
  invitation: 'Write what champions can help with. It stays a draft until you publish it.',
  renderFilters: (address, { cities }) => (
    <>
      <Checkbox
        label="With undecided answers"
        checked={address.search.answers !== undefined}
        onChange={({ currentTarget }) => address.go({ answers: currentTarget.checked ? 'new' : undefined }, 'as step')}
      />
      <SelectFilter
        address={address}
        name="kind"
        label="Kind"
        any="All kinds"
        options={opportunityKinds.map((value) => ({ value, label: opportunityKindNames[value] }))}
      />
      <CityFilter address={address} cities={cities} />
    </>
  ),
}

export const OpportunitiesPage = () => <PublicationsPage listing={listing} />

function State({ row: { state, closes_on } }: { row: OpportunityRow }) {
  return (
    <span className="lines">
      <StateWord {...opportunities.states[state]} />
      {closes_on && state !== 'draft' && (
        <span className="fact">
          {state === 'open' ? 'until' : 'last day'} {shortDay(closes_on)}
        </span>
      )}
    </span>
  )
}
