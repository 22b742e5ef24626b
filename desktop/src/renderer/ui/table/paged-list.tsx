import { rowsPerPage, type PageMembers } from '@alumni/shared/page'
import { Group } from '@mantine/core'
import { useRef, type ReactNode } from 'react'
import { Pager } from './pager.tsx'
import { SearchField } from '../form/search-field.tsx'
import { formatNumber } from '../format/numbers.ts'
import classes from './paged-list.module.css'

type PagedListProps = {
  page: PageMembers
  onPage: (page: number) => void
  bar: ReactNode
  search: { label: string; hint: string; q: string | undefined; onFind: (q: string | undefined) => void } | undefined
  head?: ReactNode
  children: ReactNode
}

export function PagedList({ page, onPage, bar, search, head, children }: PagedListProps) {
  const top = useRef<HTMLDivElement>(null)
  const goToPage = (number: number) => {
    onPage(number)
    top.current?.scrollIntoView()
  }
  return (
    <div ref={top} className={classes.list}>
      {head}
      <div className={classes.bar}>
        {search && (
          <SearchField
            className={classes.search}
            label={search.label}
            hint={search.hint}
            value={search.q ?? ''}
            onFind={(q) => search.onFind(q || undefined)}
          />
        )}
        {bar}
      </div>
      {children}
      <ListFoot page={page} onPage={goToPage} />
    </div>
  )
}

type ListFootProps = { page: PageMembers; perPage?: number; onPage: (page: number) => void }

/** Renders a range such as "51 to 100" and the pager, or nothing if there is only one page. */
export function ListFoot({ page: { page, pages, matching }, perPage = rowsPerPage, onPage }: ListFootProps) {
  const first = (page - 1) * perPage + 1
  const last = Math.min(page * perPage, matching)
  if (pages <= 1) return null
  return (
    <Group align="baseline" justify="space-between" gap={8} pt={8} mih={52}>
      <span className="muted">{first <= last && `${formatNumber(first)} to ${formatNumber(last)}`}</span>
      <Pager page={page} pages={pages} onPage={onPage} />
    </Group>
  )
}
