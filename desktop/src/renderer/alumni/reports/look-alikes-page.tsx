import {
  lookAlikeReasons,
  type LikeAlumnus,
  type LookAlike,
  type LookAlikeReason,
  type LookAlikesPage as PageData,
  type LookAlikesQuery,
} from '@alumni/shared/alumni/reports'
import { Button, Select, Switch } from '@mantine/core'
import { IconArrowBackUp, IconCircleCheck, IconCopy, IconSearchOff, IconUsers, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { copyText } from '../../ui/copy-text.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PairDecision } from '../../ui/pair-decision.tsx'
import pairs from '../../ui/pairs.module.css'
import type { RowAction } from '../../ui/row-actions.tsx'
import { countOf } from '../../ui/words/numbers.ts'
import { LookAgain, LookedFor } from './look-again.tsx'
import { reportQuery, useDismiss, useTakeBack } from './queries.ts'
import { ReportList } from './report-list.tsx'

/** A reason in a table, where each word costs. */
const reasonWords: Record<LookAlikeReason, string> = {
  crm_id: 'Same CRM ID',
  email: 'Same e-mail',
  class_year: 'Name and class year',
  place: 'Name and ZIP',
  former_name: 'Former name',
  phone: 'Phone and first name',
}
const keyOf = ({ first, second }: LookAlike) => `${first.buid} ${second.buid}`

const columns: Column<LookAlike>[] = [
  { id: 'first', header: 'Alumnus', meta: { width: 300 }, cell: ({ row }) => <Brief of={row.original.first} /> },
  { id: 'second', header: 'And', meta: { width: 300 }, cell: ({ row }) => <Brief of={row.original.second} /> },
  {
    id: 'why',
    header: 'Why',
    cell: ({ row }) => (
      <ul className={pairs.reasons}>
        {row.original.reasons.map((reason) => (
          <li key={reason} title={lookAlikeReasons[reason]}>
            {reasonWords[reason]}
          </li>
        ))}
      </ul>
    ),
  },
  { id: 'do', header: 'Same person?', meta: { width: 250 }, cell: ({ row }) => <Decision pair={row.original} /> },
]

function Brief({ of: { buid, name, email, place, class_years, deceased } }: { of: LikeAlumnus }) {
  return (
    <span className={pairs.brief}>
      <Link to="/alumni/$id" params={{ id: buid }} className={pairs.name}>
        {name || 'No name'}
      </Link>
      <span className={pairs.fact}>
        {[buid, class_years.length > 0 && `class of ${class_years.join(', ')}`, deceased && 'deceased']
          .filter(Boolean)
          .join(' · ')}
      </span>
      {email && <span>{email}</span>}
      {place && <span className={pairs.fact}>{place}</span>}
    </span>
  )
}

function Decision({ pair }: { pair: LookAlike }) {
  const { first, second, dismissal } = pair
  const who = `${first.name || first.buid} and ${second.name || second.buid}`
  return (
    <PairDecision
      pair={[first.buid, second.buid] as [string, string]}
      who={who}
      dismissal={dismissal}
      dismiss={useDismiss()}
      takeBack={useTakeBack()}
    >
      <Button
        size="compact-sm"
        variant="light"
        aria-label={`Copy BUIDs of ${who}`}
        onClick={() => void copyText(keyOf(pair))}
      >
        Copy BUIDs
      </Button>
    </PairDecision>
  )
}

/** Pairs of alumni who may be one person. */
export function LookAlikesPage() {
  const search: LookAlikesQuery = useSearch({ from: '/shell/settings/reports/look_alikes' })
  const navigate = useNavigate({ from: '/settings/reports/look_alikes' })
  const query = useQuery(reportQuery('look_alikes', search))
  const [dismiss, takeBack] = [useDismiss(), useTakeBack()]
  const go = (to: Partial<LookAlikesQuery>, replace = false) =>
    void navigate({ search: (before) => ({ ...before, page: 1, ...to }), replace, resetScroll: false })
  const actions: RowAction<LookAlike>[] = [
    { key: 'c', label: () => 'Copy both BUIDs', icon: IconCopy, run: (pair) => void copyText(keyOf(pair)) },
    {
      key: 'x',
      label: () => 'Not the same person',
      icon: IconX,
      run: ({ first, second }) => dismiss.mutate([first.buid, second.buid]),
      isPossible: ({ dismissal }) => dismissal === null,
    },
    {
      key: 'z',
      label: () => 'Suggest this pair again',
      icon: IconArrowBackUp,
      run: ({ dismissal }) => dismissal && takeBack.mutate(dismissal.id),
      isPossible: ({ dismissal }) => dismissal !== null,
    },
  ]
  const look = <LookAgain name="look_alikes" noun={['pair', 'pairs']} searchedAt={query.data?.searched_at} />
  const page = query.data
  return (
    <ReportList
      title="People who look like one"
      about={
        <>
          Alumni who may be one person, those with the strongest reasons first. They are merged in the CRM: copy their
          BUIDs there, and the next contacts import brings what is left of them.
          <LookedFor at={query.data?.searched_at} />
        </>
      }
      query={query}
      noun={['pair', 'pairs']}
      actions={look}
      search={{ label: 'Search by name, BUID or e-mail', hint: 'Name, BUID or e-mail', q: search.q }}
      onSearch={go}
      bar={
        page && (
          <>
            <Select
              aria-label="Which reason"
              placeholder="For any reason"
              data={(Object.keys(reasonWords) as LookAlikeReason[]).map((value) => ({
                value,
                label: reasonWords[value],
              }))}
              value={search.reason ?? null}
              onChange={(reason) => go({ reason: (reason ?? undefined) as LookAlikeReason | undefined })}
              clearable
            />
            <Switch
              label="Dismissed"
              checked={search.dismissed === 'yes'}
              onChange={(event) => go({ dismissed: event.currentTarget.checked ? 'yes' : undefined })}
            />
            <span className="muted" role="status">
              {countOf(page.matching, ['pair', 'pairs'])}
            </span>
          </>
        )
      }
    >
      {page &&
        (page.pairs.length > 0 ? (
          <DataTable
            caption="People who look like one"
            columns={columns}
            rows={page.pairs}
            rowKey={keyOf}
            onOpen={({ first }) => void navigate({ to: '/alumni/$id', params: { id: first.buid } })}
            actions={actions}
            isStale={query.isPlaceholderData}
          />
        ) : (
          <NoPairs page={page} search={search} look={look} />
        ))}
    </ReportList>
  )
}

function NoPairs({ page, search, look }: { page: PageData; search: LookAlikesQuery; look: React.ReactNode }) {
  if (search.q || search.reason)
    return (
      <EmptyState icon={IconSearchOff} title="No pair matches">
        Try fewer letters, or another reason.
      </EmptyState>
    )
  if (search.dismissed)
    return (
      <EmptyState icon={IconX} title="Nothing was dismissed">
        Pairs of whom someone says “Not the same” are kept here, and can be suggested again.
      </EmptyState>
    )
  if (page.searched_at === null)
    return (
      <EmptyState icon={IconUsers} title="Nobody has looked yet" actions={look}>
        Alumni are compared every hour: by CRM ID, e-mail address, name with class year or ZIP, former name and phone.
      </EmptyState>
    )
  return (
    <EmptyState icon={IconCircleCheck} tone="good" title="No two people look alike">
      By CRM ID, e-mail address, name with class year or ZIP, former name and phone. All are compared every hour.
    </EmptyState>
  )
}
