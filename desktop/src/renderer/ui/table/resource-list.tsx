import type { PageMembers } from '@alumni/shared/page'
import type { RowData } from '@tanstack/react-table'
import type { ReactNode } from 'react'
import { DataTable, type DataTableProps } from './data-table.tsx'
import { EmptyState, type EmptyStateProps } from '../page/empty-state.tsx'
import { PagedList } from './paged-list.tsx'
import type { Address } from '../use-address.ts'

type ListQuery = { q?: string | undefined; page?: number | undefined }

export type ResourceListProps<Row extends RowData, Query extends ListQuery> = DataTableProps<Row> & {
  address: Address<Query>
  page: PageMembers
  /** The list has a search box where both are given. */
  searchLabel?: string
  searchHint?: string
  /** Above the bar. */
  head?: ReactNode
  filters?: ReactNode
  /** How many rows there are, in words. */
  status?: ReactNode
  /** Shown in place of the table if there is no row. */
  empty: EmptyStateProps
}

/** A list that is searched, filtered and paged in the address: its bar, its rows or why there are none, its pages. */
export function ResourceList<Row extends RowData, Query extends ListQuery>({
  address: { search, go },
  page,
  searchLabel = '',
  searchHint = '',
  head,
  filters,
  status,
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
          {filters}
          {status && (
            <span className="muted" role="status">
              {status}
            </span>
          )}
        </>
      }
    >
      {table.rows.length > 0 ? <DataTable {...table} /> : <EmptyState {...empty} />}
    </PagedList>
  )
}
