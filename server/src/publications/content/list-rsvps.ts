import { sql } from 'kysely'
import type { RsvpStatus } from '@alumni/shared/publications/content'
import type { EventRecord, RsvpsQuery, StaffEventPage } from '@alumni/shared/publications/staff-events'
import type { Config } from '../../foundations/process/config.ts'
import { hasWords } from '../../foundations/database/has-words.ts'
import type { Db } from '../../foundations/database/db.ts'
import { countRows, readPage } from '../../foundations/database/read-page.ts'
import { utc } from '../../foundations/database/utc.ts'
import { answerersOf, csvPerson, personColumns, unknownAnswerer } from './answerers.ts'
import { findEventRecord } from './staff-event-record.ts'

type Filter = StaffEventPage['status']

/** Everybody who had a place, whether they came or not. */
const expected = ['going', 'attended', 'absent'] as const satisfies readonly RsvpStatus[]

/** An event with a page of its answers: by last name, those who wait in their order. Throws a 404. */
export async function readEvent(
  db: Db,
  config: Config,
  id: number,
  { q, page, ...asked }: RsvpsQuery,
): Promise<StaffEventPage> {
  const event = await findEventRecord(db, config, id)
  const status = asked.status ?? usual(event)
  const statuses = statusesOf(status)
  const isLine = status === 'waiting'
  const found = db
    .selectFrom('event_rsvps as r')
    .innerJoin('champion_signups as s', 's.id', 'r.signup_id')
    .where('r.event_id', '=', id)
    .$if(statuses !== null, (all) => all.where('r.status', 'in', statuses!))
    .where(hasWords(q, ['s.first_name', 's.last_name', 's.email']))
  const { rows, ...shown } = await readPage(page, {
    matching: q ? countRows(found.select('r.id')) : countOf(event, statuses),
    read: ({ limit, offset }) =>
      found
        .leftJoin('staff_users as u', 'u.id', 'r.marked_by_id')
        .select(['r.id', 'r.signup_id', 'r.status', 'r.guests', 'u.name as marked_by'])
        .select([utc('r.asked_at').as('asked_at'), utc('r.marked_at').as('marked_at')])
        .$if(isLine, (line) => line.orderBy('r.asked_at'))
        .$if(!isLine, (list) => list.orderBy(sql`lower(s.last_name)`).orderBy(sql`lower(s.first_name)`))
        .orderBy('r.id')
        .limit(limit)
        .offset(offset)
        .execute(),
  })
  const people = await answerersOf(
    db,
    rows.map(({ signup_id }) => signup_id),
  )
  const lines = await linesOf(
    db,
    id,
    rows.filter((row) => row.status === 'waiting').map((row) => row.id),
  )
  return {
    event,
    status,
    rsvps: rows.map((row) => ({
      ...row,
      ...(people.get(row.signup_id) ?? unknownAnswerer),
      line: lines.get(row.id) ?? null,
    })),
    ...shown,
  }
}

function usual({ can_mark, counts }: EventRecord): Filter {
  if (can_mark) return 'expected'
  return counts.going > 0 ? 'going' : 'all'
}

function statusesOf(status: Filter): readonly RsvpStatus[] | null {
  if (status === 'all') return null
  return status === 'expected' ? expected : [status]
}

function countOf({ counts }: EventRecord, statuses: readonly RsvpStatus[] | null): number {
  return (statuses ?? (Object.keys(counts) as RsvpStatus[])).reduce((sum, status) => sum + counts[status], 0)
}

/** The places of answers in the line of those who wait, from 1. */
async function linesOf(db: Db, event: number, waiting: readonly number[]): Promise<Map<number, number>> {
  if (waiting.length === 0) return new Map()
  const rows = await db
    .with('line', (db) =>
      db
        .selectFrom('event_rsvps')
        .select(['id', sql<number>`row_number() over (order by asked_at, id)::int`.as('place')])
        .where('event_id', '=', event)
        .where('status', '=', 'waiting'),
    )
    .selectFrom('line')
    .select(['id', 'place'])
    .where('id', 'in', waiting)
    .execute()
  return new Map(rows.map(({ id, place }) => [id, place]))
}

export const rsvpsHeader = [...personColumns, 'status', 'guests', 'answered_at']

/** All answers to an event as rows of a CSV file, in chunks of 500. */
export async function* rsvpRows(db: Db, event: number) {
  for (let after = 0; ;) {
    const rows = await db
      .selectFrom('event_rsvps as r')
      .select(['r.id', 'r.signup_id', 'r.status', 'r.guests', utc('r.asked_at').as('asked_at')])
      .where('r.event_id', '=', event)
      .where('r.id', '>', after)
      .orderBy('r.id')
      .limit(500)
      .execute()
    if (rows.length === 0) return
    after = rows.at(-1)!.id
    const people = await answerersOf(
      db,
      rows.map(({ signup_id }) => signup_id),
    )
    yield rows.map(({ signup_id, status, guests, asked_at }) => [
      ...csvPerson(people.get(signup_id)),
      status,
      guests,
      asked_at,
    ])
  }
}
