import { type MergesQuery, type SignupMerge } from '@alumni/shared/champions/merges'
import { SegmentedControl } from '@mantine/core'
import { IconArrowBackUp, IconArrowsJoin, IconSearchOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailedPage, FailedSection, isRefused } from '../../domain/session/failed-page.tsx'
import { BlockSkeletons } from '../../ui/page-skeleton.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Page } from '../../ui/page.tsx'
import { StateWord } from '../../ui/state-word.tsx'
import { countOf } from '../../ui/words/numbers.ts'
import { When } from '../../ui/words/when.tsx'
import { mergesQuery } from './queries.ts'
import { keyWords } from './words.ts'
import classes from '../../ui/pairs.module.css'

/** Who merged which signups, and what was undone. */
export function MergesPage() {
  const search: MergesQuery = useSearch({ from: '/shell/champion_signups/merges' })
  const navigate = useNavigate({ from: '/champion_signups/merges' })
  const query = useQuery(mergesQuery(search))
  const page = query.data
  const go = (to: Partial<MergesQuery>, replace = false) =>
    void navigate({ search: (before) => ({ ...before, page: 1, ...to }), replace, resetScroll: false })
  if (!page && isRefused(query.error)) return <FailedPage error={query.error} />
  return (
    <Page
      title="Merged signups"
      about="What was merged into which signup, by whom. Each merge can be undone from its page."
    >
      {query.error && !page && <FailedSection error={query.error} onRetry={query.refetch} />}
      {query.isPending && <BlockSkeletons blocks={8} height={52} />}
      {page && (
        <PagedList
          page={page}
          onPage={(to) => go({ page: to })}
          search={{
            label: 'Search merges by name, e-mail address or BUID',
            hint: 'Name, e-mail or BUID',
            q: search.q,
            onFind: (q) => go({ q }, true),
          }}
          bar={
            <>
              <SegmentedControl
                aria-label="Which merges"
                value={search.state ?? ''}
                onChange={(state) => go({ state: (state || undefined) as MergesQuery['state'] })}
                data={[
                  { value: '', label: 'All' },
                  { value: 'done', label: 'In effect' },
                  { value: 'undone', label: 'Undone' },
                ]}
              />
              <span className="muted" role="status">
                {countOf(page.matching, ['merge', 'merges'])}
              </span>
            </>
          }
        >
          {page.merges.length > 0 ? (
            <DataTable
              caption="Merged signups"
              columns={columns}
              rows={page.merges}
              rowKey={({ id }) => String(id)}
              onOpen={({ id }) => void navigate({ to: '/champion_signups/merges/$id', params: { id: String(id) } })}
              isStale={query.isPlaceholderData}
            />
          ) : search.q || search.state ? (
            <EmptyState icon={IconSearchOff} title="No merge matches">
              Try fewer letters, or look among all.
            </EmptyState>
          ) : (
            <EmptyState icon={IconArrowsJoin} title="Nothing was merged yet">
              Merges are listed here, with the way back. Possible duplicates are where they begin.
            </EmptyState>
          )}
        </PagedList>
      )}
    </Page>
  )
}

const columns: Column<SignupMerge>[] = [
  {
    id: 'survivor',
    header: 'Stays',
    cell: ({ row: { original: merge } }) => (
      <span className={classes.brief}>
        <Link to="/champion_signups/merges/$id" params={{ id: String(merge.id) }} className={classes.name}>
          {merge.survivor.name || merge.survivor.email || `Signup ${merge.survivor.id}`}
        </Link>
        <span className={classes.fact}>{merge.survivor.email}</span>
      </span>
    ),
  },
  {
    id: 'sources',
    header: 'Merged into it',
    cell: ({ row }) => (
      <span className={classes.brief}>
        {row.original.sources.map(({ id, name, email }) => (
          <span key={id}>
            {name || `Signup ${id}`} <span className={classes.fact}>{email}</span>
          </span>
        ))}
      </span>
    ),
  },
  { id: 'key', header: 'Because of', meta: { width: 170 }, cell: ({ row }) => keyWords[row.original.key] },
  {
    id: 'when',
    header: 'By',
    meta: { width: 200 },
    cell: ({ row }) => (
      <span className={classes.brief}>
        <span>{row.original.merged_by}</span>
        <span className={classes.fact}>
          <When at={row.original.merged_at} />
        </span>
      </span>
    ),
  },
  { id: 'state', header: 'State', meta: { width: 170 }, cell: ({ row }) => <MergeState merge={row.original} /> },
]

export function MergeState({ merge: { undone_at } }: { merge: SignupMerge }) {
  return undone_at ? (
    <StateWord icon={IconArrowBackUp} tone="plain">
      Undone
    </StateWord>
  ) : (
    <StateWord icon={IconArrowsJoin} tone="good">
      In effect
    </StateWord>
  )
}
