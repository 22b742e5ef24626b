import type { ContentQuery, ContentRow, ContentState } from '@alumni/shared/publications/staff-content'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { FailedPage, FailedSection, isRefused } from '../../domain/session/failed-page.tsx'
import { OfferList } from '../../domain/publications/offer-list.tsx'
import { BlockSkeletons } from '../../ui/page-skeleton.tsx'
import { Page } from '../../ui/page.tsx'
import { listQuery, type Kind } from './queries.ts'

type ContentListProps = Omit<
  ComponentProps<typeof OfferList<ContentRow, ContentState>>,
  'page' | 'rows' | 'isStale'
> & {
  kind: Kind
  about: string
  search: ContentQuery
}

/** The list of one kind of content as a page of its own. */
export function ContentList({ kind, about, ...list }: ContentListProps) {
  const query = useQuery(listQuery(kind, list.search))
  if (!query.data && isRefused(query.error)) return <FailedPage error={query.error} />
  return (
    <Page title={list.name} about={about} actions={list.newButton}>
      {query.error && !query.data && <FailedSection error={query.error} onRetry={query.refetch} />}
      {query.isPending && <BlockSkeletons blocks={8} height={44} />}
      {query.data && <OfferList {...list} page={query.data} rows={query.data.rows} isStale={query.isPlaceholderData} />}
    </Page>
  )
}
