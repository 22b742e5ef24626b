import { z } from 'zod'
import { pageMembers } from '../page.ts'
import { attendances, rsvpStatuses, type Attendance } from './content.ts'
import {
  answerIds,
  answerRow,
  answersQuery,
  optionalText,
  localTime,
  optionalCapacity,
  publication,
  refusedAnswers,
  siteMoves,
} from './publications.ts'
import { cityFilter, location, locationColumns, locationFields } from './locations.ts'

const states = ['draft', 'scheduled', 'upcoming', 'past', 'cancelled'] as const
export type EventState = (typeof states)[number]

const moves = {
  ...siteMoves('upcoming', ['past']),
  cancel: {
    from: ['upcoming'],
    to: 'cancelled',
    meaning: 'Everyone who said yes gets a letter. It cannot be undone.',
  },
} as const

const count = z.number().int()
const rsvpCounts = z.object({ going: count, waiting: count, cancelled: count, attended: count, absent: count })
const communityOption = z.object({ id: count, name: z.string() })

const eventRow = z.object({
  id: count,
  title: z.string(),
  state: z.enum(states),
  community: z.string().nullable(),
  starts_at: z.string(),
  time_zone: z.string(),
  venue: z.string().nullable(),
  is_online: z.boolean(),
  ...locationColumns,
  places: count.nullable(),
  counts: rsvpCounts,
})
export type EventRow = z.infer<typeof eventRow>

/** Times are local to `time_zone`. The `address` of an online event is its link. */
export const eventContract = publication({
  states,
  moves,
  fields: {
    community_id: z.number().int().min(1).nullable(),
    starts: localTime('at which it begins'),
    ends: localTime('at which it ends'),
    time_zone: z.string().max(60).refine(isTimeZone, 'Choose a time zone from the list.'),
    venue: optionalText(120),
    address: optionalText(300),
    is_online: z.boolean(),
    ...locationFields,
    places: optionalCapacity,
    max_guests: z
      .number('Enter how many guests each may bring; 0 for none.')
      .int('Enter a whole number of guests, such as 2.')
      .min(0, 'Enter 0 or more.')
      .max(100, 'Enter at most 100 guests.'),
  },
  refusal: {
    isRight: ({ starts, ends }: { starts: string; ends: string }) => starts <= ends,
    path: 'ends',
    message: 'It ends before it begins.',
  },
  /** `taken` includes guests. `can_mark` is true starting on the day of the event. */
  facts: {
    community: z.string().nullable(),
    starts_at: z.string(),
    ends_at: z.string(),
    cancelled_at: z.string().nullable(),
    counts: rsvpCounts,
    taken: count,
    can_mark: z.boolean(),
  },
  filters: {
    community: z.coerce.number().int().min(1).optional().catch(undefined),
    soon: z.literal('yes').optional().catch(undefined),
    city: cityFilter,
  },
  list: { events: z.array(eventRow), communities: z.array(communityOption), cities: z.array(z.string()) },
})
export type EventMove = keyof typeof moves
export type EventFields = z.infer<typeof eventContract.fields>
export type EventRecord = z.infer<typeof eventContract.record>
export type StaffEventsQuery = z.infer<typeof eventContract.query>
export type StaffEventsPage = z.infer<typeof eventContract.page>

function isTimeZone(name: string): boolean {
  if (name !== 'UTC' && !/^[A-Z][A-Za-z_]+\/[A-Za-z0-9_+/-]+$/.test(name)) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

const choices = { communities: z.array(communityOption), locations: z.array(location) }
export const newEventPage = z.object({ ...choices, clock_zone: z.string() })
export const editEventPage = z.object({ event: eventContract.record, ...choices })

/** `expected` selects everyone with a place, whether they came or not. */
const rsvpFilters = [...rsvpStatuses, 'expected', 'all'] as const
/** `status` defaults to `going` before the day of the event, and to `expected` from then on. */
export const rsvpsQuery = answersQuery(rsvpFilters)

const rsvpRow = z.object({
  ...answerRow,
  status: z.enum(rsvpStatuses),
  guests: count,
  marked_at: z.string().nullable(),
  marked_by: z.string().nullable(),
})
export type RsvpRow = z.infer<typeof rsvpRow>

export const staffEventPage = z.object({
  event: eventContract.record,
  status: z.enum(rsvpFilters),
  rsvps: z.array(rsvpRow),
  ...pageMembers,
})
export type StaffEventPage = z.infer<typeof staffEventPage>

const attendance = z.enum(Object.keys(attendances) as Attendance[])
/** Marks answers that still have the status `seen`, or everyone who is going if their number is `confirm_count`. */
export const attendanceRequest = z.union([
  z.object({ attendance, ids: answerIds, seen: z.enum(rsvpStatuses).optional() }),
  z.object({ attendance: z.enum(['attended', 'absent']), confirm_count: z.number().int().min(1) }),
])
export type AttendanceRequest = z.infer<typeof attendanceRequest>
export const attendanceReply = z.object({ marked: count, refused: refusedAnswers })
export type AttendanceReply = z.infer<typeof attendanceReply>

/** Adds a "yes" for a champion. On or after the day of the event, marks the champion as having attended. */
export const addRsvpRequest = z.object({
  email: z.string().trim().min(3, 'Enter the e-mail address of their signup, such as name@example.edu.').max(320),
  guests: eventContract.fields.shape.max_guests,
})
export const addRsvpReply = z.object({ name: z.string(), status: z.enum(rsvpStatuses) })
