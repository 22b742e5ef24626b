import { formatClock } from '@alumni/shared/clock'
import type { RsvpStatus } from '@alumni/shared/publications/content'
import { eventPlace } from '@alumni/shared/publications/locations'
import { wayTo } from '@alumni/shared/publications/way-to-event'
import { type Signup, greetedName, survivingSignup } from '../../champions/index.ts'
import type { Config } from '../../foundations/process/config.ts'
import type { Db } from '../../foundations/database/db.ts'
import { letter, quoted, type LetterLink } from '../../foundations/mail/letter.ts'
import type { Composer } from '../../foundations/mail/letters.ts'
import type { Message } from '../../foundations/mail/mailer.ts'
import { entryOfGuest } from './calendar-entry.ts'
import { doorCode, doorPicture, hasDoor } from './door-code.ts'
import { publishedEvents, type EventRow } from './events.ts'
import { remindersUrl } from './reminders.ts'
import { placeInLine } from '../engine/answers.ts'
import { rsvps } from './rsvps.ts'

type AboutRsvp = { rsvp: number }

declare module '../../foundations/mail/letters.ts' {
  interface Letters {
    'rsvp-going': AboutRsvp
    'rsvp-waiting': AboutRsvp
    'rsvp-place': AboutRsvp
    'rsvp-cancelled': AboutRsvp
    'event-changed': AboutRsvp & { revision: number; what: 'time' | 'place' | 'time and place' }
    'event-cancelled': AboutRsvp
    'event-reminder': AboutRsvp
  }
}
type Kind =
  | 'rsvp-going'
  | 'rsvp-waiting'
  | 'rsvp-place'
  | 'rsvp-cancelled'
  | 'event-changed'
  | 'event-cancelled'
  | 'event-reminder'

/** An answer with its event and its person, as they are when the letter leaves. */
type Answer = {
  id: number
  status: RsvpStatus
  guests: number
  door_token: string | null
  updated_at: string
  event: EventRow
  signup: Signup
}

/** Each letter about an event says what is true at the moment of sending, and is not sent where that has changed. */
export const contentLetters: { [K in Kind]: Composer<K> } = {
  async 'rsvp-going'(db, config, about) {
    const answer = await answerOf(db, about)
    if (!answer || !isAhead(answer.event) || answer.status !== 'going') return null
    return write(config, answer, {
      subject: `You are going: ${answer.event.title}`,
      heading: 'See you there',
      isInCalendar: true,
      paragraphs: [greeting(answer), `You said yes to ${named(answer)} We look forward to it.`],
      closing: 'If your plans change, cancel on the event’s page so that someone else gets your place.',
    })
  },
  async 'rsvp-waiting'(db, config, about) {
    const answer = await answerOf(db, about)
    if (!answer || !isAhead(answer.event) || answer.status !== 'waiting') return null
    const place = await placeInLine(db, rsvps, answer.id)
    return write(config, answer, {
      subject: `You are on the waiting list: ${answer.event.title}`,
      heading: `You are number ${place} on the waiting list`,
      paragraphs: [
        greeting(answer),
        `All places at “${answer.event.title}” are taken${answer.guests > 0 ? ', or too few are left for you and your guests' : ''}. When a place opens up for you, it is yours, and we will e-mail you right away.`,
      ],
      closing: 'You can leave the waiting list on the event’s page at any time.',
    })
  },
  async 'rsvp-place'(db, config, about) {
    const answer = await answerOf(db, about)
    if (!answer || !isAhead(answer.event) || answer.status !== 'going') return null
    return write(config, answer, {
      subject: `You have a place: ${answer.event.title}`,
      heading: 'A place has opened up, and it is yours',
      isInCalendar: true,
      paragraphs: [
        greeting(answer),
        `You were on the waiting list for ${quoted(answer.event.title)} Now you have a place${withGuests(answer)}.`,
      ],
      closing: 'If you can no longer come, please cancel on the event’s page so that the next person gets your place.',
    })
  },
  async 'rsvp-cancelled'(db, config, about) {
    const answer = await answerOf(db, about)
    if (!answer || !isAhead(answer.event) || answer.status !== 'cancelled') return null
    return write(config, answer, {
      subject: `You are not going: ${answer.event.title}`,
      heading: 'You are no longer going',
      isInCalendar: true,
      paragraphs: [
        greeting(answer),
        `You told us that you are not coming to ${quoted(answer.event.title)} This e-mail removes it from your calendar.`,
      ],
      closing: 'If you can come after all, say yes again on the event’s page while there are places left.',
      button: { label: 'See the event', path: `/events/${answer.event.slug}` },
    })
  },
  async 'event-changed'(db, config, about) {
    const answer = await answerOf(db, about)
    // A further change has its own letter.
    if (!answer || !isAhead(answer.event) || !hasSaidYes(answer) || answer.event.revision !== about.revision)
      return null
    return write(config, answer, {
      subject: `New ${about.what}: ${answer.event.title}`,
      heading: `There is a new ${about.what}`,
      isInCalendar: true,
      paragraphs: [
        greeting(answer),
        `The ${about.what} of “${answer.event.title}” ${about.what === 'time and place' ? 'have' : 'has'} changed. ${answer.status === 'going' ? 'You still have your place' : 'You are still on the waiting list'}. Here are the new details:`,
      ],
      closing: 'If you can no longer come, cancel on the event’s page. This e-mail updates your calendar.',
    })
  },
  async 'event-cancelled'(db, config, about) {
    const answer = await answerOf(db, about)
    if (!answer || answer.event.cancelled_at === null || !hasSaidYes(answer)) return null
    return write(config, answer, {
      subject: `Canceled: ${answer.event.title}`,
      heading: 'This event will not take place',
      isInCalendar: true,
      paragraphs: [
        greeting(answer),
        `We are sorry: “${answer.event.title}” has been canceled. You do not need to do anything. It was planned for:`,
      ],
      closing: 'We hope to see you at another event.',
      button: { label: 'See other events', path: '/events' },
    })
  },
  async 'event-reminder'(db, config, about) {
    const answer = await answerOf(db, about)
    if (!answer || !isAhead(answer.event) || answer.status !== 'going' || !answer.signup.wants_reminders) return null
    const unsubscribe = remindersUrl(config, answer.signup)
    const message = await write(config, answer, {
      subject: `Reminder: ${answer.event.title}`,
      heading: 'Your event is almost here',
      paragraphs: [greeting(answer), `You are going to ${named(answer)}`],
      closing: 'If you can no longer come, please cancel on the event’s page so that someone else gets your place.',
      link: { label: 'Turn reminders off', url: unsubscribe },
    })
    return { ...message, unsubscribe }
  },
}

async function answerOf(db: Db, { rsvp: id }: AboutRsvp): Promise<Answer | null> {
  const rsvp = await db
    .selectFrom('event_rsvps')
    .select(['event_id', 'signup_id', 'status', 'guests', 'door_token', 'updated_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!rsvp) return null
  const event = await publishedEvents(db).where('t.id', '=', rsvp.event_id).executeTakeFirst()
  const signup = await survivingSignup(db, rsvp.signup_id)
  return event && signup ? { ...rsvp, id, event, signup } : null
}

const isAhead = (event: EventRow) => event.cancelled_at === null && !event.has_begun
const hasSaidYes = ({ status }: Answer) => status === 'going' || status === 'waiting'
const greeting = ({ signup }: Answer) => `Hello${greetedName(signup.first_name)},`
const withGuests = ({ guests }: Answer) =>
  guests === 0 ? '' : guests === 1 ? ', with 1 guest' : `, with ${guests} guests`
/** “Homecoming.” or “Homecoming,” with 2 guests. */
const named = (answer: Answer) =>
  answer.guests === 0 ? quoted(answer.event.title) : `${quoted(answer.event.title, ',')}${withGuests(answer).slice(1)}.`

/** The content id of the QR code. */
const cid = 'door-code'

type Words = {
  subject: string
  heading: string
  paragraphs: string[]
  closing: string
  link?: LetterLink
  button?: { label: string; path: string }
  /** Whether it brings, changes or removes the event's entry in their calendar. */
  isInCalendar?: boolean
}

async function write(config: Config, answer: Answer, words: Words): Promise<Message> {
  const { event, status, signup } = answer
  const isGoing = status === 'going'
  const page = `${config.CHAMPIONS_URL}/events/${event.slug}`
  const change = { label: 'Change or cancel your answer', url: `${page}#answer` }
  const toCome = isGoing ? (wayTo(event) ?? { label: 'Add to your calendar', url: `${page}/calendar.ics` }) : change
  const button = words.button ? { label: words.button.label, url: config.CHAMPIONS_URL + words.button.path } : toCome
  const digits = hasDoor(event, status) ? doorCode(config, answer) : null
  const content = letter({
    institution: config.institution,
    heading: words.heading,
    paragraphs: words.paragraphs,
    facts: [
      { label: 'When', value: formatClock(event.starts_at, event.ends_at, event.time_zone) },
      { label: 'Where', value: whereOf(event, isGoing) },
    ],
    ...(digits && { code: { label: `At the door${isGoing ? '' : ', once you have a place'}`, digits, picture: cid } }),
    button,
    link: [...(button === toCome && isGoing ? [change] : []), ...(words.link ? [words.link] : [])],
    closing: [words.closing],
  })
  // People who wait have nothing for a calendar yet.
  const calendar = words.isInCalendar && status !== 'waiting' ? entryOfGuest(config, event, answer) : undefined
  const picture = digits && { cid, png: (await doorPicture(event.id, digits)).toString('base64') }
  return {
    to: signup.email,
    subject: words.subject,
    ...content,
    ...(calendar && { calendar }),
    ...(picture && { picture }),
  }
}

/** The link to an event online is for those who go. */
function whereOf(event: EventRow, isGoing: boolean): string {
  return eventPlace(event.is_online && !isGoing ? { ...event, address: null } : event) || 'We will let you know.'
}
