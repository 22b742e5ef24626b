import { eventParams } from '@alumni/shared/publications/content'
import type { App, Context } from '../../foundations/context.ts'
import { onExternal } from '../../foundations/hosts/site.ts'
import { publicEntry } from '../events/calendar-entry.ts'
import { findEvent } from '../events/events.ts'

/** An event as a file for a person's own calendar. */
export function calendarRoutes(app: App, { config }: Context): void {
  app.get(
    '/events/:event/calendar.ics',
    { constraints: onExternal, schema: { params: eventParams } },
    async ({ db, params }, reply) => {
      const event = await findEvent(db, params.event)
      return reply
        .type('text/calendar; charset=utf-8')
        .header('content-disposition', `attachment; filename="${event.slug.replaceAll(/[^\w-]/g, '')}.ics"`)
        .send(publicEntry(config, event))
    },
  )
}
