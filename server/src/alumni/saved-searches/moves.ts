import { sql } from 'kysely'
import { z } from 'zod'
import { maxCompared } from '@alumni/shared/alumni/saved-searches'
import { transact, type Db } from '../../foundations/database/db.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import { institutionDays } from '../../foundations/days.ts'
import { askForLetters } from '../../foundations/mail/letters.ts'

/** Counts what a query finds, with at most `max` ids; null: it is not understood. */
export type FindMembers = (query: string, max: number) => Promise<{ count: number; ids: readonly number[] } | null>
type Comparing = { find: FindMembers; zone: string }

const retentionDays = 35

/**
 * Compares each followed search with the week before, once in the week of the institution's clock, and then asks for the
 * letters. What one server has done another leaves alone; what a stop broke off is done at the next turn.
 */
export async function compareWeeks(db: Db, { find, zone }: Comparing, signal: AbortSignal): Promise<void> {
  const { today, monday } = await institutionDays(db, zone)
  await forgetMoves(db, today)
  const searches = await db
    .selectFrom('saved_searches as s')
    .leftJoin('search_moves as m', 'm.saved_search_id', 's.id')
    .select(['s.id', 's.query'])
    .where('s.list', '=', 'alumni_search')
    .where(({ or, eb }) => or([eb('m.week', 'is', null), eb('m.week', '<', monday)]))
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('search_follows as f').whereRef('f.saved_search_id', '=', 's.id')),
    )
    .orderBy('s.id')
    .execute()
  for (const search of searches) {
    if (signal.aborted) return
    await compareWeek(db, find, search, monday)
  }
  if (!signal.aborted) await askForWeeklyLetters(db, monday)
}

/**
 * Notes whom a search finds in a week, in place of those of an earlier one, and who came in and who left since. One
 * statement: of two servers the second finds the week there, and a search that has another query by now is left alone.
 */
export async function compareWeek(
  db: Db,
  find: FindMembers,
  { id, query }: { id: number; query: string },
  monday: string,
): Promise<void> {
  const [{ at } = { at: '' }] = await selectRaw(db, z.object({ at: z.string() }), sql`select now()::text as at`)
  const found = await find(query, maxCompared)
  const members = found && found.count <= maxCompared ? [...found.ids] : null
  const without = (from: string, other: string) =>
    sql`case when excluded.members is not null and search_moves.members is not null
      then array(select unnest(${sql.raw(from)}.members) except select unnest(${sql.raw(other)}.members)) end`
  await sql`insert into search_moves (saved_search_id, week, taken_at, count, members)
    select s.id, ${monday}::date, ${at}::timestamptz, ${found?.count ?? null}::int, ${members}::bigint[]
    from saved_searches s where s.id = ${id} and s.query = ${query} for share
    on conflict (saved_search_id) do update set week = excluded.week, taken_at = excluded.taken_at,
      count = excluded.count, members = excluded.members, since = search_moves.taken_at, before = search_moves.count,
      came_in = ${without('excluded', 'search_moves')}, went = ${without('search_moves', 'excluded')}
    where search_moves.week < excluded.week`.execute(db)
}

/** Removes old moves, and those of searches without followers. */
async function forgetMoves(db: Db, today: string): Promise<void> {
  await sql`delete from search_moves m where m.week < ${today}::date - ${retentionDays}::int
    or not exists (select from search_follows f where f.saved_search_id = m.saved_search_id)`.execute(db)
}

/** A letter to each who wants one and has a search that has changed, once a week. */
async function askForWeeklyLetters(db: Db, monday: string): Promise<void> {
  await transact(db, async (db) => {
    const notified = await selectRaw(
      db,
      z.object({ user: z.number() }),
      sql`update search_follows f set told_week = ${monday}::date from search_moves m
        where m.saved_search_id = f.saved_search_id and m.week = ${monday}::date and ${hasChanged}
          and f.by_letter and (f.told_week is null or f.told_week < ${monday}::date)
        returning f.staff_user_id as user`,
    )
    const users = [...new Set(notified.map(({ user }) => user))]
    await askForLetters(
      db,
      'followed-searches',
      users.map((user) => ({ user, week: monday })),
    )
  })
}

/** Whether the moves `m` are any. */
export const hasChanged = sql<boolean>`(m.since is not null and case when m.came_in is null
  then m.count is distinct from m.before else cardinality(m.came_in) + cardinality(m.went) > 0 end)`
