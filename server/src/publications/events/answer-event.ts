import { sql } from 'kysely'
import { signupIdsOf } from '../../champions/index.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { enqueueLetter, enqueueLetters } from '../../foundations/mail/letters.ts'
import { answersOf, clock, fillPlaces as fillFree, moveAnswers, takeBack, type Answer } from '../engine/answers.ts'
import { rsvps, takenPlaces } from './rsvps.ts'

type Rsvp = Answer<'event_rsvps'>

/** Why an answer was refused: a sentence by the form's field, `form` for the whole. */
export type Refusal = { guests?: string; form?: string }

/**
 * Accepts for a champion and their guests: they go where there is room for all of them, and wait where there is not. A
 * champion who goes already may change the number of guests. Requests the letter about it. Returns null, or why not.
 */
export async function acceptInvitation(
  db: Db,
  { event: id, signup, guests }: { event: number; signup: number; guests: number },
): Promise<Refusal | null> {
  return transact(db, async (db) => {
    const event = await lockEvent(db, id)
    const refusal = closed(event) ?? tooMany(event, guests)
    if (refusal) return refusal
    const mine = (await answersOf(db, rsvps, signup, [id])).get(id) ?? (await firstAnswer(db, id, signup))
    if (mine.status === 'going') return changeGuests(db, event, mine, guests)
    if (mine.status === 'waiting') {
      await update(db, mine, guests)
      await fillPlaces(db, event)
      return null
    }
    const fits = 1 + guests <= (await roomIn(db, event))
    const move = fits ? 'take_place' : 'join_line'
    const moved = await moveAnswers(db, rsvps, [mine.id], move, { guests, asked_at: clock() })
    if (moved.length === 0) return { form: 'Your attendance at this event has already been recorded.' }
    await enqueueLetter(db, fits ? 'rsvp-going' : 'rsvp-waiting', { rsvp: mine.id })
    return null
  })
}

/** Returns why someone whose address is not confirmed yet could not accept; null if they could. */
export async function whyNotAccepted(db: Db, id: number, guests: number): Promise<Refusal | null> {
  const event = await findEventToAnswer(db, id).executeTakeFirstOrThrow()
  return closed(event) ?? tooMany(event, guests)
}

/**
 * Takes a champion's answer back, or notes a first one that is a no; their place goes to the next who wait and fit in, and a letter takes the event out of
 * their calendar. Null, or why not.
 */
export async function declineInvitation(
  db: Db,
  { event: id, signup }: { event: number; signup: number },
): Promise<Refusal | null> {
  return transact(db, async (db) => {
    const event = await lockEvent(db, id)
    const refusal = closed(event)
    if (refusal) return refusal
    const before = await takeBack(db, rsvps, { id, signup }, 'cancel')
    if (before.length === 0) await firstAnswer(db, id, signup)
    const letters = before.flatMap(({ id, status }) => (status === 'going' ? { rsvp: id } : []))
    await enqueueLetters(db, 'rsvp-cancelled', letters)
    await fillPlaces(db, event)
    return null
  })
}

export type LockedEvent = Awaited<ReturnType<typeof lockEvent>>

/**
 * The event, which no one else answers or changes before this transaction ends: its places are counted true. Throws a
 * 404.
 */
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
      // In the zone of the event's place.
      sql<boolean>`(starts_at at time zone time_zone)::date <= (now() at time zone time_zone)::date`.as('is_day'),
    ])
    .where('id', '=', id)
}

/** Gives the places that are free to those who wait. */
export async function fillPlaces(db: Db, event: LockedEvent): Promise<void> {
  if (!closed(event)) await fillFree(db, rsvps, event.id, await roomIn(db, event))
}

async function roomIn(db: Db, { id, places }: LockedEvent): Promise<number> {
  if (places === null) return Infinity
  const event = db.selectFrom('events as t').select(takenPlaces.as('taken')).where('t.id', '=', id)
  return places - (await event.executeTakeFirstOrThrow()).taken
}

function closed({ cancelled_at, has_begun }: LockedEvent): Refusal | null {
  if (cancelled_at !== null) return { form: 'This event has been canceled and no longer takes answers.' }
  if (has_begun) return { form: 'This event has already started, so answers can no longer be changed.' }
  return null
}

function tooMany({ places, max_guests }: LockedEvent, guests: number): Refusal | null {
  if (guests > 0 && (max_guests === 0 || places === 1))
    return { guests: 'This event is for champions only, without guests.' }
  if (guests > max_guests) return { guests: `You can bring up to ${counted(max_guests, 'guest')}.` }
  if (places !== null && guests >= places)
    return { guests: `This event has ${places} places in all, so you can bring up to ${counted(places - 1, 'guest')}.` }
  return null
}

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`
}

/** The row of someone who has not answered yet. */
export async function firstAnswer(db: Db, event: number, signup: number, guests = 0): Promise<Rsvp> {
  const values = { event_id: event, signup_id: signup, status: 'cancelled', guests } as const
  return db.insertInto('event_rsvps').values(values).returningAll().executeTakeFirstOrThrow()
}

/** A refused change does not cost the champion their place. */
async function changeGuests(db: Db, event: LockedEvent, mine: Rsvp, guests: number): Promise<Refusal | null> {
  const room = await roomIn(db, event)
  if (guests > mine.guests && guests - mine.guests > room)
    return {
      guests: `There is no room for ${counted(guests, 'guest')}: ${leftSentence(room)} You still have your place.`,
    }
  await update(db, mine, guests)
  if (guests < mine.guests) await fillPlaces(db, event)
  return null
}

function leftSentence(room: number): string {
  if (room <= 0) return 'all places are taken.'
  return room === 1 ? '1 place is left.' : `${room} places are left.`
}

async function update(db: Db, { id }: Rsvp, guests: number): Promise<void> {
  await db.update('event_rsvps', { id }, { guests, updated_at: sql<string>`now()` })
}

/**
 * Takes a champion's places at events to come back, which go to those who wait. To be called in the transaction that
 * deletes their signup, before it is marked as deleted.
 */
export async function declineAll(db: Db, signup: number): Promise<void> {
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
