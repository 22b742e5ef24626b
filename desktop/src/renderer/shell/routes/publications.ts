import { listLetterContract, recipientsQuery } from '@alumni/shared/publications/list-letters'
import { newsContract } from '@alumni/shared/publications/staff-content'
import { rsvpsQuery, eventContract } from '@alumni/shared/publications/staff-events'
import { responsesQuery, opportunityContract } from '@alumni/shared/publications/staff-opportunities'
import { createRoute } from '@tanstack/react-router'
import { loadedLater } from '../../ui/table/loaded-later.ts'
import { knownId, listSearch, newSearch, page, root } from './base.ts'

/** Without the shell, which asks who is signed in: it opens without a network. */
export const door = createRoute({
  getParentRoute: () => root,
  path: '/champion_signups/events/$id/door',
  beforeLoad: ({ params }) => knownId(params),
  component: loadedLater(() => import('../../publications/events/door-page.tsx'), 'DoorPage'),
})

const contentSearch = newsContract.query.extend(listSearch)

/** Opportunities, events, communities, news and letters. */
export const publicationRoutes = [
  page(
    '/champion_signups/opportunities',
    () => import('../../publications/opportunities/opportunities-page.tsx'),
    'OpportunitiesPage',
    opportunityContract.query.extend(listSearch),
  ),
  page(
    '/champion_signups/opportunities/$id',
    () => import('../../publications/opportunities/opportunity-page.tsx'),
    'OpportunityPage',
    responsesQuery.extend(listSearch),
  ),
  page(
    '/champion_signups/opportunities/new',
    () => import('../../publications/opportunities/opportunity-form-page.tsx'),
    'NewOpportunityPage',
    newSearch,
  ),
  page(
    '/champion_signups/opportunities/$id/edit',
    () => import('../../publications/opportunities/opportunity-form-page.tsx'),
    'EditOpportunityPage',
  ),
  page(
    '/champion_signups/events',
    () => import('../../publications/events/events-page.tsx'),
    'EventsPage',
    eventContract.query.extend(listSearch),
  ),
  page(
    '/champion_signups/events/$id',
    () => import('../../publications/events/event-page.tsx'),
    'EventPage',
    rsvpsQuery.extend(listSearch),
  ),
  page(
    '/champion_signups/events/new',
    () => import('../../publications/events/event-form-page.tsx'),
    'NewEventPage',
    newSearch,
  ),
  page(
    '/champion_signups/events/$id/edit',
    () => import('../../publications/events/event-form-page.tsx'),
    'EditEventPage',
  ),
  page('/settings/content', () => import('../section-pages.tsx'), 'ContentPage'),
  page(
    '/settings/content/communities',
    () => import('../../publications/content/communities-page.tsx'),
    'CommunitiesPage',
    contentSearch,
  ),
  page(
    '/settings/content/communities/$id',
    () => import('../../publications/content/community-page.tsx'),
    'CommunityPage',
  ),
  page(
    '/settings/content/communities/new',
    () => import('../../publications/content/community-form-page.tsx'),
    'NewCommunityPage',
    newSearch,
  ),
  page(
    '/settings/content/communities/$id/edit',
    () => import('../../publications/content/community-form-page.tsx'),
    'EditCommunityPage',
  ),
  page('/settings/content/news', () => import('../../publications/content/news-page.tsx'), 'NewsPage', contentSearch),
  page('/settings/content/news/$id', () => import('../../publications/content/news-item-page.tsx'), 'NewsItemPage'),
  page(
    '/settings/content/news/new',
    () => import('../../publications/content/news-form-page.tsx'),
    'NewNewsPage',
    newSearch,
  ),
  page(
    '/settings/content/news/$id/edit',
    () => import('../../publications/content/news-form-page.tsx'),
    'EditNewsPage',
  ),
  page(
    '/letters',
    () => import('../../publications/letters/letters-page.tsx'),
    'LettersPage',
    listLetterContract.query.extend(listSearch),
  ),
  page('/letters/$id', () => import('../../publications/letters/letter-page.tsx'), 'LetterPage', recipientsQuery),
  page('/letters/new', () => import('../../publications/letters/letter-form-page.tsx'), 'NewLetterPage', newSearch),
  page('/letters/$id/edit', () => import('../../publications/letters/letter-form-page.tsx'), 'EditLetterPage'),
] as const
