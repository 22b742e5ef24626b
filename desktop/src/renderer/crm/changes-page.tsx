import { crmChangeStatuses, type CrmChangesPage as PageData, type CrmChangesQuery } from '@alumni/shared/crm'
import { IconCircleCheck, IconInbox, IconSearchOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { DataTable } from '../ui/data-table.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FailedPage, FailedSection, isRefused } from '../ui/failed-page.tsx'
import { BlockSkeletons } from '../ui/page-skeleton.tsx'
import { Page } from '../ui/page.tsx'
import { count, countOf } from '../ui/words/numbers.ts'
import { changeColumns, statusWords } from './change-columns.tsx'
import { ExportBatches } from './export-batches.tsx'
import { ExportButton } from './export-button.tsx'
import { FilteredList } from './filtered-list.tsx'
import { changesQuery } from './queries.ts'
import classes from './crm.module.css'

/** What was changed here and has to reach the CRM. */
export function ChangesPage() {
  const search: CrmChangesQuery = useSearch({ from: '/shell/settings/crm/crm_changes' })
  const query = useQuery(changesQuery(search))
  const page = query.data
  if (!page && isRefused(query.error)) return <FailedPage error={query.error} />
  return (
    <Page
      title="CRM changes"
      about="What was changed here and has to reach the CRM: pending, then exported, then verified by the next contacts import."
      actions={page && <ExportButton pending={page.counts.pending} />}
    >
      {query.error && !page && <FailedSection error={query.error} onRetry={query.refetch} />}
      {query.isPending && <BlockSkeletons blocks={8} height={52} />}
      {page && (
        <div className={classes.columns}>
          <Changes page={page} search={search} isStale={query.isPlaceholderData} />
          <ExportBatches batches={page.export_batches} />
        </div>
      )}
    </Page>
  )
}

function Changes({ page, search, isStale }: { page: PageData; search: CrmChangesQuery; isStale: boolean }) {
  const navigate = useNavigate({ from: '/settings/crm/crm_changes' })
  const go = (to: Partial<CrmChangesQuery>, replace = false) =>
    void navigate({ search: (before) => ({ ...before, page: 1, ...to }), replace, resetScroll: false })
  const states = [
    ...crmChangeStatuses.map((value) => ({ value, label: `${statusWords[value].word} ${count(page.counts[value])}` })),
    { value: 'all' as const, label: 'All' },
  ]
  return (
    <FilteredList
      page={page}
      search={search}
      rows="changes"
      ofImport="Changes verified by"
      state={
        search.batch_id === undefined
          ? { shown: search.state ?? 'pending', choices: states, onChoose: (state) => go({ state }) }
          : null
      }
      count={(search.q || search.batch_id !== undefined) && countOf(page.matching, ['change', 'changes'])}
      onSearch={go}
      onAllImports={() => go({ batch_id: undefined, state: undefined })}
    >
      {page.changes.length > 0 ? (
        <DataTable
          caption="CRM changes"
          columns={changeColumns}
          rows={page.changes}
          rowKey={({ id }) => String(id)}
          onOpen={({ buid }) => void navigate({ to: '/alumni/$id', params: { id: buid } })}
          isStale={isStale}
        />
      ) : (
        <NoChanges state={page.state} isSearch={Boolean(search.q)} />
      )}
    </FilteredList>
  )
}

const nothing: Record<PageData['state'], string> = {
  pending: 'Nothing is pending',
  exported: 'Nothing waits to be confirmed',
  verified: 'Nothing was verified',
  all: 'No changes yet',
}

function NoChanges({ state, isSearch }: { state: PageData['state']; isSearch: boolean }) {
  if (isSearch) {
    return (
      <EmptyState icon={IconSearchOff} title="No change matches">
        Try fewer letters, or look among the others.
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
