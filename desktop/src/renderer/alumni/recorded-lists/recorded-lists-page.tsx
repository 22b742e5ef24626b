import { recordedBy, type RecordedList } from '@alumni/shared/alumni/recorded-lists'
import { SegmentedControl } from '@mantine/core'
import { modals } from '@mantine/modals'
import { notifications } from '@mantine/notifications'
import { IconPlaylistAdd, IconSearchOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailedPage, FailedSection, isRefused } from '../../domain/session/failed-page.tsx'
import { BlockSkeletons } from '../../ui/page-skeleton.tsx'
import { Page } from '../../ui/page.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { useUndoLists } from '../../domain/recording/use-undo-lists.ts'
import { RequireRole } from '../../domain/session/require-role.tsx'
import { countOf } from '../../ui/words/numbers.ts'
import { recordedListsQuery, type RecordedListsSearch } from './queries.ts'
import { recordedListColumns } from './recorded-list-columns.tsx'

/** What was recorded list by list, and the way to take it back. */
export function RecordedListsPage() {
  return (
    <RequireRole role="staff">
      <RecordedLists />
    </RequireRole>
  )
}

const byWords = { all: 'Everybody’s', me: 'Mine' } as const

function RecordedLists() {
  const search: RecordedListsSearch = useSearch({ from: '/shell/tools/recorded_lists' })
  const navigate = useNavigate({ from: '/tools/recorded_lists' })
  const query = useQuery(recordedListsQuery(search))
  const page = query.data
  const undo = useUndoLists((deleted) =>
    notifications.show({
      color: 'green',
      title: 'Undone',
      message: `${countOf(deleted, ['engagement was', 'engagements were'])} taken out again.`,
    }),
  )
  const go = (to: Partial<RecordedListsSearch>, replace = false) =>
    void navigate({ search: (before) => ({ ...before, page: 1, ...to }), replace, resetScroll: false })
  const columns = recordedListColumns({
    isBusy: ({ id }) => undo.isPending && undo.variables.includes(id),
    onUndo: (list) => askToUndo(list, () => undo.mutate([list.id])),
  })

  if (!page && isRefused(query.error)) return <FailedPage error={query.error} />
  return (
    <Page
      title="Recorded lists"
      about="Engagements that were recorded together: in batch search, by the event converter, or by a system with a key. Undo takes out exactly what a list brought in."
    >
      {query.error && !page && <FailedSection error={query.error} onRetry={query.refetch} />}
      {query.isPending && <BlockSkeletons blocks={8} height={52} />}
      {page && (
        <PagedList
          page={page}
          onPage={(to) => go({ page: to })}
          search={{
            label: 'Search by event, source or person',
            hint: 'Event, source or person',
            q: search.q,
            onFind: (q) => go({ q }, true),
          }}
          bar={
            <>
              <SegmentedControl
                aria-label="Whose lists"
                value={search.by ?? 'all'}
                onChange={(by) => go({ by: by === 'me' ? 'me' : undefined })}
                data={recordedBy.map((value) => ({ value, label: byWords[value] }))}
              />
              <span className="muted" role="status">
                {countOf(page.matching, ['list', 'lists'])}
              </span>
            </>
          }
        >
          {page.lists.length > 0 ? (
            <DataTable
              caption="Recorded lists"
              columns={columns}
              rows={page.lists}
              rowKey={({ id }) => String(id)}
              isStale={query.isPlaceholderData}
            />
          ) : page.total > 0 ? (
            <EmptyState icon={IconSearchOff} title="No list matches">
              Try fewer letters, or look among everybody’s.
            </EmptyState>
          ) : (
            <EmptyState icon={IconPlaylistAdd} title="Nothing has been recorded yet">
              <p>
                Look people up in <Link to="/tools/batch_search">batch search</Link>, or drop a list of attendees into
                the <Link to="/tools/event_converter">event converter</Link>.
              </p>
            </EmptyState>
          )}
        </PagedList>
      )}
    </Page>
  )
}

function askToUndo({ inserted, what }: RecordedList, onConfirm: () => void): void {
  modals.openConfirmModal({
    title: `Undo ${countOf(inserted, ['engagement', 'engagements'])}?`,
    centered: true,
    children: `${what[0]?.description ?? what[0]?.activity ?? 'The list'} disappears from the records of these people and from the statistics. What others have recorded stays.`,
    labels: { confirm: `Undo ${countOf(inserted, ['engagement', 'engagements'])}`, cancel: 'Keep them' },
    confirmProps: { color: 'red' },
    onConfirm,
  })
}
