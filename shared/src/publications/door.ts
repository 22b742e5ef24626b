import { z } from 'zod'
import { rsvpStatuses, type RsvpStatus } from './content.ts'

/** Hours after an event's end for which a phone may have its list. */
export const doorHours = 12

const count = z.number().int()
const doorGuest = z.object({ id: count, name: z.string(), guests: count, status: z.enum(rsvpStatuses) })
export type DoorGuest = z.infer<typeof doorGuest>

/**
 * `GET /champion_signups/events/:id/door`: everybody who has answered, by name, with no more than a door needs. They
 * can be marked from `opens_at` on, the beginning of the event's day; `user_id` is who asks.
 */
export const doorPage = z.object({
  user_id: count,
  event: z.object({
    id: count,
    title: z.string(),
    opens_at: z.string(),
    ends_at: z.string(),
    time_zone: z.string(),
    is_cancelled: z.boolean(),
  }),
  guests: z.array(doorGuest),
})
export type DoorPage = z.infer<typeof doorPage>

const doorMark = z.object({ id: z.uuid(), rsvp: count.min(1), attendance: z.enum(['attended', 'going']) })
/** Someone is there, or was marked by mistake; `id` is new for each and makes it count once. */
export type DoorMark = z.infer<typeof doorMark>

export const maxDoorMarks = 200
/** `POST /champion_signups/events/:id/door`, answered with whom it could not mark; sent again it changes nothing. */
export const doorRequest = z.object({ marks: z.array(doorMark).min(1).max(maxDoorMarks) })

/** The list as it will be once these marks have arrived. */
export function withMarks(guests: readonly DoorGuest[], marks: readonly DoorMark[]): DoorGuest[] {
  const statuses = new Map<number, RsvpStatus>(marks.map(({ rsvp, attendance }) => [rsvp, attendance]))
  return guests.map((guest) => ({ ...guest, status: statuses.get(guest.id) ?? guest.status }))
}
