import { z } from 'zod'
import { rsvpStatuses, unmarkedStatuses } from './content.ts'

/** Hours after an event's end for which a phone may have its list. */
export const doorHours = 12

const count = z.number().int()
/** `unmarked` is what they had answered, which they have again when a mark is taken back. */
const doorGuest = z.object({
  id: count,
  name: z.string(),
  guests: count,
  status: z.enum(rsvpStatuses),
  unmarked: z.enum(unmarkedStatuses),
  marked_at: z.string().nullable(),
  code: z.string(),
})
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
/** A mark as a phone stores it until it has arrived, with the phone's own time. */
export type Tap = DoorMark & { at: string }

export const maxDoorMarks = 200
/** `POST /champion_signups/events/:id/door`, answered with whom it could not mark; sent again it changes nothing. */
export const doorRequest = z.object({ marks: z.array(doorMark).min(1).max(maxDoorMarks) })

/** The list as it will be once these marks have arrived. */
export function withMarks(guests: readonly DoorGuest[], marks: readonly Tap[]): DoorGuest[] {
  const last = new Map(marks.map((mark) => [mark.rsvp, mark]))
  return guests.map((guest) => {
    const mark = last.get(guest.id)
    if (!mark) return guest
    if (mark.attendance === 'attended') return { ...guest, status: 'attended', marked_at: mark.at }
    return { ...guest, status: guest.unmarked, marked_at: null }
  })
}

/** The characters of codes, of which none is taken for another: those of Crockford's base 32. */
export const codeCharacters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** The code that someone typed, as it is shown: `K7P-4QX`. Letter case and hyphen do not matter. Null: it is none. */
export function codeTyped(typed: string): string | null {
  const characters = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  if (characters.length !== 6 || [...characters].some((one) => !codeCharacters.includes(one))) return null
  return `${characters.slice(0, 3)}-${characters.slice(3)}`
}

/** Returns the text of an answer's QR code: the event and the code, and nothing about the person. */
export function textOfCode(event: number, code: string): string {
  return `DOOR ${event} ${code}`
}

export function codeScanned(text: string): { event: number; code: string } | null {
  const [, event, code] = /^DOOR (\d{1,15}) (\S+)$/.exec(text) ?? []
  return event && code ? { event: Number(event), code } : null
}
