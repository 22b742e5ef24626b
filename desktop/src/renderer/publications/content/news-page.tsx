import {
  newsContract,
  type ContentPage,
  type ContentQuery,
  type ContentRow,
  type ContentState,
} from '@alumni/shared/publications/staff-content'
import { IconNews } from '@tabler/icons-react'
import { PublicationsPage, type Listing } from '../../domain/publications/publication-list.tsx'
import { contentColumns } from './content-columns.tsx'
import { stateWords } from './words.ts'

const home = '/settings/content/news'
const listing: Listing<ContentPage, ContentRow, ContentState, ContentQuery> = {
  home,
  queryKey: 'news',
  page: newsContract.page,
  rowsOf: ({ rows }) => rows,
  title: 'News',
  about:
    'What alumni read on their site, on the pages of communities and in feed readers. A draft is seen by staff only.',
  nouns: ['item', 'items'],
  icon: IconNews,
  columns: contentColumns(home),
  states: stateWords,
  hint: 'title, summary, author or community',
  newLabel: 'Write news',
  invitation: 'Write what alumni should hear of. It stays a draft until you publish it.',
}

export const NewsPage = () => <PublicationsPage listing={listing} />
