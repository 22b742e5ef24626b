import {
  communityContract,
  type ContentPage,
  type ContentQuery,
  type ContentRow,
  type ContentState,
} from '@alumni/shared/publications/staff-content'
import { IconUsersGroup } from '@tabler/icons-react'
import { PublicationsPage, type Listing } from '../../domain/publications/publication-list.tsx'
import { contentColumns, membersColumn } from './content-columns.tsx'
import { stateWords } from './words.ts'

const { ended: _, ...states } = stateWords
const home = '/settings/content/communities'
const listing: Listing<ContentPage, ContentRow, ContentState, ContentQuery> = {
  home,
  queryKey: 'communities',
  page: communityContract.page,
  rowsOf: ({ rows }) => rows,
  title: 'Communities',
  about: 'Where graduates who share a city, a college or an interest find each other. A draft is seen by staff only.',
  nouns: ['community', 'communities'],
  icon: IconUsersGroup,
  columns: contentColumns(home).toSpliced(2, 0, membersColumn),
  states,
  hint: 'name or summary',
  newLabel: 'New community',
  invitation: 'Write what its members share. It stays a draft until you publish it.',
}

export const CommunitiesPage = () => <PublicationsPage listing={listing} />
