import type { PageMembers } from '@alumni/shared/page'
import { useDisclosure } from '@mantine/hooks'
import { IconFilter, IconSearchOff } from '@tabler/icons-react'
import { Children, type ReactNode } from 'react'
import { Button } from '../button.tsx'
import { DataTable, type DataTableProps } from './data-table.tsx'
import { EmptyState, type EmptyStateProps } from '../page/empty-state.tsx'
import { PagedList } from './paged-list.tsx'
import type { Address } from '../use-address.ts'
import { formatNumber, formatCount } from '../format/numbers.ts'
import classes from './paged-list.module.css'

type ListQuery = { q?: string | undefined; page?: number | undefined }

export type ResourceListProps<Row, Query extends ListQuery> = DataTableProps<Row> & {
  address: Address<Query>
  page: PageMembers & { total?: number }
  noun: Noun
  /** If missing, there is no search box. */
  searchLabel?: string
  searchHint?: string
  head?: ReactNode
  filters?: ReactNode
  /** Defaults to whether the URL has parameters besides `page`. */
  isFiltered?: boolean
  status?: ReactNode
  empty: EmptyStateProps
}

export function ResourceList<Row, Query extends ListQuery>({
  address: { search, go },
  page,
  noun,
  searchLabel = '',
  searchHint = '',
  head,
  filters,
  isFiltered = Object.entries(search).some(([name, value]) => name !== 'page' && value !== undefined && value !== ''),
  status = describeCount(page, noun, isFiltered),
  empty,
  ...table
}: ResourceListProps<Row, Query>) {
  const changed = (changes: ListQuery) => changes as Partial<Query>
  return (
    <PagedList
      page={page}
      onPage={(to) => go(changed({ page: to }), 'as step')}
      search={
        searchLabel
          ? { label: searchLabel, hint: searchHint, q: search.q, onFind: (q) => go(changed({ q })) }
          : undefined
      }
      head={head}
      bar={
        <>
          {filters && <Filters isOpen={isFiltered}>{filters}</Filters>}
          {status && (
            <span className="muted" role="status">
              {status}
            </span>
          )}
        </>
      }
    >
      {table.rows.length > 0 ? (
        <DataTable {...table} />
      ) : (
        <EmptyState {...(isFiltered ? buildNoMatchState(noun, searchLabel !== '') : empty)} />
      )}
    </PagedList>
  )
}

/** On phones, all filters but the first are collapsed, unless `isOpen`. */
export function Filters({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  const [areShown, { toggle }] = useDisclosure(isOpen)
  const [first, ...others] = Children.toArray(children)
  if (others.length === 0) return first
  return (
    <>
      <Button hiddenFrom="sm" variant="default" icon={IconFilter} aria-expanded={areShown} onClick={toggle}>
        Filter
      </Button>
      {first}
      <div className={classes.filters} data-folded={!areShown || undefined}>
        {others}
      </div>
    </>
  )
}

type Noun = readonly [one: string, several: string]

/** Returns text such as "3 of 12 addresses", or "12 addresses" if nothing is filtered or the total is unknown. */
function describeCount(
  { matching, total }: { matching: number; total?: number },
  noun: Noun,
  isFiltered: boolean,
): string {
  return isFiltered && total !== undefined
    ? `${formatNumber(matching)} of ${formatCount(total, noun)}`
    : formatCount(matching, noun)
}

function buildNoMatchState([noun]: Noun, hasBox: boolean): EmptyStateProps {
  const advice = hasBox ? 'Try fewer letters, or another filter.' : 'Try another filter.'
  return { icon: IconSearchOff, title: `No ${noun} matches`, children: advice }
}
