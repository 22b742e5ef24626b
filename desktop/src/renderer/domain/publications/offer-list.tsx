import type { PageMembers } from '@alumni/shared/page'
import { Button } from '@mantine/core'
import { IconPlus, IconSearchOff, type Icon } from '@tabler/icons-react'
import type { ReactElement, ReactNode } from 'react'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { count, countOf } from '../../ui/words/numbers.ts'
import { ChoiceBar } from './choice-bar.tsx'

type Search<State> = { q?: string | undefined; state?: State | undefined; page: number }

type OfferListProps<Row extends { id: number }, State extends string> = {
  /** Such as `Events`, and `event`, `events`. */
  name: string
  nouns: readonly [one: string, many: string]
  icon: Icon
  page: PageMembers & { counts: Record<State, number> }
  rows: readonly Row[]
  columns: Column<Row>[]
  /** In the order of the filter, with their words. */
  states: Partial<Record<State, { word: string }>>
  search: Search<State>
  /** Whether anything else narrows the list. */
  isNarrowed?: boolean
  onSearch: (to: Partial<Search<State>>, replace?: boolean) => void
  onOpen: (row: Row) => void
  /** What the words are looked for in. */
  hint: string
  filters?: ReactNode
  newButton: ReactNode
  /** What is said where nothing has been written yet. */
  invitation: string
  isStale: boolean
}

/** All that staff have written of one kind: narrowed by state and words, and opened by key. */
export function OfferList<Row extends { id: number }, State extends string>({
  name,
  nouns,
  icon,
  page,
  rows,
  columns,
  states,
  search,
  isNarrowed = false,
  onSearch,
  onOpen,
  hint,
  filters,
  newButton,
  invitation,
  isStale,
}: OfferListProps<Row, State>) {
  const shown = Object.entries(states) as [State, { word: string }][]
  const all = shown.reduce((sum, [state]) => sum + page.counts[state], 0)
  const isFiltered = Boolean(search.q ?? search.state) || isNarrowed
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
          {filters}
          <span className="muted" role="status">
            {isFiltered && countOf(page.matching, nouns)}
          </span>
        </>
      }
    >
      {rows.length > 0 ? (
        <DataTable
          caption={name}
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

export function NewButton({ label, renderLink }: { label: string; renderLink: (props: object) => ReactElement }) {
  return (
    <Button leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />} renderRoot={renderLink}>
      {label}
    </Button>
  )
}
