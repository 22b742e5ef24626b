import { sql } from 'kysely'
import { eventFields, type EventFields, type EventRecord } from '@alumni/shared/staff-events'
import type { Config } from '../config.ts'
import { sqlState } from '../database/connection-loss.ts'
import type { EntityManager } from '../database/orm.ts'
import { HttpError } from '../http/errors.ts'
import { audit, type StaffUser } from '../staff/index.ts'
import { lockEvent } from './answer-event.ts'
import { freeSlug } from './free-slug.ts'
import { changeEvent } from './organize-event.ts'
import { findEventRecord, isUnanswered } from './staff-event-record.ts'

/** Writes a draft. 422 with `fields`: another event has its slug, or a time that does not exist. Answers its id. */
export async function createEvent(em: EntityManager, fields: EventFields, by: StaffUser): Promise<number> {
  return em.transactional(async (em) => {
    const columns = await columnsOf(em, fields)
    const { id } = await em
      .getKysely()
      .insertInto('events')
      .values({ ...columns, slug: await freeSlug(em, 'events', fields), updated_by_id: by.id })
      .returning('id')
      .executeTakeFirstOrThrow()
    await audit(em, by, 'event.created', `events/${id}`, { title: fields.title })
    return id
  })
}

type Edit = EventFields & { version: number }

/**
 * Saves what staff have written; those who said yes are told of a new time or place, and new places go to those who wait. 404: there is none.
 * 409: somebody else has saved since; `current` is what they wrote. 422 with `fields`.
 */
export async function saveEvent(
  em: EntityManager,
  config: Config,
  id: number,
  { version, ...fields }: Edit,
  by: StaffUser,
): Promise<void> {
  await em.transactional(async (em) => {
    const before = await hold(em, config, id, version)
    if (before.state === 'cancelled') throw new HttpError(409, 'This event was canceled: it stays as it was.')
    const slug = await slugAfter(em, before, fields)
    const after = { ...fields, ...blankToNone(fields), slug }
    const changed = (Object.keys(eventFields.shape) as (keyof EventFields)[]).filter(
      (name) => after[name] !== before[name],
    )
    if (changed.length === 0) return
    await changeEvent(em, id, { ...(await columnsOf(em, fields)), slug })
    await em
      .getKysely()
      .updateTable('events')
      .set(({ eb, lit }) => ({ version: eb('version', '+', lit(1)), updated_by_id: by.id }))
      .where('id', '=', id)
      .execute()
    await audit(em, by, 'event.changed', `events/${id}`, {
      before: Object.fromEntries(changed.map((name) => [name, before[name]])),
      after: Object.fromEntries(changed.map((name) => [name, after[name]])),
    })
  })
}

/** Deletes a draft that nobody has answered. 404, or 409 with a sentence. */
export async function deleteEvent(
  em: EntityManager,
  config: Config,
  id: number,
  version: number,
  by: StaffUser,
): Promise<void> {
  await em.transactional(async (em) => {
    const { state, counts, title } = await hold(em, config, id, version)
    if (state !== 'draft') throw new HttpError(409, 'Only a draft can be deleted. Cancel this event instead.')
    if (!isUnanswered(counts)) throw new HttpError(409, 'Champions have answered this one: it cannot be deleted.')
    await em.getKysely().deleteFrom('events').where('id', '=', id).execute()
    await audit(em, by, 'event.deleted', `events/${id}`, { title })
  })
}

/** The event, locked, if it is what the person saw. */
async function hold(em: EntityManager, config: Config, id: number, version: number): Promise<EventRecord> {
  await lockEvent(em, id)
  const current = await findEventRecord(em, config, id)
  if (current.version !== version)
    throw new HttpError(
      409,
      `${current.updated_by ?? 'Somebody else'} has saved this event since you opened it. What you typed is still here.`,
      { body: { current } },
    )
  return current
}

function blankToNone({ venue, address }: EventFields) {
  return { venue: venue || null, address: address || null }
}

/** The columns of what staff have written: times are instants, of which the event's zone says which. */
async function columnsOf(em: EntityManager, { starts, ends, ...fields }: EventFields) {
  const { time_zone, community_id } = fields
  if (community_id !== null) await knownCommunity(em, community_id)
  const instant = (clock: string) => sql<string>`(${clock}::text::timestamp at time zone ${time_zone}::text)`
  const exists = (clock: string) =>
    sql<boolean>`${instant(clock)} at time zone ${time_zone}::text = ${clock}::text::timestamp`
  const asked = em
    .getKysely()
    .selectNoFrom([instant(starts).as('starts_at'), instant(ends).as('ends_at')])
    .select([exists(starts).as('starts'), exists(ends).as('ends')])
  const times = await asked.executeTakeFirstOrThrow().catch((error: unknown) => {
    // Such as the 30th of February, or a zone that the database does not know.
    if (['22007', '22008', '22023'].includes(sqlState(error) ?? '')) return null
    throw error
  })
  if (!times) throw invalid('starts', 'This day, or its time zone, does not exist.')
  for (const name of ['starts', 'ends'] as const)
    if (!times[name]) throw invalid(name, 'The clocks skip this time on that day.')
  if (times.ends_at < times.starts_at) throw invalid('ends', 'It ends before it begins.')
  return { ...fields, ...blankToNone({ ...fields, starts, ends }), starts_at: times.starts_at, ends_at: times.ends_at }
}

async function knownCommunity(em: EntityManager, id: number): Promise<void> {
  const found = await em.getKysely().selectFrom('communities').select('id').where('id', '=', id).executeTakeFirst()
  if (!found) throw invalid('community_id', 'There is no such community any more.')
}

function invalid(field: keyof EventFields, sentence: string): HttpError {
  return new HttpError(422, sentence, { fields: { [field]: sentence } })
}

/** Links lead to what is published, and letters hold them: its address stays. */
async function slugAfter(em: EntityManager, before: EventRecord, { slug, title }: EventFields): Promise<string> {
  if (before.state === 'draft') return freeSlug(em, 'events', { slug, title }, before.id)
  if (slug === '' || slug === before.slug) return before.slug
  throw invalid('slug', 'Its address stays as it is: letters and links lead to it.')
}
