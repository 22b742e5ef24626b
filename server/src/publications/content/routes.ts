import type { App, Context } from '../../foundations/context.ts'
import { calendarRoutes } from './calendar.ts'
import { communityRoutes } from './community-routes.ts'
import { eventRoutes } from './event-routes.ts'
import { feedRoutes } from './feed.ts'
import { followRenamed } from './former-slugs.ts'
import { newsRoutes } from './news-routes.ts'
import { reminderRoutes } from './reminder-routes.ts'
import { shareImageRoutes } from './share-images.ts'
import { staffContentRoutes } from './staff-content-routes.ts'
import { staffEventRoutes } from './staff-event-routes.ts'

/** What is written for everybody on the alumni's site, and how champions answer to it. */
export function contentRoutes(app: App, context: Context): void {
  followRenamed(app)
  communityRoutes(app)
  newsRoutes(app)
  feedRoutes(app, context)
  eventRoutes(app)
  calendarRoutes(app, context)
  reminderRoutes(app, context)
  shareImageRoutes(app, context)
  staffEventRoutes(app, context)
  staffContentRoutes(app, context)
}
