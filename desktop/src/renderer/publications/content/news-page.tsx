import {
  newsContract,
  type ContentPage,
  type ContentQuery,
  type ContentRow,
  type ContentState,
} from '@alumni/shared/publications/staff-content'
import { IconNews } from '@tabler/icons-react'
import { PublicationsPage, type Listing } from '../../domain/publications/publication-list.tsx'
import { contentColumns, news } from './content.tsx'

const listing: Listing<ContentPage, ContentRow, ContentState, ContentQuery> = {
  ...news,
  page: newsContract.page,
  rowsOf: ({ rows }) => rows,
  title: 'News',
  about: 'What alumni read on their site, on the pages of communities and in feed readers. Only staff see drafts.',
  icon: IconNews,
  columns: contentColumns(news),
  hint: 'title, summary, author or community',
  newLabel: 'Write news',
  invitation: 'Write what alumni should hear about. It stays a draft until you publish it.',
}

export const NewsPage = () => <PublicationsPage listing={listing} />
