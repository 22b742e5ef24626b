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

/** Returns the iCalendar file of an event for everyone, without the link to an online event. */
export function buildPublicEntry(config: Config, event: EventRow): string {
  // Only attendees get the link to an online event.
  return buildEntry(
    config,
    event,
    ICalCalendarMethod.PUBLISH,
    eventPlace(event.is_online ? { ...event, address: null } : event),
  )
}

type Guest = { email: string; isGoing: boolean; answeredAt: string }

/** Builds the calendar attachment of a letter to a guest: a request if the guest is going, else a cancellation. */
export function buildGuestEntry(
  config: Config,
  event: EventRow,
  { status, updated_at, signup }: { status: string; updated_at: string; signup: Signup },
): Message['calendar'] {
  const isGoing = status === 'going' && event.cancelled_at === null
  const method = isGoing ? ICalCalendarMethod.REQUEST : ICalCalendarMethod.CANCEL
  const guest = { email: signup.email, isGoing, answeredAt: updated_at }
  return {
    method,
    content: buildEntry(config, event, method, eventPlace(event), guest),
  }
}

function buildEntry(
  config: Config,
  event: EventRow,
  method: ICalCalendarMethod,
  location: string,
  guest?: Guest,
): string {
  const { CHAMPIONS_URL, institution } = config
  const url = `${CHAMPIONS_URL}/events/${event.slug}`
  // Uses UTC, which calendars convert to their owner's time zone.
  const calendar = ical({ prodId: { company: institution.name, product: 'Alumni champions', language: 'EN' }, method })
  const created = calendar.createEvent({
    // Entries from releases up to v0.14.0 have the event id in their UID.
    id: `event-${event.calendar_token ?? event.id}@${new URL(CHAMPIONS_URL).hostname}`,
    sequence: event.revision,
    // Orders entries with the same SEQUENCE, such as those of a guest who cancels and accepts again.
    stamp: latest(event.updated_at, guest?.answeredAt ?? event.updated_at),
    lastModified: new Date(event.updated_at),
    start: new Date(event.starts_at),
    // RFC 5545 requires events to end after they start.
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
  // Includes the answer, so that calendars do not ask for it.
  if (guest)
    created.createAttendee({
      email: guest.email,
      role: ICalAttendeeRole.REQ,
      status: guest.isGoing ? ICalAttendeeStatus.ACCEPTED : ICalAttendeeStatus.DECLINED,
      rsvp: false,
    })
  // RFC 5545 ends every line with CRLF.
  return `${calendar.toString()}\r\n`
}

function latest(...instants: string[]): Date {
  return new Date(Math.max(...instants.map((instant) => new Date(instant).getTime())))
}
