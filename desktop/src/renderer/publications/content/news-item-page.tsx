import { editNewsPage, type NewsRecord } from '@alumni/shared/publications/staff-content'
import type { z } from 'zod'
import { formatZone } from '../../domain/publications/clock.ts'
import { PublicationPage, type Showing } from '../../domain/publications/publication-page.tsx'
import { contentShowing, news } from './content.tsx'

const showing: Showing<z.infer<typeof editNewsPage>, NewsRecord> = {
  ...news,
  ...contentShowing,
  page: editNewsPage,
  facts: ({ community, author, state, ends, clock_zone }) => [
    { name: 'Community', value: community },
    { name: 'Author', value: author },
    {
      name: state === 'ended' ? 'Left the site' : 'Leaves the site',
      value: ends && `${ends.replace('T', ', ')}, ${formatZone(clock_zone)}`,
    },
  ],
}

export const NewsItemPage = () => <PublicationPage showing={showing} />
