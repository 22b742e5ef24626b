import {
  communityContract,
  type ContentPage,
  type ContentQuery,
  type ContentRow,
  type ContentState,
} from '@alumni/shared/publications/staff-content'
import { IconUsersGroup } from '@tabler/icons-react'
import { numberColumn, PublicationsPage, type Listing } from '../../domain/publications/publication-list.tsx'
import { communities, contentColumns } from './content.tsx'

const { ended: _, ...states } = communities.states
const listing: Listing<ContentPage, ContentRow, ContentState, ContentQuery> = {
  ...communities,
  states,
  page: communityContract.page,
  rowsOf: ({ rows }) => rows,
  title: 'Communities',
  about: 'Where alumni who share a city, a college or an interest find each other. Only staff see drafts.',
  icon: IconUsersGroup,
  columns: contentColumns(communities).toSpliced(
    2,
    0,
    numberColumn('members', 'Members', ({ members }) => members),
  ),
  hint: 'name or summary',
  newLabel: 'New community',
  invitation: 'Write what its members share. It stays a draft until you publish it.',
}

export const CommunitiesPage = () => <PublicationsPage listing={listing} />
