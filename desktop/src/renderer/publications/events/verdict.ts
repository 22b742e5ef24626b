import { parseScannedText, parseTypedCode, type DoorGuest } from '@alumni/shared/publications/door'
import { formatTimeOfDay } from '../../domain/publications/clock.ts'
import { formatCount } from '../../ui/format/numbers.ts'

/** The result of entering a code or tapping a guest. `next` is the label of the button beside it. */
export type Verdict = {
  tone: 'good' | 'warn' | 'bad'
  message: string
  guest?: DoorGuest
  next?: 'Undo' | 'Check in anyway'
}

type Door = { event: { id: number; time_zone: string }; guests: readonly DoorGuest[] }

/** Returns the result for a typed or scanned code. The caller checks the guest in if `next` is `Undo`. */
export function checkCode({ event, guests }: Door, text: string): Verdict {
  const scanned = parseScannedText(text)
  if (scanned && scanned.event !== event.id) return { tone: 'bad', message: 'This code is for another event.' }
  const code = parseTypedCode(scanned?.code ?? text)
  const [guest, another] = guests.filter((guest) => guest.code === code)
  if (!guest || another) return { tone: 'bad', message: 'This code is not on the list. Search by name.' }
  const { name, status, marked_at } = guest
  if (status === 'cancelled') return { tone: 'bad', message: `${name} has canceled.`, guest, next: 'Check in anyway' }
  if (status === 'waiting')
    return { tone: 'warn', message: `${name} is on the waiting list.`, guest, next: 'Check in anyway' }
  if (status !== 'attended') return describeCheckIn(guest)
  // "p.m." already ends with a period.
  const suffix = marked_at ? ` at ${formatTimeOfDay(marked_at, event.time_zone)}` : '.'
  return { tone: 'warn', message: `${name} was already checked in${suffix}` }
}

export function describeCheckIn(guest: DoorGuest): Verdict {
  const party = guest.guests > 0 ? `, with ${formatCount(guest.guests, ['guest', 'guests'])}` : ''
  return { tone: 'good', message: `${guest.name} is checked in${party}.`, guest, next: 'Undo' }
}
