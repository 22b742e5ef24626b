import { conflictStates, type ConflictsPage as PageData } from '@alumni/shared/exchange/crm'
import { Button } from '@mantine/core'
import { IconCircleCheck, IconSearchOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailedPage, FailedSection, isRefused } from '../../domain/session/failed-page.tsx'
import { BlockSkeletons } from '../../ui/page-skeleton.tsx'
import { Page } from '../../ui/page.tsx'
import { count, countOf } from '../../ui/words/numbers.ts'
import { ConflictTable } from './conflict-table.tsx'
import { useResolveMany, type Settlement } from './actions.ts'
import { FilteredList } from './filtered-list.tsx'
import { conflictsQuery, type ConflictsSearch } from './queries.ts'
import { SettleModal } from './settle-modal.tsx'

const stateWords = { open: 'Open', resolved: 'Settled', all: 'All' } as const

/** Fields that were changed here and that the CRM says otherwise. */
export function ConflictsPage() {
  const search: ConflictsSearch = useSearch({ from: '/shell/settings/crm/conflicts' })
  const navigate = useNavigate({ from: '/settings/crm/conflicts' })
  const query = useQuery(conflictsQuery(search))
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const page = query.data
  const state = search.state ?? 'open'
  const isFiltered = Boolean(search.q ?? search.batch_id)
  const go = (to: Partial<ConflictsSearch>, replace = false) => {
    setChosen(new Set())
    void navigate({ search: (before) => ({ ...before, page: 1, ...to }), replace, resetScroll: false })
  }

  if (!page && isRefused(query.error)) return <FailedPage error={query.error} />
  return (
    <Page
      title="CRM conflicts"
      about="Fields that were changed here, and of which a file from the CRM says something else. Ours stays until someone decides."
      actions={
        page &&
        state === 'open' &&
        page.matching > 0 && (
          <SettleButton page={page} search={search} chosen={[...chosen]} onDone={() => setChosen(new Set())} />
        )
      }
    >
      {query.error && !page && <FailedSection error={query.error} onRetry={query.refetch} />}
      {query.isPending && <BlockSkeletons blocks={8} height={52} />}
      {page && (
        <FilteredList
          page={page}
          search={search}
          rows="conflicts"
          ofImport="Conflicts of"
          importLinks={
            <Link to="/settings/crm/crm_changes" search={{ batch_id: search.batch_id, state: 'all', page: 1 }}>
              CRM changes it verified or contradicted
            </Link>
          }
          state={{
            shown: state,
            choices: conflictStates.map((value) => ({ value, label: stateWords[value] })),
            onChoose: (to) => go({ state: to === 'open' ? undefined : to }),
          }}
          count={
            <>
              {countOf(page.matching, ['conflict', 'conflicts'])}
              {isFiltered && state === 'open' && page.open > page.matching && ` of ${count(page.open)} open`}
            </>
          }
          onSearch={go}
          onAllImports={() => go({ batch_id: undefined })}
        >
          {page.conflicts.length > 0 ? (
            <ConflictTable
              conflicts={page.conflicts}
              chosen={chosen}
              onChoose={setChosen}
              isStale={query.isPlaceholderData}
            />
          ) : (
            <NoConflicts isFiltered={Boolean(search.q)} state={state} />
          )}
        </FilteredList>
      )}
    </Page>
  )
}

function NoConflicts({ isFiltered, state }: { isFiltered: boolean; state: keyof typeof stateWords }) {
  if (isFiltered) {
    return (
      <EmptyState icon={IconSearchOff} title="No conflict matches">
        Try fewer letters, or look among the settled ones.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={IconCircleCheck}
      tone="good"
      title={{ open: 'Nothing to settle', resolved: 'Nothing was settled yet', all: 'No conflicts yet' }[state]}
    >
      When a contacts import contradicts something that was changed here, it appears on this page.
    </EmptyState>
  )
}

type SettleButtonProps = { page: PageData; search: ConflictsSearch; chosen: number[]; onDone: () => void }

/** Settles those that are chosen, or else all that the filters find. */
function SettleButton({ page, search: { batch_id, q }, chosen, onDone }: SettleButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const settle = useResolveMany()
  const conflicts = chosen.length || page.matching
  const what:
    | Omit<Extract<Settlement, { ids: number[] }>, 'keep'>
    | Omit<Extract<Settlement, { filter: object }>, 'keep'> =
    chosen.length > 0 ? { ids: chosen } : { filter: { batch_id, q }, confirm_count: page.matching }
  return (
    <>
      <Button variant={chosen.length > 0 ? 'filled' : 'default'} onClick={() => setOpen(true)}>
        {chosen.length > 0 ? `Settle ${count(conflicts)} chosen` : `Settle all ${count(conflicts)}`}
      </Button>
      <SettleModal
        isOpen={isOpen}
        conflicts={conflicts}
        isPending={settle.isPending}
        onClose={() => setOpen(false)}
        onSettle={(keep) =>
          settle.mutate(
            { keep, ...what },
            {
              onSettled() {
                setOpen(false)
                onDone()
              },
            },
          )
        }
      />
    </>
  )
}
