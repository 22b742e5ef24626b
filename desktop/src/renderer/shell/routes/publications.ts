import { listLetterContract, recipientsQuery } from '@alumni/shared/publications/list-letters'
import { newsContract } from '@alumni/shared/publications/staff-content'
import { rsvpsQuery, eventContract } from '@alumni/shared/publications/staff-events'
import { responsesQuery, opportunityContract } from '@alumni/shared/publications/staff-opportunities'
import { createRoute, redirect } from '@tanstack/react-router'
import { lazyComponent } from '../../ui/lazy-component.ts'
import { checkId, listSearch, newSearch, page, root, shell } from './base.ts'

/** Outside the shell, which needs the session, because the door page works offline. */
export const door = createRoute({
  getParentRoute: () => root,
  path: '/champion_signups/events/$id/door',
  beforeLoad: ({ params }) => checkId(params),
  component: lazyComponent(() => import('../../publications/events/door-page.tsx'), 'DoorPage'),
})

const opportunityForm = () => import('../../publications/opportunities/opportunity-form-page.tsx')
const eventForm = () => import('../../publications/events/event-form-page.tsx')
const communities = () => import('../../publications/content/communities.tsx')
const news = () => import('../../publications/content/news.tsx')
const letterForm = () => import('../../publications/letters/letter-form-page.tsx')
const contentSearch = newsContract.query.extend(listSearch)

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
  page('/champion_signups/opportunities/new', opportunityForm, 'NewOpportunityPage', newSearch),
  page('/champion_signups/opportunities/$id/edit', opportunityForm, 'EditOpportunityPage'),
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
  page('/champion_signups/events/new', eventForm, 'NewEventPage', newSearch),
  page('/champion_signups/events/$id/edit', eventForm, 'EditEventPage'),
  createRoute({
    getParentRoute: () => shell,
    path: '/settings/content',
    beforeLoad: () => {
      throw redirect({ to: '/settings/content/news', search: { page: 1 }, replace: true })
    },
  }),
  page('/settings/content/communities', communities, 'CommunitiesPage', contentSearch),
  page('/settings/content/communities/$id', communities, 'CommunityPage'),
  page('/settings/content/communities/new', communities, 'NewCommunityPage', newSearch),
  page('/settings/content/communities/$id/edit', communities, 'EditCommunityPage'),
  page('/settings/content/news', news, 'NewsPage', contentSearch),
  page('/settings/content/news/$id', news, 'NewsItemPage'),
  page('/settings/content/news/new', news, 'NewNewsPage', newSearch),
  page('/settings/content/news/$id/edit', news, 'EditNewsPage'),
  page(
    '/letters',
    () => import('../../publications/letters/letters-page.tsx'),
    'LettersPage',
    listLetterContract.query.extend(listSearch),
  ),
  page('/letters/$id', () => import('../../publications/letters/letter-page.tsx'), 'LetterPage', recipientsQuery),
  page('/letters/new', letterForm, 'NewLetterPage', newSearch),
  page('/letters/$id/edit', letterForm, 'EditLetterPage'),
] as const
