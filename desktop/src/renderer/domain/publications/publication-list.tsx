import type { PageMembers } from '@alumni/shared/page'
import { Button } from '@mantine/core'
import { IconPlus, IconSearchOff, type Icon } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { request } from '../../http.ts'
import { writePlainSearch } from '../../plain-search.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { BlockSkeletons } from '../../ui/page-skeleton.tsx'
import { Page } from '../../ui/page.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { count, countOf } from '../../ui/words/numbers.ts'
import { FailedPage, FailedSection, isRefused } from '../session/failed-page.tsx'
import { ChoiceBar } from './choice-bar.tsx'

type Search<State> = { q?: string | undefined; state?: State | undefined; page: number }
type ListPage<State extends string> = PageMembers & { counts: Record<State, number> }

/** The list of one kind of publication: its address, its columns and its words. */
export type Listing<Data extends ListPage<State>, Row extends { id: number }, State extends string, Asked> = {
  home: string
  /** The key of its queries. */
  queryKey: string
  page: z.ZodType<Data>
  rowsOf: (page: Data) => readonly Row[]
  /** Such as `Events`, and `event`, `events`. */
  title: string
  about: string
  nouns: readonly [one: string, many: string]
  icon: Icon
  columns: Column<Row>[]
  /** In the order of the filter, with their words. */
  states: Partial<Record<State, { word: string }>>
  /** What the words are looked for in. */
  hint: string
  newLabel: string
  /** What is said where nothing has been written yet. */
  invitation: string
  /** Filters of its own, and whether one of them narrows the list. */
  renderFilters?: (page: Data, search: Asked, go: (to: Partial<Asked>) => void) => ReactNode
  isNarrowed?: (search: Asked) => boolean
}
type ListingProps<Data extends ListPage<State>, Row extends { id: number }, State extends string, Asked> = {
  listing: Listing<Data, Row, State, Asked>
}

/** All publications of one kind, and the way to write another. */
export function PublicationsPage<
  Data extends ListPage<State>,
  Row extends { id: number },
  State extends string,
  Asked extends Search<State>,
>({ listing }: ListingProps<Data, Row, State, Asked>) {
  const { home, queryKey, title, about, newLabel } = listing
  const search = useSearch({ strict: false }) as unknown as Asked
  const query = useQuery({
    queryKey: [queryKey, 'list', search],
    queryFn: ({ signal }) => request(`${home}${writePlainSearch(search)}`, listing.page, { signal }),
    placeholderData: keepPreviousData,
  })
  if (!query.data && isRefused(query.error)) return <FailedPage error={query.error} />
  const newButton = (
    <Button
      leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}
      renderRoot={(props: object) => <Link to={`${home}/new` as never} {...props} />}
    >
      {newLabel}
    </Button>
  )
  return (
    <Page title={title} about={about} actions={newButton}>
      {query.error && !query.data && <FailedSection error={query.error} onRetry={query.refetch} />}
      {query.isPending && <BlockSkeletons blocks={8} height={44} />}
      {query.data && (
        <Rows
          listing={listing}
          page={query.data as Data}
          search={search}
          newButton={newButton}
          isStale={query.isPlaceholderData}
        />
      )}
    </Page>
  )
}

/** Narrowed by state and words, and opened by key. */
function Rows<
  Data extends ListPage<State>,
  Row extends { id: number },
  State extends string,
  Asked extends Search<State>,
>({
  listing,
  page,
  search,
  newButton,
  isStale,
}: ListingProps<Data, Row, State, Asked> & { page: Data; search: Asked; newButton: ReactNode; isStale: boolean }) {
  const { home, title, nouns, icon, columns, states, hint, invitation } = listing
  const navigate = useNavigate()
  const onSearch = (to: Partial<Search<State>> | Partial<Asked>, replace = false) =>
    void navigate({
      to: '.',
      search: ((before: object) => ({ ...before, page: 1, ...to })) as never,
      replace,
      resetScroll: false,
    })
  const onOpen = ({ id }: Row) => void navigate({ href: `${home}/${id}` } as never)
  const rows = listing.rowsOf(page)
  const shown = Object.entries(states) as [State, { word: string }][]
  const all = shown.reduce((sum, [state]) => sum + page.counts[state], 0)
  const isFiltered = Boolean(search.q ?? search.state) || (listing.isNarrowed?.(search) ?? false)
  return (
    <PagedList
      page={page}
      onPage={(to) => onSearch({ page: to })}
      search={{
        label: `Search ${nouns[1]} by ${hint}`,
        hint: hint[0]!.toUpperCase() + hint.slice(1),
        q: search.q,
        onFind: (q) => onSearch({ q }, true),
      }}
      bar={
        <>
          <ChoiceBar
            label={`Which ${nouns[1]}`}
            choices={[
              { value: 'all' as const, label: `All ${count(all)}` },
              ...shown.map(([value, { word }]) => ({ value, label: `${word} ${count(page.counts[value])}` })),
            ]}
            value={search.state ?? 'all'}
            onChoose={(state) => onSearch({ state: state === 'all' ? undefined : (state as State) })}
          />
          {listing.renderFilters?.(page, search, onSearch)}
          <span className="muted" role="status">
            {isFiltered && countOf(page.matching, nouns)}
          </span>
        </>
      }
    >
      {rows.length > 0 ? (
        <DataTable
          caption={title}
          columns={columns}
          rows={[...rows]}
          rowKey={({ id }) => String(id)}
          onOpen={onOpen}
          isStale={isStale}
        />
      ) : isFiltered ? (
        <EmptyState icon={IconSearchOff} title={`No ${nouns[0]} matches`}>
          Try fewer letters, or another filter.
        </EmptyState>
      ) : (
        <EmptyState icon={icon} title={`No ${nouns[1]} yet`} actions={newButton}>
          {invitation}
        </EmptyState>
      )}
    </PagedList>
  )
}
