import type { PageMembers } from '@alumni/shared/page'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { DownloadButton } from '../../ui/exports/export-button.tsx'
import { FailedPage, FailedSection, isRefused } from '../../domain/session/failed-page.tsx'
import { BlockSkeletons } from '../../ui/page-skeleton.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Page } from '../../ui/page.tsx'
import { countOf } from '../../ui/words/numbers.ts'

type ReportData = PageMembers & { links: { csv: string } }

type ReportListProps<Data extends ReportData> = {
  title: string
  about: ReactNode
  query: UseQueryResult<Data>
  /** What a row of the list is called. */
  noun: readonly [one: string, many: string]
  /** What a row of the file is called, where a row of the list is several of the file. */
  fileNoun?: readonly [one: string, many: string]
  actions?: ReactNode
  search: { label: string; hint: string; q: string | undefined }
  onSearch: (to: { q?: string | undefined; page?: number }, replace?: boolean) => void
  /** Filters and numbers left of the search. */
  bar: ReactNode
  children: ReactNode
}

/** One report: what it is for, its filters, its rows, and the same as a file. */
export function ReportList<Data extends ReportData>({
  title,
  about,
  query,
  noun,
  fileNoun,
  actions,
  search,
  onSearch,
  bar,
  children,
}: ReportListProps<Data>) {
  const page = query.data
  if (!page && isRefused(query.error)) return <FailedPage error={query.error} />
  return (
    <Page
      title={title}
      about={about}
      actions={
        <>
          {actions}
          {page && page.matching > 0 && (
            <DownloadButton
              url={page.links.csv}
              noun={fileNoun ?? noun}
              matching={fileNoun ? undefined : page.matching}
            >
              Export {countOf(page.matching, noun)}
            </DownloadButton>
          )}
        </>
      }
    >
      {query.error && !page && <FailedSection error={query.error} onRetry={query.refetch} />}
      {query.isPending && <BlockSkeletons blocks={8} height={52} />}
      {page && (
        <PagedList
          page={page}
          onPage={(to) => onSearch({ page: to })}
          search={{ ...search, onFind: (q) => onSearch({ q }, true) }}
          bar={bar}
        >
          {children}
        </PagedList>
      )}
    </Page>
  )
}
