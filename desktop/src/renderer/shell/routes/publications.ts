import { listLetterContract, recipientsQuery } from '@alumni/shared/publications/list-letters'
import { newsContract } from '@alumni/shared/publications/staff-content'
import { rsvpsQuery, eventContract } from '@alumni/shared/publications/staff-events'
import { responsesQuery, opportunityContract } from '@alumni/shared/publications/staff-opportunities'
import { createRoute } from '@tanstack/react-router'
import { loadedLater } from '../../ui/table/loaded-later.ts'
import { knownId, listSearch, newSearch, root, shell } from './base.ts'

const opportunities = createRoute({
  getParentRoute: () => shell,
  path: '/champion_signups/opportunities',
  validateSearch: opportunityContract.query.extend(listSearch),
  component: loadedLater(() => import('../../publications/opportunities/opportunities-page.tsx'), 'OpportunitiesPage'),
})

const opportunity = createRoute({
  getParentRoute: () => shell,
  path: '/champion_signups/opportunities/$id',
  beforeLoad: ({ params }) => knownId(params),
  validateSearch: responsesQuery.extend(listSearch),
  component: loadedLater(() => import('../../publications/opportunities/opportunity-page.tsx'), 'OpportunityPage'),
})

const newOpportunity = createRoute({
  getParentRoute: () => shell,
  path: '/champion_signups/opportunities/new',
  validateSearch: newSearch,
  component: loadedLater(
    () => import('../../publications/opportunities/opportunity-form-page.tsx'),
    'NewOpportunityPage',
  ),
})

const editOpportunity = createRoute({
  getParentRoute: () => shell,
  path: '/champion_signups/opportunities/$id/edit',
  beforeLoad: ({ params }) => knownId(params),
  component: loadedLater(
    () => import('../../publications/opportunities/opportunity-form-page.tsx'),
    'EditOpportunityPage',
  ),
})

const events = createRoute({
  getParentRoute: () => shell,
  path: '/champion_signups/events',
  validateSearch: eventContract.query.extend(listSearch),
  component: loadedLater(() => import('../../publications/events/events-page.tsx'), 'EventsPage'),
})

const event = createRoute({
  getParentRoute: () => shell,
  path: '/champion_signups/events/$id',
  beforeLoad: ({ params }) => knownId(params),
  validateSearch: rsvpsQuery.extend(listSearch),
  component: loadedLater(() => import('../../publications/events/event-page.tsx'), 'EventPage'),
})

const newEvent = createRoute({
  getParentRoute: () => shell,
  path: '/champion_signups/events/new',
  validateSearch: newSearch,
  component: loadedLater(() => import('../../publications/events/event-form-page.tsx'), 'NewEventPage'),
})

const editEvent = createRoute({
  getParentRoute: () => shell,
  path: '/champion_signups/events/$id/edit',
  beforeLoad: ({ params }) => knownId(params),
  component: loadedLater(() => import('../../publications/events/event-form-page.tsx'), 'EditEventPage'),
})

const checkIn = createRoute({
  getParentRoute: () => shell,
  path: '/champion_signups/events/$id/check_in',
  beforeLoad: ({ params }) => knownId(params),
  component: loadedLater(() => import('../../publications/events/check-in-page.tsx'), 'CheckInPage'),
})

/** Without the shell, which asks who is signed in: it opens without a network. */
export const door = createRoute({
  getParentRoute: () => root,
  path: '/champion_signups/events/$id/door',
  beforeLoad: ({ params }) => knownId(params),
  component: loadedLater(() => import('../../publications/events/door-page.tsx'), 'DoorPage'),
})

const content = createRoute({
  getParentRoute: () => shell,
  path: '/settings/content',
  component: loadedLater(() => import('../section-pages.tsx'), 'ContentPage'),
})

const contentSearch = newsContract.query.extend(listSearch)

const communities = createRoute({
  getParentRoute: () => shell,
  path: '/settings/content/communities',
  validateSearch: contentSearch,
  component: loadedLater(() => import('../../publications/content/communities-page.tsx'), 'CommunitiesPage'),
})

const community = createRoute({
  getParentRoute: () => shell,
  path: '/settings/content/communities/$id',
  beforeLoad: ({ params }) => knownId(params),
  component: loadedLater(() => import('../../publications/content/community-page.tsx'), 'CommunityPage'),
})

const newCommunity = createRoute({
  getParentRoute: () => shell,
  path: '/settings/content/communities/new',
  validateSearch: newSearch,
  component: loadedLater(() => import('../../publications/content/community-form-page.tsx'), 'NewCommunityPage'),
})

const editCommunity = createRoute({
  getParentRoute: () => shell,
  path: '/settings/content/communities/$id/edit',
  beforeLoad: ({ params }) => knownId(params),
  component: loadedLater(() => import('../../publications/content/community-form-page.tsx'), 'EditCommunityPage'),
})

const news = createRoute({
  getParentRoute: () => shell,
  path: '/settings/content/news',
  validateSearch: contentSearch,
  component: loadedLater(() => import('../../publications/content/news-page.tsx'), 'NewsPage'),
})

const newsItem = createRoute({
  getParentRoute: () => shell,
  path: '/settings/content/news/$id',
  beforeLoad: ({ params }) => knownId(params),
  component: loadedLater(() => import('../../publications/content/news-item-page.tsx'), 'NewsItemPage'),
})

const newNews = createRoute({
  getParentRoute: () => shell,
  path: '/settings/content/news/new',
  validateSearch: newSearch,
  component: loadedLater(() => import('../../publications/content/news-form-page.tsx'), 'NewNewsPage'),
})

const editNews = createRoute({
  getParentRoute: () => shell,
  path: '/settings/content/news/$id/edit',
  beforeLoad: ({ params }) => knownId(params),
  component: loadedLater(() => import('../../publications/content/news-form-page.tsx'), 'EditNewsPage'),
})

const letters = createRoute({
  getParentRoute: () => shell,
  path: '/letters',
  validateSearch: listLetterContract.query.extend(listSearch),
  component: loadedLater(() => import('../../publications/letters/letters-page.tsx'), 'LettersPage'),
})

const letter = createRoute({
  getParentRoute: () => shell,
  path: '/letters/$id',
  beforeLoad: ({ params }) => knownId(params),
  validateSearch: recipientsQuery,
  component: loadedLater(() => import('../../publications/letters/letter-page.tsx'), 'LetterPage'),
})

const newLetter = createRoute({
  getParentRoute: () => shell,
  path: '/letters/new',
  validateSearch: newSearch,
  component: loadedLater(() => import('../../publications/letters/letter-form-page.tsx'), 'NewLetterPage'),
})

const editLetter = createRoute({
  getParentRoute: () => shell,
  path: '/letters/$id/edit',
  beforeLoad: ({ params }) => knownId(params),
  component: loadedLater(() => import('../../publications/letters/letter-form-page.tsx'), 'EditLetterPage'),
})

/** Opportunities, events, communities, news and letters. */
export const publicationRoutes = [
  opportunities,
  opportunity,
  newOpportunity,
  editOpportunity,
  events,
  event,
  newEvent,
  editEvent,
  checkIn,
  content,
  communities,
  community,
  newCommunity,
  editCommunity,
  news,
  newsItem,
  newNews,
  editNews,
  letters,
  letter,
  newLetter,
  editLetter,
] as const
