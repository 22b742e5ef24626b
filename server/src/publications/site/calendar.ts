import { eventParams } from '@alumni/shared/publications/content'
import { ICalCalendarMethod, ICalEventStatus, default as ical } from 'ical-generator'
import type { App, Context } from '../../foundations/context.ts'
import { onExternal } from '../../foundations/hosts/site.ts'
import { findEvent } from '../events/events.ts'

/** An event for a person's own calendar. The same entry comes again with a higher SEQUENCE after each change. */
export function calendarRoutes(app: App, { config }: Context): void {
  app.get(
    '/events/:event/calendar.ics',
    { constraints: onExternal, schema: { params: eventParams } },
    async ({ db, params }, reply) => {
      const event = await findEvent(db, params.event)
      const url = `${config.CHAMPIONS_URL}/events/${event.slug}`
      // Instants in UTC: every calendar shows them in the zone of its owner, daylight saving and all.
      const calendar = ical({
        prodId: { company: config.institution.name, product: 'Alumni champions', language: 'EN' },
        method: ICalCalendarMethod.PUBLISH,
      })
      calendar.createEvent({
        id: `event-${event.id}@${new URL(config.CHAMPIONS_URL).hostname}`,
        sequence: event.revision,
        stamp: new Date(event.updated_at),
        lastModified: new Date(event.updated_at),
        start: new Date(event.starts_at),
        end: new Date(event.ends_at),
        summary: event.title,
        description: `${event.summary}\n\n${url}`,
        // The link to an event online is for those who go, on its page.
        location: event.is_online ? 'Online' : [event.venue, event.address].filter(Boolean).join(', ') || null,
        url,
        status: event.cancelled_at === null ? ICalEventStatus.CONFIRMED : ICalEventStatus.CANCELLED,
      })
      return reply
        .type('text/calendar; charset=utf-8')
        .header('content-disposition', `attachment; filename="${event.slug.replaceAll(/[^\w-]/g, '')}.ics"`)
        .send(calendar.toString())
    },
  )
}
