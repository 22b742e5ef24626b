import { z } from 'zod'
import type { App, Context } from '../foundations/context.ts'
import { actions } from '../staff/index.ts'
import { askRoutes } from './asks/routes.ts'
import { communityKind } from './communities/kind.ts'
import type { Kind } from './engine/kind.ts'
import { followRenamed } from './engine/slugs.ts'
import { staffPublicationRoutes } from './engine/staff-routes.ts'
import { eventKind } from './events/kind.ts'
import { attendanceRoutes } from './events/staff-routes.ts'
import { listLetterKind } from './list-letters/kind.ts'
import { listLetterRoutes } from './list-letters/routes.ts'
import { newsKind } from './news/kind.ts'
import { decisionRoutes } from './opportunities/decide.ts'
import { opportunityKind } from './opportunities/kind.ts'
import { opportunityRoutes } from './opportunities/routes.ts'
import { confirmAnswerRoutes } from './site/answer-routes.ts'
import { communityRoutes } from './site/community-routes.ts'
import { eventRoutes } from './site/event-routes.ts'
import { feedRoutes, newsRoutes } from './site/news-routes.ts'
import { searchEngineRoutes } from './site/search-engines.ts'
import { shareImageRoutes } from './site/share-images.ts'

export { answerRules, withdrawAnswers } from './champion-answers.ts'
export { selectPublishedCommunities, listLargestCommunities } from './communities/communities.ts'
export { selectPublishedEvents, listUpcomingEvents } from './events/events.ts'
export { isRemindersLink, reminderRoutes } from './events/reminders.ts'
export { OptOutRequests, optOutRoutes } from './list-letters/opt-out.ts'
export { listLatestNews, selectPublishedNews } from './news/news.ts'
export { listNewestOpportunities } from './opportunities/cards.ts'
export { isOpen, selectPublishedOpportunities } from './opportunities/opportunities.ts'
export { photoRoutes } from './photos/routes.ts'
export { suggestCards } from './suggestions.ts'

const kinds: readonly Kind[] = [communityKind, newsKind, eventKind, opportunityKind]

export function publicationRoutes(app: App, context: Context): void {
  followRenamed(app)
  for (const kind of [...kinds, listLetterKind]) staffPublicationRoutes(app, context, kind)
  attendanceRoutes(app, context)
  decisionRoutes(app)
  listLetterRoutes(app, context)
  askRoutes(app, context)
  actions(app, { url: '/settings/content', needs: 'admin' }).page('', { reply: z.object({}) }, () => ({}))
  communityRoutes(app, context)
  newsRoutes(app, context)
  feedRoutes(app, context)
  eventRoutes(app, context)
  confirmAnswerRoutes(app, context)
  shareImageRoutes(app, context)
  opportunityRoutes(app, context)
  searchEngineRoutes(app, context, kinds)
}
