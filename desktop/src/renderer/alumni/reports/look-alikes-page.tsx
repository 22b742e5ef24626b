import {
  dismissLookAlikeReply,
  searchLookAlikesReply,
  lookAlikeReasons,
  lookAlikesPage,
  type LookAlikeAlumnus,
  type LookAlike,
  type LookAlikeReason,
  type LookAlikesPage as PageData,
  type LookAlikesQuery,
} from '@alumni/shared/alumni/reports'
import { Button, Switch } from '@mantine/core'
import { IconCircleCheck, IconCopy, IconUsers } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { NameLink } from '../../domain/people/person-link.tsx'
import { copyText } from '../../ui/copy-text.ts'
import type { EmptyStateProps } from '../../ui/page/empty-state.tsx'
import { CheckAgain, SearchedAt } from '../../ui/table/check-again.tsx'
import { SelectFilter } from '../../ui/table/filters.tsx'
import { buildPairActions, PairDecision } from '../../ui/form/pair-decision.tsx'
import type { RowAction } from '../../ui/table/row-actions.tsx'
import { z } from 'zod'
import { post, remove } from '../../http.ts'
import { useAction } from '../../ui/use-action.ts'
import { formatCount } from '../../ui/format/numbers.ts'
import { toOptions } from '../../ui/format/counted-options.ts'
import { ReportPage } from './report-page.tsx'
import { column, type Column } from '../../ui/table/table-columns.tsx'

const reasonLabels: Record<LookAlikeReason, string> = {
  crm_id: 'Same CRM ID',
  email: 'Same e-mail',
  class_year: 'Name and class year',
  place: 'Name and ZIP',
  former_name: 'Former name',
  similar_name: 'Similar name and ZIP',
  phone: 'Phone and first name',
}
const keyOf = ({ first, second }: LookAlike) => `${first.buid} ${second.buid}`

const columns: Column<LookAlike>[] = [
  column('first', 'Alumnus', { width: 300 }, (row) => <PersonSummary person={row.first} />),
  column('second', 'Possible match', { width: 300 }, (row) => <PersonSummary person={row.second} />),
  column('why', 'Why', (row) => (
    <ul className="chips">
      {row.reasons.map((reason) => (
        <li key={reason} title={lookAlikeReasons[reason]}>
          {reasonLabels[reason]}
        </li>
      ))}
    </ul>
  )),
  column('actions', 'Same person?', { width: 250 }, (row) => <LookAlikeDecision pair={row} />),
]

function PersonSummary({ person: { buid, name, email, place, class_years, deceased } }: { person: LookAlikeAlumnus }) {
  return (
    <span className="lines">
      <NameLink name={name} buid={buid} />
      <span className="note">
        {[buid, class_years.length > 0 && `class of ${class_years.join(', ')}`, deceased && 'deceased']
          .filter(Boolean)
          .join(' · ')}
      </span>
      {email && <span>{email}</span>}
      {place && <span className="note">{place}</span>}
    </span>
  )
}

function LookAlikeDecision({ pair }: { pair: LookAlike }) {
  const { first, second, dismissal } = pair
  const names = `${first.name || first.buid} and ${second.name || second.buid}`
  return (
    <PairDecision
      pair={[first.buid, second.buid] as [string, string]}
      names={names}
      dismissal={dismissal}
      dismiss={useDismissPair()}
      takeBack={useRestorePair()}
    >
      <Button
        size="compact-sm"
        variant="light"
        aria-label={`Copy BUIDs of ${names}`}
        onClick={() => void copyText(keyOf(pair))}
      >
        Copy BUIDs
      </Button>
    </PairDecision>
  )
}

export function LookAlikesPage() {
  const navigate = useNavigate()
  const decisions = { dismiss: useDismissPair(), takeBack: useRestorePair() }
  const searchAgain = useSearchAgain()
  const checkButton = (searchedAt: string | null | undefined) => (
    <CheckAgain search={searchAgain} searchedAt={searchedAt} />
  )
  const actions: RowAction<LookAlike>[] = [
    {
      key: 'c',
      label: () => 'Copy both BUIDs',
      icon: IconCopy,
      run: (pair) => void copyText(keyOf(pair)),
      hasButton: true,
    },
    ...buildPairActions<LookAlike, [string, string]>(decisions, ({ first, second }) => [first.buid, second.buid]),
  ]
  return (
    <ReportPage<PageData, LookAlike, LookAlikesQuery>
      name="look_alikes"
      reply={lookAlikesPage}
      about={(page) => (
        <>
          Alumni records that may be one person, strongest reasons first. Merge them in the CRM: copy their BUIDs there,
          and the next contacts import brings the merged record.
          <SearchedAt at={page?.searched_at} />
        </>
      )}
      buttons={(page) => checkButton(page?.searched_at)}
      searchedFields="name, BUID or e-mail"
      filters={(_, address) => [
        <SelectFilter
          key="reason"
          address={address}
          name="reason"
          label="Which reason"
          anyLabel="For any reason"
          options={toOptions(reasonLabels)}
        />,
        <Switch
          key="dismissed"
          label="Dismissed"
          checked={address.search.dismissed === 'yes'}
          onChange={(event) => address.go({ dismissed: event.currentTarget.checked ? 'yes' : undefined }, 'as step')}
        />,
      ]}
      rowsOf={({ pairs }) => pairs}
      columns={columns}
      rowKey={keyOf}
      onOpen={({ first }) => void navigate({ to: '/alumni/$id', params: { id: first.buid } })}
      actions={actions}
      empty={(page) => buildEmptyState(page, checkButton(page.searched_at))}
    />
  )
}

function buildEmptyState({ searched_at }: PageData, checkButton: ReactNode): EmptyStateProps {
  if (searched_at === null)
    return {
      icon: IconUsers,
      title: 'Not checked yet',
      actions: checkButton,
      children:
        'Alumni are compared every hour: by CRM ID, e-mail address, name with class year or ZIP, former name and phone.',
    }
  return {
    icon: IconCircleCheck,
    tone: 'good',
    title: 'No possible duplicates',
    children:
      'By CRM ID, e-mail address, name with class year or ZIP, former name and phone. All are compared every hour.',
  }
}

const url = '/settings/reports/look_alikes'

function useSearchAgain() {
  return useAction(() => post(`${url}/search`, searchLookAlikesReply, undefined, 5 * 60_000), {
    successNotice: ({ found }) => ({
      title: 'Everything has been checked',
      message: `${formatCount(found, ['pair', 'pairs'])} found.`,
    }),
    invalidates: ['reports'],
  })
}

function useDismissPair() {
  return useAction((buids: [string, string]) => post(`${url}/dismissals`, dismissLookAlikeReply, { buids }), {
    successNotice: () => ({
      title: 'Not the same person',
      message: 'This pair will not be suggested again. It is listed under “Dismissed”.',
    }),
    invalidates: ['reports'],
  })
}

function useRestorePair() {
  return useAction((id: number) => remove(`${url}/dismissals/${id}`, z.null()), { invalidates: ['reports'] })
}
