import { rowsPerPage, type PageMembers } from '@alumni/shared/page'
import { Group } from '@mantine/core'
import { useRef, type ReactNode } from 'react'
import { Pager } from './pager.tsx'
import { SearchField } from '../form/search-field.tsx'
import { count } from '../words/numbers.ts'
import classes from './paged-list.module.css'

type PagedListProps = {
  page: PageMembers
  perPage?: number
  onPage: (page: number) => void
  /** The content beside the search: filters, and the number of rows. */
  bar: ReactNode
  search: { label: string; hint: string; q: string | undefined; onFind: (q: string | undefined) => void } | undefined
  /** Above the bar. */
  head?: ReactNode
  barClass?: string | undefined
  /** The table, or what is said where no row is. */
  children: ReactNode
}

/** A list that is searched and turned over: the bar, the rows, and the pages. */
export function PagedList({
  page,
  perPage = rowsPerPage,
  onPage,
  bar,
  search,
  head,
  barClass = '',
  children,
}: PagedListProps) {
  const top = useRef<HTMLDivElement>(null)
  const turn = (to: number) => {
    onPage(to)
    top.current?.scrollIntoView()
  }
  return (
    <div ref={top} className={classes.list}>
      {head}
      <div className={`${classes.bar} ${barClass}`}>
        {search && (
          <SearchField
            className={classes.search}
            what={search.label}
            hint={search.hint}
            value={search.q ?? ''}
            onFind={(q) => search.onFind(q || undefined)}
          />
        )}
        {bar}
      </div>
      {children}
      <ListFoot page={page} perPage={perPage} onPage={turn} />
    </div>
  )
}

type ListFootProps = Required<Pick<PagedListProps, 'page' | 'perPage' | 'onPage'>>

/** "51 to 100", and the way to the other pages; nothing where all rows are shown. */
export function ListFoot({ page: { page, pages, matching }, perPage, onPage }: ListFootProps) {
  const first = (page - 1) * perPage + 1
  const last = Math.min(page * perPage, matching)
  if (pages <= 1) return null
  return (
    <Group align="baseline" justify="space-between" gap={8} pt={8} mih={52}>
      <span className="muted">{first <= last && `${count(first)} to ${count(last)}`}</span>
      <Pager page={page} pages={pages} onPage={onPage} />
    </Group>
  )
}
