import { fieldName } from '@alumni/shared/alumni/record'
import {
  crmChangeStatuses,
  type CrmChange,
  type CrmChangesPage as PageData,
  type CrmChangesQuery,
} from '@alumni/shared/exchange/crm'
import { Button } from '@mantine/core'
import { IconArrowBackUp, IconCircleCheck, IconInbox, IconSearchOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailedPage, FailedSection, isRefused } from '../../domain/session/failed-page.tsx'
import { BlockSkeletons } from '../../ui/page-skeleton.tsx'
import { Page } from '../../ui/page.tsx'
import type { RowAction } from '../../ui/row-actions.tsx'
import { count, countOf } from '../../ui/words/numbers.ts'
import { AgeFilter, WaitingNotices } from './waiting.tsx'
import { changeColumns, statusWords } from './change-columns.tsx'
import { DeliverButton } from './deliver-button.tsx'
import { ExportBatches } from './export-batches.tsx'
import { ExportButton } from './export-button.tsx'
import { FilteredList } from './filtered-list.tsx'
import { changesQuery } from './queries.ts'
import { WithdrawModal } from './withdraw-modal.tsx'
import classes from './crm.module.css'

/** What was changed here and has to reach the CRM. */
export function ChangesPage() {
  const search: CrmChangesQuery = useSearch({ from: '/shell/settings/crm/crm_changes' })
  const query = useQuery(changesQuery(search))
  const page = query.data
  const [chosen, setChosen] = useState<readonly CrmChange[]>([])
  /** Those about which someone is asked whether they are to be withdrawn. */
  const [asked, setAsked] = useState<readonly CrmChange[]>([])
  if (!page && isRefused(query.error)) return <FailedPage error={query.error} />
  return (
    <Page
      title="CRM changes"
      about="What was changed here and has to reach the CRM: pending, then exported, then verified by the next contacts import."
      actions={page && <PageActions page={page} search={search} chosen={chosen} onWithdraw={setAsked} />}
    >
      {query.error && !page && <FailedSection error={query.error} onRetry={query.refetch} />}
      {query.isPending && <BlockSkeletons blocks={8} height={52} />}
      {page && (
        <div className={classes.columns}>
          <Changes
            page={page}
            search={search}
            isStale={query.isPlaceholderData}
            chosen={chosen}
            onChoose={setChosen}
            onWithdraw={(change) => setAsked([change])}
          />
          <ExportBatches batches={page.export_batches} />
        </div>
      )}
      <WithdrawModal
        changes={asked}
        onClose={(isDone) => {
          setAsked([])
          if (isDone) setChosen([])
        }}
      />
    </Page>
  )
}

type PageActionsProps = {
  page: PageData
  search: CrmChangesQuery
  chosen: readonly CrmChange[]
  onWithdraw: (changes: readonly CrmChange[]) => void
}

function PageActions({ page, search, chosen, onWithdraw }: PageActionsProps) {
  return (
    <>
      {chosen.length > 0 && (
        <Button variant="default" onClick={() => onWithdraw(chosen)}>
          Withdraw {count(chosen.length)} chosen
        </Button>
      )}
      {page.state === 'pending' && (
        <>
          <ExportButton page={page} search={search} />
          <DeliverButton page={page} search={search} />
        </>
      )}
    </>
  )
}

type ChangesProps = {
  page: PageData
  search: CrmChangesQuery
  isStale: boolean
  chosen: readonly CrmChange[]
  onChoose: (changes: readonly CrmChange[]) => void
  onWithdraw: (change: CrmChange) => void
}

function Changes({ page, search, isStale, chosen, onChoose, onWithdraw }: ChangesProps) {
  const navigate = useNavigate({ from: '/settings/crm/crm_changes' })
  const go = (to: Partial<CrmChangesQuery>, replace = false) => {
    onChoose([])
    void navigate({ search: (before) => ({ ...before, page: 1, ...to }), replace, resetScroll: false })
  }
  const { state } = page
  const isOfImport = search.batch_id !== undefined
  const columns = changeColumns(
    state === 'pending'
      ? {
          isChosen: ({ id }) => chosen.some((change) => change.id === id),
          onChoose: (change, isChosen) =>
            onChoose(isChosen ? [...chosen, change] : chosen.filter(({ id }) => id !== change.id)),
        }
      : null,
  )
  return (
    <FilteredList
      page={page}
      search={search}
      rows="changes"
      ofImport="Changes verified or contradicted by"
      importLinks={
        <Link to="/settings/crm/conflicts" search={{ batch_id: search.batch_id, state: 'all', page: 1 }}>
          Its conflicts
        </Link>
      }
      notices={<WaitingNotices page={page} search={search} onShow={go} />}
      state={{
        shown: state,
        choices: isOfImport ? statesOfImport : statesOf(page),
        onChoose: (state) => go({ state, age: undefined, crm_id: undefined }),
      }}
      filters={
        (state === 'pending' || state === 'exported') && (
          <AgeFilter
            age={search.age}
            waiting={isOfImport || search.q || search.crm_id ? null : page.waiting[state]}
            onChoose={(age) => go({ age })}
          />
        )
      }
      count={(isOfImport || search.q || search.age || search.crm_id) && countOf(page.matching, ['change', 'changes'])}
      onSearch={go}
      onAllImports={() => go({ batch_id: undefined, state: undefined })}
    >
      {page.changes.length > 0 ? (
        <DataTable
          caption="CRM changes"
          columns={columns}
          rows={page.changes}
          rowKey={({ id }) => String(id)}
          onOpen={({ buid }) => void navigate({ to: '/alumni/$id', params: { id: buid } })}
          isStale={isStale}
          actions={state === 'pending' ? rowActions(onWithdraw) : []}
        />
      ) : (
        <NoChanges state={state} isFiltered={Boolean(search.q ?? search.age ?? search.crm_id)} />
      )}
    </FilteredList>
  )
}

function rowActions(onWithdraw: (change: CrmChange) => void): RowAction<CrmChange>[] {
  return [
    {
      key: 'w',
      label: ({ field, name, buid }) => `Withdraw ${fieldName(field)} of ${name || buid}`,
      icon: IconArrowBackUp,
      run: onWithdraw,
    },
  ]
}

type StateChoice = { value: PageData['state']; label: string }

function statesOf({ counts }: PageData): StateChoice[] {
  return [
    ...crmChangeStatuses.map((value) => ({ value, label: `${statusWords[value].word} ${count(counts[value])}` })),
    { value: 'all', label: 'All' },
  ]
}

/** What an import has not verified it has contradicted. */
const statesOfImport: StateChoice[] = [
  { value: 'verified', label: 'Verified' },
  { value: 'exported', label: 'Contradicted, exported' },
  { value: 'pending', label: 'Contradicted, pending' },
  { value: 'all', label: 'All' },
]

const nothing: Record<PageData['state'], string> = {
  pending: 'Nothing is pending',
  exported: 'Nothing waits to be confirmed',
  verified: 'Nothing was verified',
  all: 'No changes yet',
}

function NoChanges({ state, isFiltered }: { state: PageData['state']; isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <EmptyState icon={IconSearchOff} title="No change matches">
        Try fewer letters, another age, or look among the others.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={state === 'pending' ? IconCircleCheck : IconInbox}
      tone={state === 'pending' ? 'good' : 'plain'}
      title={nothing[state]}
    >
      {state === 'pending'
        ? 'Changes that alumni and staff make here appear on this page, until they are exported.'
        : 'Changes move on when they are exported, and when a contacts import shows them.'}
    </EmptyState>
  )
}
