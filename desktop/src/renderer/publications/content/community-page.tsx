import { communityKindNames } from '@alumni/shared/publications/content'
import { editCommunityPage, type CommunityRecord } from '@alumni/shared/publications/staff-content'
import type { z } from 'zod'
import { PublicationPage, type Showing } from '../../domain/publications/publication-page.tsx'
import { count } from '../../ui/words/numbers.ts'
import { communities, contentShowing } from './content.tsx'

const showing: Showing<z.infer<typeof editCommunityPage>, CommunityRecord> = {
  ...communities,
  ...contentShowing,
  page: editCommunityPage,
  facts: ({ kind, members }) => [
    { name: 'What its members share', value: communityKindNames[kind] },
    { name: 'Members', value: members === 0 ? 'No one yet' : count(members) },
  ],
}

export const CommunityPage = () => <PublicationPage showing={showing} />
