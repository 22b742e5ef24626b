import { sql, type Updateable } from 'kysely'
import { transact, type Db } from '../../foundations/database/db.ts'
import type { Tables } from '../../foundations/database/tables.ts'
import { enqueueLetters } from '../../foundations/mail/letters.ts'
import { fillEventPlaces, lockEvent } from './answer-event.ts'

export type EventChanges = Omit<
  Updateable<Tables['events']>,
  'id' | 'version' | 'revision' | 'published_at' | 'cancelled_at' | 'calendar_token'
>

const timeColumns = ['starts_at', 'ends_at', 'time_zone'] as const
const placeColumns = ['venue', 'address', 'is_online', 'city', 'region', 'country'] as const

/**
 * Changes an event. A new time or place notifies everyone who is going or waiting; a new time also resets reminders.
 * Reducing places does not remove anyone. Throws database errors for invalid times.
 */
export async function changeEvent(db: Db, id: number, changes: EventChanges): Promise<void> {
  await transact(db, async (db) => {
    await lockEvent(db, id)
    const columns = ['title', ...timeColumns, ...placeColumns] as const
    const before = await db.get('events', columns, { id })
    await db.update('events', { id }, { ...changes, updated_at: sql<string>`now()` })
    const after = await db.get('events', columns, { id })
    const differs = (columns: readonly (keyof typeof after)[]) => columns.some((name) => before[name] !== after[name])
    const [time, place] = [differs(timeColumns), differs(placeColumns)]
    if (time || place) {
      const revision = await incrementRevision(db, id)
      const change = time && place ? 'time and place' : time ? 'time' : 'place'
      const letters = (await peopleToNotify(db, id)).map(({ rsvp }) => ({ rsvp, revision, what: change }) as const)
      await enqueueLetters(db, 'event-changed', letters)
      if (time) await db.update('event_rsvps', { event_id: id }, { reminded_at: null })
    } else if (before.title !== after.title) await incrementRevision(db, id)
    await fillEventPlaces(db, await lockEvent(db, id))
  })
}

/** Cancels an event and notifies everyone who is going or waiting. Does nothing if it is already canceled. */
export async function cancelEvent(db: Db, id: number): Promise<void> {
  await transact(db, async (db) => {
    const { cancelled_at } = await lockEvent(db, id)
    if (cancelled_at !== null) return
    await db.update('events', { id }, { cancelled_at: sql<string>`now()`, updated_at: sql<string>`now()` })
    await incrementRevision(db, id)
    await enqueueLetters(db, 'event-cancelled', await peopleToNotify(db, id))
  })
}

async function incrementRevision(db: Db, id: number): Promise<number> {
  const { revision } = await db
    .updateTable('events')
    .set(({ eb, lit }) => ({ revision: eb('revision', '+', lit(1)) }))
    .where('id', '=', id)
    .returning('revision')
    .executeTakeFirstOrThrow()
  return revision
}

async function peopleToNotify(db: Db, event: number): Promise<{ rsvp: number }[]> {
  return db
    .selectFrom('event_rsvps as r')
    .innerJoin('events as e', 'e.id', 'r.event_id')
    .select('r.id as rsvp')
    .where('r.event_id', '=', event)
    .where('r.status', 'in', ['going', 'waiting'])
    .where(sql<boolean>`e.ends_at > now()`)
    .orderBy('r.id')
    .execute()
}
