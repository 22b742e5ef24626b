import { LinkButton } from '../../ui/button.tsx'
import type { BriefSignup, Duplicate, DuplicatesPage as PageData } from '@alumni/shared/champions/merges'
import { duplicateReasons, type DuplicateReason } from '@alumni/shared/champions/merge-lists'
import { Switch } from '@mantine/core'
import { IconArrowsJoin, IconCircleCheck } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { NameLink } from '../../domain/people/person-link.tsx'
import { ListPage } from '../../domain/session/list-page.tsx'
import type { EmptyStateProps } from '../../ui/page/empty-state.tsx'
import { buildPairActions, PairDecision } from '../../ui/form/pair-decision.tsx'
import { CheckAgain, SearchedAt } from '../../ui/table/check-again.tsx'
import type { RowAction } from '../../ui/table/row-actions.tsx'
import { ShortDate } from '../../ui/format/times.tsx'
import { useDismissPair, useSearchAgain, useRestorePair } from './actions.ts'
import { SignupComparison } from './comparison.tsx'
import { duplicatesQuery, type DuplicatesSearch } from './queries.ts'
import { reasonLabels } from './describe-merge.ts'
import { statusNames } from '@alumni/shared/champions/staff-list'
import { Breakable } from '../../ui/format/breakable.tsx'
import { column, type Column } from '../../ui/table/table-columns.tsx'

type Search = Omit<DuplicatesSearch, 'ids'>

function DuplicateList() {
  const navigate = useNavigate()
  const idsOf = ({ first, second }: Duplicate) => `${first.id},${second.id}`
  const compare = (pair: Duplicate) =>
    void navigate({ to: '/champion_signups/duplicates', search: { ids: idsOf(pair) } })
  const actions = useRowActions(compare)
  const searchAgain = useSearchAgain()
  const checkButton = (searchedAt: string | null | undefined) => (
    <CheckAgain search={searchAgain} searchedAt={searchedAt} />
  )
  return (
    <ListPage<PageData, Duplicate, Search>
      title="Possible duplicates"
      about={(page) => (
        <>
          Signups that may be one person, strongest reasons first.
          <SearchedAt at={page?.searched_at} />
        </>
      )}
      buttons={(page) => checkButton(page?.searched_at)}
      query={duplicatesQuery}
      rowsOf={({ duplicates }) => duplicates}
      noun={['pair', 'pairs']}
      searchedFields="name, e-mail or BUID"
      filters={(_, { search, go }) => [
        { name: 'reason', label: 'Which reason', anyLabel: 'All', options: reasonChoices },
        <Switch
          key="dismissed"
          label="Dismissed"
          checked={search.dismissed === 'yes'}
          onChange={(event) => go({ dismissed: event.currentTarget.checked ? 'yes' : undefined }, 'as step')}
        />,
      ]}
      columns={duplicateColumns}
      rowKey={idsOf}
      onOpen={compare}
      actions={actions}
      empty={(page) => buildEmptyState(page.searched_at !== null, checkButton(page.searched_at))}
    />
  )
}

function useRowActions(compare: (pair: Duplicate) => void): RowAction<Duplicate>[] {
  const decisions = { dismiss: useDismissPair(), takeBack: useRestorePair() }
  return [
    { key: 'm', label: () => 'Compare and merge', icon: IconArrowsJoin, run: compare, hasButton: true },
    ...buildPairActions<Duplicate, [number, number]>(decisions, ({ first, second }) => [first.id, second.id]),
  ]
}

const shortReasonLabels: Record<DuplicateReason, string> = {
  buid: 'Alumnus',
  email: 'E-mail',
  name: 'Name',
  similar_name: 'Similar',
  phone: 'Phone',
}
const reasonChoices = (Object.keys(duplicateReasons) as DuplicateReason[]).map((value) => ({
  value,
  label: shortReasonLabels[value],
}))

function buildEmptyState(wasSearched: boolean, checkButton: ReactNode): EmptyStateProps {
  if (!wasSearched)
    return {
      icon: IconArrowsJoin,
      title: 'Not checked yet',
      actions: checkButton,
      children:
        'Signups are compared every 15 minutes: by alumnus, e-mail address, name with ZIP or postal code, and phone.',
    }
  return {
    icon: IconCircleCheck,
    tone: 'good',
    title: 'No possible duplicates',
    children:
      'By alumnus, e-mail address, name with ZIP or postal code, and phone. New signups are checked every 15 minutes.',
  }
}

export function DuplicatesPage() {
  const { ids }: DuplicatesSearch = useSearch({ from: '/shell/champion_signups/duplicates' })
  return ids ? <SignupComparison key={ids} ids={ids} /> : <DuplicateList />
}

const duplicateColumns: Column<Duplicate>[] = [
  column('first', 'Signup', { width: 300 }, (row) => <SignupSummary signup={row.second} />),
  column('second', 'Possible match', { width: 300 }, (row) => <SignupSummary signup={row.first} />),
  column('why', 'Why', { width: 280 }, (row) => (
    <ul className="chips">
      {row.reasons.map((reason) => (
        <li key={reason} title={duplicateReasons[reason]}>
          {reasonLabels[reason]}
        </li>
      ))}
    </ul>
  )),
  column('actions', 'Same person?', { width: 250 }, (row) => <DuplicateDecision pair={row} />),
]

function SignupSummary({ signup: { id, name, email, place, status, created_at } }: { signup: BriefSignup }) {
  return (
    <span className="lines">
      <NameLink name={name} signup={id} />
      <span>
        <Breakable text={email} />
      </span>
      <span className="note">
        {[place, statusNames[status]].filter(Boolean).join(' · ')} · <ShortDate date={created_at} />
      </span>
    </span>
  )
}

function DuplicateDecision({ pair: { first, second, dismissal } }: { pair: Duplicate }) {
  const names = `${second.name || second.email} and ${first.name || first.email}`
  return (
    <PairDecision
      pair={[first.id, second.id] as [number, number]}
      names={names}
      dismissal={dismissal}
      dismiss={useDismissPair()}
      takeBack={useRestorePair()}
    >
      <LinkButton
        size="compact-sm"
        variant="light"
        aria-label={`Compare ${names}`}
        to="/champion_signups/duplicates"
        search={{ ids: `${first.id},${second.id}` }}
      >
        Compare
      </LinkButton>
    </PairDecision>
  )
}
