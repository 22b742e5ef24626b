import { sql } from 'kysely'
import { signupIdsOf } from '../../champions/index.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { enqueueLetter, enqueueLetters } from '../../foundations/mail/letters.ts'
import { findAnswers, clock, fillPlaces, moveAnswers, moveAnswersOf, type Answer } from '../engine/answers.ts'
import { rsvps, takenPlaces } from './rsvps.ts'

type Rsvp = Answer<'event_rsvps'>

/** Reasons to refuse an answer, by field. `form` concerns the whole form. */
export type Refusal = { guests?: string; form?: string }

/** Stores or changes a yes, or adds the party to the waiting list if it does not fit. Returns a refusal, or null. */
export async function acceptInvitation(
  db: Db,
  { event: id, signup, guests }: { event: number; signup: number; guests: number },
): Promise<Refusal | null> {
  return transact(db, async (db) => {
    const event = await lockEvent(db, id)
    const refusal = findClosedReason(event) ?? findGuestsProblem(event, guests)
    if (refusal) return refusal
    const answer = (await findAnswers(db, rsvps, signup, [id])).get(id) ?? (await insertAnswer(db, id, signup))
    if (answer.status === 'going') return changeGuests(db, event, answer, guests)
    if (answer.status === 'waiting') {
      await update(db, answer, guests)
      await fillEventPlaces(db, event)
      return null
    }
    const fits = 1 + guests <= (await countFreePlaces(db, event))
    const move = fits ? 'take_place' : 'join_line'
    const moved = await moveAnswers(db, rsvps, [answer.id], move, { guests, asked_at: clock() })
    if (moved.length === 0) return { form: 'Your attendance at this event has already been recorded.' }
    await enqueueLetter(db, fits ? 'rsvp-going' : 'rsvp-waiting', { rsvp: answer.id })
    return null
  })
}

/** Returns the refusal that a yes would get now, or null. Used before a visitor confirms an answer by e-mail. */
export async function findAcceptBlocker(db: Db, id: number, guests: number): Promise<Refusal | null> {
  const event = await findEventToAnswer(db, id).executeTakeFirstOrThrow()
  return findClosedReason(event) ?? findGuestsProblem(event, guests)
}

/** Stores a no, frees the place for the waiting list, and sends a calendar cancellation. Returns a refusal, or null. */
export async function declineInvitation(
  db: Db,
  { event: id, signup }: { event: number; signup: number },
): Promise<Refusal | null> {
  return transact(db, async (db) => {
    const event = await lockEvent(db, id)
    const refusal = findClosedReason(event)
    if (refusal) return refusal
    const before = await moveAnswersOf(db, rsvps, { id, signup }, 'cancel')
    if (before.length === 0) await insertAnswer(db, id, signup)
    const letters = before.flatMap(({ id, status }) => (status === 'going' ? { rsvp: id } : []))
    await enqueueLetters(db, 'rsvp-cancelled', letters)
    await fillEventPlaces(db, event)
    return null
  })
}

export type LockedEvent = Awaited<ReturnType<typeof lockEvent>>

/** Locks an event until the end of the transaction, so that answers cannot overbook it. Throws a 404. */
export async function lockEvent(db: Db, id: number) {
  return findEventToAnswer(db, id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new HttpError(404, 'There is no such event. It may have been deleted.'))
}

function findEventToAnswer(db: Db, id: number) {
  return db
    .selectFrom('events')
    .select(['id', 'places', 'max_guests', 'cancelled_at'])
    .select([
      sql<boolean>`starts_at <= now()`.as('has_begun'),
      sql<boolean>`(starts_at at time zone time_zone)::date <= (now() at time zone time_zone)::date`.as('is_day'),
    ])
    .where('id', '=', id)
}

/** Does nothing if the event has begun or was canceled. */
export async function fillEventPlaces(db: Db, event: LockedEvent): Promise<void> {
  if (!findClosedReason(event)) await fillPlaces(db, rsvps, event.id, await countFreePlaces(db, event))
}

async function countFreePlaces(db: Db, { id, places }: LockedEvent): Promise<number> {
  if (places === null) return Infinity
  const event = db.selectFrom('events as t').select(takenPlaces.as('taken')).where('t.id', '=', id)
  return places - (await event.executeTakeFirstOrThrow()).taken
}

function findClosedReason({ cancelled_at, has_begun }: LockedEvent): Refusal | null {
  if (cancelled_at !== null) return { form: 'This event has been canceled and no longer takes answers.' }
  if (has_begun) return { form: 'This event has already started, so answers can no longer be changed.' }
  return null
}

function findGuestsProblem({ places, max_guests }: LockedEvent, guests: number): Refusal | null {
  if (guests > 0 && (max_guests === 0 || places === 1))
    return { guests: 'This event is for champions only, without guests.' }
  if (guests > max_guests) return { guests: `You can bring up to ${formatCount(max_guests, 'guest')}.` }
  if (places !== null && guests >= places)
    return {
      guests: `This event has ${places} places in all, so you can bring up to ${formatCount(places - 1, 'guest')}.`,
    }
  return null
}

function formatCount(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`
}

/** Inserts a first answer as `cancelled`. A yes or a mark then needs a move. */
export async function insertAnswer(db: Db, event: number, signup: number, guests = 0): Promise<Rsvp> {
  const values = { event_id: event, signup_id: signup, status: 'cancelled', guests } as const
  return db.insertInto('event_rsvps').values(values).returningAll().executeTakeFirstOrThrow()
}

/** A refused change does not affect the champion’s place. */
async function changeGuests(db: Db, event: LockedEvent, answer: Rsvp, guests: number): Promise<Refusal | null> {
  const room = await countFreePlaces(db, event)
  if (guests > answer.guests && guests - answer.guests > room)
    return {
      guests: `There is no room for ${formatCount(guests, 'guest')}: ${describeFreePlaces(room)} You still have your place.`,
    }
  await update(db, answer, guests)
  if (guests < answer.guests) await fillEventPlaces(db, event)
  return null
}

function describeFreePlaces(room: number): string {
  if (room <= 0) return 'all places are taken.'
  return room === 1 ? '1 place is left.' : `${room} places are left.`
}

async function update(db: Db, { id }: Rsvp, guests: number): Promise<void> {
  await db.update('event_rsvps', { id }, { guests, updated_at: sql<string>`now()` })
}

/** Declines every upcoming event that a champion, or a signup merged into theirs, is going to or waiting for. */
export async function declineInvitations(db: Db, signup: number): Promise<void> {
  const upcoming = await db
    .selectFrom('event_rsvps as r')
    .innerJoin('events as e', 'e.id', 'r.event_id')
    .select('e.id')
    .distinct()
    .where('r.signup_id', 'in', await signupIdsOf(db, signup))
    .where('r.status', 'in', ['going', 'waiting'])
    .where(sql<boolean>`e.starts_at > now()`)
    .orderBy('e.id')
    .execute()
  for (const { id } of upcoming) await declineInvitation(db, { event: id, signup })
}
