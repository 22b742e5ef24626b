import { formatClock } from '@alumni/shared/clock'
import type { RsvpStatus } from '@alumni/shared/publications/content'
import { eventPlace } from '@alumni/shared/publications/locations'
import { linkToEvent } from '@alumni/shared/publications/link-to-event'
import { greetedName, findSurvivingSignup } from '../../champions/index.ts'
import type { Config } from '../../foundations/process/config.ts'
import type { Db } from '../../foundations/database/db.ts'
import { renderLetter, quoteTitle, type LetterLink } from '../../foundations/mail/letter.ts'
import type { Composer, Letters } from '../../foundations/mail/letters.ts'
import type { Message } from '../../foundations/mail/mailer.ts'
import { buildGuestEntry } from './calendar-entry.ts'
import { buildDoorCode, drawDoorPicture, hasDoorCode } from './door-code.ts'
import { selectPublishedEvents, type EventRow } from './events.ts'
import { buildRemindersUrl } from './reminders.ts'
import { findWaitingPosition } from '../engine/answers.ts'
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
type Kind = `rsvp-${'going' | 'waiting' | 'place' | 'cancelled'}` | `event-${'changed' | 'cancelled' | 'reminder'}`

type Answer = NonNullable<Awaited<ReturnType<typeof answerOf>>>

/** Letters that no longer apply are not sent. */
export const contentLetters: { [K in Kind]: Composer<K> } = {
  'rsvp-going': createComposer(
    (answer) =>
      isAhead(answer, ['going']) && {
        subject: `You are going: ${answer.event.title}`,
        heading: 'See you there',
        isInCalendar: true,
        paragraphs: [`You said yes to ${describeParty(answer)} We look forward to it.`],
        closing: 'If your plans change, cancel on the event’s page so that someone else gets your place.',
      },
  ),
  'rsvp-waiting': createComposer(
    async (answer, { db }) =>
      isAhead(answer, ['waiting']) && {
        subject: `You are on the waiting list: ${answer.event.title}`,
        heading: `You are number ${await findWaitingPosition(db, rsvps, answer.id)} on the waiting list`,
        paragraphs: [
          `All places at “${answer.event.title}” are taken${answer.guests > 0 ? ', or too few are left for you and your guests' : ''}. When a place opens up for you, it is yours, and we will e-mail you right away.`,
        ],
        closing: 'You can leave the waiting list on the event’s page at any time.',
      },
  ),
  'rsvp-place': createComposer(
    (answer) =>
      isAhead(answer, ['going']) && {
        subject: `You have a place: ${answer.event.title}`,
        heading: 'A place has opened up, and it is yours',
        isInCalendar: true,
        paragraphs: [
          `You were on the waiting list for ${quoteTitle(answer.event.title)} Now you have a place${withGuests(answer)}.`,
        ],
        closing:
          'If you can no longer come, please cancel on the event’s page so that the next person gets your place.',
      },
  ),
  'rsvp-cancelled': createComposer(
    (answer) =>
      isAhead(answer, ['cancelled']) && {
        subject: `You are not going: ${answer.event.title}`,
        heading: 'You are no longer going',
        isInCalendar: true,
        paragraphs: [
          `You told us that you are not coming to ${quoteTitle(answer.event.title)} This e-mail removes it from your calendar.`,
        ],
        closing: 'If you can come after all, say yes again on the event’s page while there are places left.',
        button: { label: 'See the event', path: `/events/${answer.event.slug}` },
      },
  ),
  'event-changed': createComposer<'event-changed'>(
    (answer, { what, revision }) =>
      // Not sent after a later change, which has its own letter.
      isAhead(answer, ['going', 'waiting']) &&
      answer.event.revision === revision && {
        subject: `New ${what}: ${answer.event.title}`,
        heading: `There is a new ${what}`,
        isInCalendar: true,
        paragraphs: [
          `The ${what} of “${answer.event.title}” ${what === 'time and place' ? 'have' : 'has'} changed. ${answer.status === 'going' ? 'You still have your place' : 'You are still on the waiting list'}. Here are the new details:`,
        ],
        closing: 'If you can no longer come, cancel on the event’s page. This e-mail updates your calendar.',
      },
  ),
  'event-cancelled': createComposer(
    ({ event, status }) =>
      event.cancelled_at !== null &&
      (status === 'going' || status === 'waiting') && {
        subject: `Canceled: ${event.title}`,
        heading: 'This event will not take place',
        isInCalendar: true,
        paragraphs: [
          `We are sorry: “${event.title}” has been canceled. You do not need to do anything. It was planned for:`,
        ],
        closing: 'We hope to see you at another event.',
        button: { label: 'See other events', path: '/events' },
      },
  ),
  'event-reminder': createComposer(
    (answer, { config }) =>
      isAhead(answer, ['going']) &&
      answer.signup.wants_reminders && {
        subject: `Reminder: ${answer.event.title}`,
        heading: 'Your event is almost here',
        paragraphs: [`You are going to ${describeParty(answer)}`],
        closing: 'If you can no longer come, please cancel on the event’s page so that someone else gets your place.',
        link: { label: 'Turn reminders off', url: buildRemindersUrl(config, answer.signup) },
      },
  ),
}

type AnswerText = {
  subject: string
  heading: string
  paragraphs: string[]
  closing: string
  /** The link that turns off letters of this kind. */
  link?: LetterLink
  button?: { label: string; path: string }
  isInCalendar?: boolean
}
type Compose<K extends Kind> = (
  answer: Answer,
  context: Letters[K] & { db: Db; config: Config },
) => AnswerText | false | Promise<AnswerText | false>

function createComposer<K extends Kind>(compose: Compose<K>): Composer<K> {
  return async (db, config, subject) => {
    const answer = await answerOf(db, subject)
    const text = answer && (await compose(answer, { ...subject, db, config }))
    return text ? { ...(await write(config, answer, text)), ...(text.link && { unsubscribe: text.link.url }) } : null
  }
}

async function answerOf(db: Db, { rsvp: id }: AboutRsvp) {
  const columns = ['id', 'event_id', 'signup_id', 'status', 'guests', 'door_token', 'updated_at'] as const
  const rsvp = await db.find('event_rsvps', columns, { id })
  const event = rsvp && (await selectPublishedEvents(db).where('t.id', '=', rsvp.event_id).executeTakeFirst())
  const signup = event && (await findSurvivingSignup(db, rsvp.signup_id))
  return signup ? { ...rsvp, event, signup } : null
}

const isAhead = ({ event, status }: Answer, statuses: readonly RsvpStatus[]) =>
  event.cancelled_at === null && !event.has_begun && statuses.includes(status)
const withGuests = ({ guests }: Answer) =>
  guests === 0 ? '' : guests === 1 ? ', with 1 guest' : `, with ${guests} guests`
/** Returns `“Homecoming.”` or `“Homecoming,” with 2 guests.` */
const describeParty = (answer: Answer) =>
  answer.guests === 0
    ? quoteTitle(answer.event.title)
    : `${quoteTitle(answer.event.title, ',')}${withGuests(answer).slice(1)}.`

const cid = 'door-code'

async function write(config: Config, answer: Answer, text: AnswerText): Promise<Message> {
  const { event, status, signup } = answer
  const isGoing = status === 'going'
  const page = `${config.CHAMPIONS_URL}/events/${event.slug}`
  const change = { label: 'Change or cancel your answer', url: `${page}#answer` }
  const toCome = isGoing
    ? (linkToEvent(event) ?? { label: 'Add to your calendar', url: `${page}/calendar.ics` })
    : change
  const button = text.button ? { label: text.button.label, url: config.CHAMPIONS_URL + text.button.path } : toCome
  const digits = hasDoorCode(event, status) ? buildDoorCode(config, answer) : null
  const content = renderLetter({
    institution: config.institution,
    heading: text.heading,
    paragraphs: [`Hello${greetedName(signup.first_name)},`, ...text.paragraphs],
    facts: [
      { label: 'When', value: formatClock(event.starts_at, event.ends_at, event.time_zone) },
      { label: 'Where', value: formatPlace(event, isGoing) },
    ],
    ...(digits && { code: { label: `At the door${isGoing ? '' : ', once you have a place'}`, digits, picture: cid } }),
    button,
    link: [...(button === toCome && isGoing ? [change] : []), ...(text.link ? [text.link] : [])],
    closing: [text.closing],
  })
  const calendar = text.isInCalendar && status !== 'waiting' ? buildGuestEntry(config, event, answer) : undefined
  const picture = digits && { cid, png: (await drawDoorPicture(event.id, digits)).toString('base64') }
  return {
    to: signup.email,
    subject: text.subject,
    ...content,
    ...(calendar && { calendar }),
    ...(picture && { picture }),
  }
}

function formatPlace(event: EventRow, isGoing: boolean): string {
  return eventPlace(event.is_online && !isGoing ? { ...event, address: null } : event) || 'We will let you know.'
}
