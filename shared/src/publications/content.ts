import { z } from 'zod'
import { card, picture } from './cards.ts'
import { placeFilters, shownPlaceFilters } from './place-filters.ts'
import { answering, answerChoice } from './answers.ts'
import { formState, option, portalPage } from '../portal.ts'

export const communityKindNames = {
  region: 'Where you live',
  interest: 'What you like',
  college: 'What you studied',
  affinity: 'Who you are',
} as const
export type CommunityKind = keyof typeof communityKindNames
export const communityKinds = Object.keys(communityKindNames) as CommunityKind[]

export const rsvpStatuses = ['going', 'waiting', 'cancelled', 'attended', 'absent'] as const
export type RsvpStatus = (typeof rsvpStatuses)[number]
/** Statuses of answers for which staff have not marked attendance. */
export const unmarkedStatuses = ['going', 'waiting', 'cancelled'] as const satisfies RsvpStatus[]

export const rsvpMoves = {
  take_place: {
    from: ['cancelled'],
    to: 'going',
    meaning: 'They say yes, and there is room for them and their guests.',
  },
  join_line: { from: ['cancelled'], to: 'waiting', meaning: 'They say yes, and there is no room: they wait.' },
  give_place: { from: ['waiting'], to: 'going', meaning: 'There is room now, and nobody before them fits in.' },
  cancel: { from: ['going', 'waiting'], to: 'cancelled', meaning: 'They cannot come anymore, or no longer wait.' },
  attend: {
    from: ['going', 'waiting', 'cancelled', 'absent'],
    to: 'attended',
    meaning: 'Staff saw them there, whatever they had said.',
  },
  miss: { from: ['going', 'attended'], to: 'absent', meaning: 'They had a place, and staff did not see them.' },
  unmark: { from: ['attended', 'absent'], to: 'going', meaning: 'Staff marked them by mistake.' },
  wait_again: {
    from: ['attended', 'absent'],
    to: 'waiting',
    meaning: 'The same of who waited: at their place in line.',
  },
  cancel_again: { from: ['attended', 'absent'], to: 'cancelled', meaning: 'The same of who had not said yes.' },
} as const satisfies Record<string, { from: readonly RsvpStatus[]; to: RsvpStatus; meaning: string }>
export type RsvpMove = keyof typeof rsvpMoves

export function canMoveRsvp(status: RsvpStatus, move: RsvpMove): boolean {
  return (rsvpMoves[move].from as readonly RsvpStatus[]).includes(status)
}

/** The marks that staff can set, each with its move. `going` removes a mark. */
export const attendances = { attended: 'attend', absent: 'miss', going: 'unmark' } as const satisfies Record<
  string,
  RsvpMove
>
export type Attendance = keyof typeof attendances

const slugOrId = z.string().max(200)
export const communityParams = z.object({ community: slugOrId })
export const newsParams = z.object({ news: slugOrId })
export const eventParams = z.object({ event: slugOrId })

const text = z.string()
const count = z.number().int()
const pages = { page: count, pages: count, matching: count }
const communityLink = z.object({ href: text, name: text })

const page = z.coerce.number().int().min(1).max(1_000_000).catch(1)
const slug = z.string().max(200).catch('')
export const communitiesQuery = z.object({ kind: z.enum(communityKinds).or(z.literal('')).catch(''), page })
export const newsQuery = z.object({ community: slug, page })
const eventTimes = ['upcoming', 'month', 'past'] as const
export const eventsQuery = z.object({
  time: z.enum(eventTimes).catch('upcoming'),
  community: slug,
  ...placeFilters,
  page,
})
export const peopleQuery = z.object({ page })
export type EventsQuery = z.output<typeof eventsQuery>

export const communitiesPage = portalPage('communities/list', { cards: z.array(card), filter: formState, ...pages })

export const communityHead = z.object({
  href: text,
  name: text,
  kind: text,
  summary: text,
  picture,
  members: count,
  is_member: z.boolean(),
})
export type CommunityHead = z.infer<typeof communityHead>
export const communityPage = portalPage('communities/detail', {
  community: communityHead,
  html: text,
  events: z.array(card),
  news: z.array(card),
})
/** `name` is the first name and the initial of the last name. */
const people = z.array(z.object({ name: text, detail: text.nullable() }))
export const communityMembersPage = portalPage('communities/members', { community: communityHead, people, ...pages })

export const newsListPage = portalPage('news/list', {
  community: communityHead.nullable(),
  cards: z.array(card),
  communities: z.array(option),
  filter: formState,
  ...pages,
})
export const newsPage = portalPage('news/detail', {
  news: z.object({
    href: text,
    title: text,
    summary: text,
    html: text,
    author: text.nullable(),
    published_at: text,
    picture,
    community: communityLink.nullable(),
  }),
  more: z.array(card),
})

export const eventsPage = portalPage('events/list', {
  community: communityHead.nullable(),
  cards: z.array(card),
  communities: z.array(option),
  filter: formState,
  where: z.object(shownPlaceFilters),
  ...pages,
})

/** `places_left` is null if places are unlimited. `link` is set for people who attend an online event. */
const eventView = z.object({
  href: text,
  title: text,
  summary: text,
  html: text,
  picture,
  starts_at: text,
  ends_at: text,
  time_zone: text,
  venue: text.nullable(),
  address: text.nullable(),
  is_online: z.boolean(),
  link: text.nullable(),
  community: communityLink.nullable(),
  going: count,
  places_left: count.nullable(),
  max_guests: count,
  state: z.enum(['open', 'full', 'begun', 'cancelled']),
})
export type EventView = z.infer<typeof eventView>
/** `squares` is the SVG path for the dark squares of a QR code; `size` is the number of squares per row. */
const doorCode = z.object({ code: text, squares: text, size: count })
/** `place_in_line` is the position on the waiting list, from 1, or null. */
const myRsvp = z.object({
  status: z.enum(rsvpStatuses),
  guests: count,
  place_in_line: count.nullable(),
  door: doorCode.nullable(),
  gets_reminder: z.boolean(),
})
export const eventPage = portalPage('events/detail', {
  event: eventView,
  mine: myRsvp.nullable(),
  answering,
  form: formState,
})
export const attendeesPage = portalPage('events/attendees', {
  event: z.object({ href: text, title: text, starts_at: text, time_zone: text }),
  people,
  ...pages,
})

export const rsvpForm = z.object({
  reply: answerChoice.default('yes'),
  guests: z.preprocess(
    (value) => (value === undefined || value === '' ? 0 : value),
    z.coerce
      .number('Choose who is coming.')
      .int('Choose who is coming.')
      .min(0, 'Choose who is coming.')
      .max(1000, 'Choose fewer guests.'),
  ),
})

export const remindersParams = z.object({ signup: z.uuid(), token: z.string().max(100) })
export const remindersForm = z.object({ reminders: z.enum(['on', 'off']).catch('off') })
export const remindersPage = portalPage('events/reminders', { action: text, wants_reminders: z.boolean() })
