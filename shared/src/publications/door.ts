import { z } from 'zod'
import { rsvpStatuses, unmarkedStatuses } from './content.ts'

/** A phone keeps the guest list for this many hours after an event ends. */
export const doorHours = 12

const count = z.number().int()
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
 * Attendance can be marked starting at `opens_at`, the start of the day of the event. `user_id` is the requesting user.
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
/** Marks or unmarks a guest; `id` is an idempotency key. */
export type DoorMark = z.infer<typeof doorMark>
/** A mark that a phone stores until it can send it; `at` is the time on the phone’s clock. */
export type StoredMark = DoorMark & { at: string }

export const maxDoorMarks = 200
export const doorRequest = z.object({ marks: z.array(doorMark).min(1).max(maxDoorMarks) })

/** Returns the guests as they will be once the phone's stored marks are sent. The last mark for a guest wins. */
export function applyMarks(guests: readonly DoorGuest[], marks: readonly StoredMark[]): DoorGuest[] {
  const lastMarks = new Map(marks.map((mark) => [mark.rsvp, mark]))
  return guests.map((guest) => {
    const mark = lastMarks.get(guest.id)
    if (!mark) return guest
    if (mark.attendance === 'attended') return { ...guest, status: 'attended', marked_at: mark.at }
    return { ...guest, status: guest.unmarked, marked_at: null }
  })
}

/** Crockford’s base 32, which has no look-alike characters. */
export const codeCharacters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Normalizes a typed code to the form `K7P-4QX`, or returns null if it is invalid. */
export function parseTypedCode(text: string): string | null {
  const characters = text.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  if (characters.length !== 6 || [...characters].some((character) => !codeCharacters.includes(character))) return null
  return `${characters.slice(0, 3)}-${characters.slice(3)}`
}

export function buildScannedText(event: number, code: string): string {
  return `DOOR ${event} ${code}`
}

/** Parses the text of a scanned QR code. Returns null if it is not a door code. */
export function parseScannedText(text: string): { event: number; code: string } | null {
  const [, event, code] = /^DOOR (\d{1,15}) (\S+)$/.exec(text) ?? []
  return event && code ? { event: Number(event), code } : null
}
