import { addHours } from 'date-fns/addHours'
import {
  default as ical,
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  ICalEventStatus,
} from 'ical-generator'
import { eventPlace } from '@alumni/shared/publications/locations'
import type { Config } from '../../foundations/process/config.ts'
import type { Message } from '../../foundations/mail/mailer.ts'
import type { Signup } from '../../champions/index.ts'
import type { EventRow } from './events.ts'

/** An event for anyone's own calendar. The same entry comes again with a higher SEQUENCE after each change. */
export function publicEntry(config: Config, event: EventRow): string {
  // The link to an event online is for those who go, on its page.
  return entry(
    config,
    event,
    ICalCalendarMethod.PUBLISH,
    eventPlace(event.is_online ? { ...event, address: null } : event),
  )
}

type Guest = { email: string; isGoing: boolean; answeredAt: string }

/** The same for one who goes, as mail programs put it into their calendar, change it there, and take it out. */
export function entryOfGuest(
  config: Config,
  event: EventRow,
  { status, updated_at, signup }: { status: string; updated_at: string; signup: Signup },
): Message['calendar'] {
  const isGoing = status === 'going' && event.cancelled_at === null
  const method = isGoing ? ICalCalendarMethod.REQUEST : ICalCalendarMethod.CANCEL
  const guest = { email: signup.email, isGoing, answeredAt: updated_at }
  return {
    method,
    content: entry(config, event, method, eventPlace(event), guest),
  }
}

function entry(config: Config, event: EventRow, method: ICalCalendarMethod, location: string, guest?: Guest): string {
  const { CHAMPIONS_URL, institution } = config
  const url = `${CHAMPIONS_URL}/events/${event.slug}`
  // Instants in UTC: every calendar shows them in the zone of its owner, daylight saving and all.
  const calendar = ical({ prodId: { company: institution.name, product: 'Alumni champions', language: 'EN' }, method })
  const created = calendar.createEvent({
    // Events of v0.14.0 and before have a UID of their id in people's calendars.
    id: `event-${event.calendar_token ?? event.id}@${new URL(CHAMPIONS_URL).hostname}`,
    sequence: event.revision,
    // The later of two with the same SEQUENCE counts: a person may cancel and come after all.
    stamp: latest(event.updated_at, guest?.answeredAt ?? event.updated_at),
    lastModified: new Date(event.updated_at),
    start: new Date(event.starts_at),
    // RFC 5545 wants an end after the start: an event that ends as it begins takes an hour.
    end: event.ends_at === event.starts_at ? addHours(event.starts_at, 1) : new Date(event.ends_at),
    summary: event.title,
    description: `${event.summary}\n\n${url}`,
    location: location || null,
    url,
    status:
      method === ICalCalendarMethod.CANCEL || event.cancelled_at
        ? ICalEventStatus.CANCELLED
        : ICalEventStatus.CONFIRMED,
    ...(guest ? { organizer: { name: institution.name, email: institution.support_email } } : {}),
  })
  // They have answered: their calendar need not ask.
  if (guest)
    created.createAttendee({
      email: guest.email,
      role: ICalAttendeeRole.REQ,
      status: guest.isGoing ? ICalAttendeeStatus.ACCEPTED : ICalAttendeeStatus.DECLINED,
      rsvp: false,
    })
  // RFC 5545 ends each line so, the last one too.
  return `${calendar.toString()}\r\n`
}

function latest(...instants: string[]): Date {
  return new Date(Math.max(...instants.map((at) => new Date(at).getTime())))
}
