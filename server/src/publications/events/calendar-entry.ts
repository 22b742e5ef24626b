import {
  default as ical,
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  ICalEventStatus,
} from 'ical-generator'
import type { Config } from '../../foundations/process/config.ts'
import type { Message } from '../../foundations/mail/mailer.ts'
import type { Signup } from '../../champions/index.ts'
import type { EventRow } from './events.ts'

/** An event for anyone's own calendar. The same entry comes again with a higher SEQUENCE after each change. */
export function publicEntry(config: Config, event: EventRow): string {
  // The link to an event online is for those who go, on its page.
  return entry(config, event, ICalCalendarMethod.PUBLISH, event.is_online ? ['Online'] : [event.venue, event.address])
}

/** The same for one who goes, as mail programs put it into their calendar, change it there, and take it out. */
export function entryOfGuest(config: Config, event: EventRow, { email }: Signup): Message['calendar'] {
  const method = event.cancelled_at === null ? ICalCalendarMethod.REQUEST : ICalCalendarMethod.CANCEL
  return {
    method,
    content: entry(config, event, method, [event.is_online && 'Online', event.venue, event.address], email),
  }
}

function entry(
  config: Config,
  event: EventRow,
  method: ICalCalendarMethod,
  location: (string | false | null)[],
  guest?: string,
): string {
  const { CHAMPIONS_URL, institution } = config
  const url = `${CHAMPIONS_URL}/events/${event.slug}`
  // Instants in UTC: every calendar shows them in the zone of its owner, daylight saving and all.
  const calendar = ical({ prodId: { company: institution.name, product: 'Alumni champions', language: 'EN' }, method })
  const created = calendar.createEvent({
    id: `event-${event.id}@${new URL(CHAMPIONS_URL).hostname}`,
    sequence: event.revision,
    stamp: new Date(event.updated_at),
    lastModified: new Date(event.updated_at),
    start: new Date(event.starts_at),
    end: new Date(event.ends_at),
    summary: event.title,
    description: `${event.summary}\n\n${url}`,
    location: location.filter(Boolean).join(', ') || null,
    url,
    status: event.cancelled_at === null ? ICalEventStatus.CONFIRMED : ICalEventStatus.CANCELLED,
    ...(guest ? { organizer: { name: institution.name, email: institution.support_email } } : {}),
  })
  // They have answered: their calendar need not ask.
  if (guest)
    created.createAttendee({
      email: guest,
      role: ICalAttendeeRole.REQ,
      status: ICalAttendeeStatus.ACCEPTED,
      rsvp: false,
    })
  return calendar.toString()
}
