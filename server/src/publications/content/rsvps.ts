import { sql, type Selectable } from 'kysely'
import type { RsvpMove, RsvpStatus } from '@alumni/shared/publications/content'
import { rsvpMoves } from '@alumni/shared/publications/content'
import { idsStandingFor } from '../../champions/index.ts'
import type { Db } from '../../foundations/database/db.ts'
import type { Tables } from '../../foundations/database/tables.ts'

export type Rsvp = Pick<Selectable<Tables['event_rsvps']>, 'id' | 'event_id' | 'status' | 'guests'>

/** What a champion has answered to these events, by event. */
export async function rsvpsOf(db: Db, signup: number | null, events: readonly number[]): Promise<Map<number, Rsvp>> {
  if (signup === null) return new Map()
  const rows = await everyRsvpOf(db, signup, events)
  return new Map(
    rows.toSorted((a, b) => rsvpWeight[a.status] - rsvpWeight[b.status]).map((rsvp) => [rsvp.event_id, rsvp]),
  )
}

/** Where two are merged that have both answered, the answer that means most counts. */
export const rsvpWeight = {
  attended: 4,
  going: 3,
  waiting: 2,
  absent: 1,
  cancelled: 0,
} as const satisfies Record<RsvpStatus, number>

/** With the answers of signups that were merged into theirs, which may be several to one event. */
export async function everyRsvpOf(db: Db, signup: number, events: readonly number[]): Promise<Rsvp[]> {
  if (events.length === 0) return []
  return db
    .selectFrom('event_rsvps')
    .select(['id', 'event_id', 'status', 'guests'])
    .where('event_id', 'in', events)
    .where('signup_id', 'in', await idsStandingFor(db, signup))
    .orderBy('id')
    .execute()
}

/** The place of an answer in the line of those who wait, from 1. */
export async function placeInLine(db: Db, rsvp: number): Promise<number> {
  const { place } = await db
    .selectFrom('event_rsvps as mine')
    .innerJoin('event_rsvps as r', 'r.event_id', 'mine.event_id')
    .select(({ fn }) => fn.countAll<number>().as('place'))
    .where('mine.id', '=', rsvp)
    .where('r.status', '=', 'waiting')
    .where(sql<boolean>`(r.asked_at, r.id) <= (mine.asked_at, mine.id)`)
    .executeTakeFirstOrThrow()
  return place
}

type Along = {
  guests?: number
  asked_at?: ReturnType<typeof clock>
  marked_by_id?: number
  marked_at?: ReturnType<typeof clock>
}

/** The time of now, not of the transaction's start: who held the event's lock first stands first in line. */
export const clock = () => sql<string>`clock_timestamp()`

/** The one place that writes `status` of answers. Answers the ids of those that moved: the status of the others does not allow it, and they stay as they are. */
export async function moveRsvps(db: Db, ids: readonly number[], move: RsvpMove, along: Along = {}): Promise<number[]> {
  const { from, to } = rsvpMoves[move]
  const moved = await db
    .updateTable('event_rsvps')
    .set({ status: to, updated_at: sql<string>`now()`, ...along })
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .where('status', 'in', from)
    .returning('id')
    .execute()
  return moved.map(({ id }) => id)
}

/** False: its status does not allow this move, and it stays as it is. */
export async function moveRsvp(db: Db, id: number, move: RsvpMove, along: Along = {}): Promise<boolean> {
  return (await moveRsvps(db, [id], move, along)).length > 0
}
