import { sql } from 'kysely'
import { signupsStandingFor, survivorOf } from '../../champions/index.ts'
import type { Db } from '../../foundations/database/db.ts'

type Due = { rsvp: number; buid: string; day: string; title: string }

/**
 * Makes the engagements of what these signups have attended agree with their answers, at one event or at all: one for
 * each alumnus and event. In a few statements for however many. Who was deleted is left as they are.
 */
export async function recordAttendancesOf(db: Db, signups: readonly number[], event?: number): Promise<void> {
  const buids = await buidsOf(db, signups)
  const survivors = await signupsStandingFor(db, [...buids.keys()])
  if (survivors.size === 0) return
  const theirs = db
    .selectFrom('event_rsvps as r')
    .where(sql<boolean>`r.signup_id = any(${[...survivors.keys()]}::bigint[])`)
    .$if(event !== undefined, (all) => all.where('r.event_id', '=', event!))
    .orderBy('r.id')
  // An engagement that the lock had waited for is seen only by the next statement.
  await theirs.select('r.id').forUpdate().execute()
  const rsvps = await theirs
    .innerJoin('events as e', 'e.id', 'r.event_id')
    .leftJoin('engagements as g', 'g.id', 'r.engagement_id')
    .select(['r.id', 'r.event_id', 'r.signup_id', 'r.status', 'e.title', 'g.id as engagement_id', 'g.buid'])
    .select(sql<string>`(e.starts_at at time zone e.time_zone)::date::text`.as('day'))
    .execute()
  const [recorded, due, wrong] = [new Set<string>(), [] as Due[], [] as number[]]
  for (const { id, event_id, signup_id, status, title, day, engagement_id, buid: recordedFor } of rsvps) {
    const survivor = survivors.get(signup_id)!
    const buid = buids.get(survivor) ?? null
    const key = `${survivor} ${event_id}`
    const isDue = status === 'attended' && buid !== null && !recorded.has(key)
    if (isDue) recorded.add(key)
    if (isDue && recordedFor === buid) continue
    if (engagement_id !== null) wrong.push(engagement_id)
    if (isDue) due.push({ rsvp: id, buid, day, title: title.slice(0, 500) })
  }
  if (wrong.length > 0) await db.remove('engagements', { id: sql`any(${wrong}::bigint[])` })
  await record(db, due)
}

/** The BUIDs of those whom these signups stand for now. */
async function buidsOf(db: Db, signups: readonly number[]): Promise<Map<number, string | null>> {
  const rows = await db
    .selectFrom('champion_signups as s')
    .innerJoin('champion_signups as survivor', (join) =>
      join.on(
        'survivor.id',
        '=',
        // Only who was merged is looked up: the others stand for themselves.
        sql<number>`case when s.merged_into_id is not null then ${survivorOf(sql.ref('s.id'))} when s.deleted_at is null then s.id end`,
      ),
    )
    .select(['survivor.id', 'survivor.buid'])
    .where(sql<boolean>`s.id = any(${signups}::bigint[])`)
    .execute()
  return new Map(rows.map(({ id, buid }) => [id, buid]))
}

async function record(db: Db, due: readonly Due[]): Promise<void> {
  if (due.length === 0) return
  const column = (name: keyof Due) => due.map((one) => one[name])
  const inserted = await db
    .insertInto('engagements')
    .columns(['buid', 'activity_code', 'engagement_date', 'description'])
    .expression(({ selectFrom }) =>
      selectFrom(
        sql<{
          buid: string
          day: string
          title: string
          nth: number
        }>`unnest(${column('buid')}::text[], ${column('day')}::date[], ${column('title')}::text[]) with ordinality`.as<'due'>(
          sql`due(buid, day, title, nth)`,
        ),
      )
        .select(['due.buid', sql.lit('event_attended').as('activity_code'), 'due.day', 'due.title'])
        .orderBy('due.nth'),
    )
    .returning('id')
    .execute()
  // They count up in the order in which they were inserted.
  const ids = inserted.map(({ id }) => id).toSorted((a, b) => a - b)
  await db
    .updateTable('event_rsvps as r')
    .from(
      sql<{ rsvp: number; engagement: number }>`unnest(${column('rsvp')}::bigint[], ${ids}::bigint[])`.as<'made'>(
        sql`made(rsvp, engagement)`,
      ),
    )
    .set(({ ref }) => ({ engagement_id: ref('made.engagement') }))
    .whereRef('r.id', '=', 'made.rsvp')
    .execute()
}
