import { compare } from '../../foundations/database/rows.ts'
import { sql } from 'kysely'
import type { SavedCount, SavedSearch, SearchableList } from '@alumni/shared/alumni/saved-searches'
import type { Db } from '../../foundations/database/db.ts'
import { institutionDays } from '../../foundations/days.ts'

/** Returns the number of matches, or null if the query is invalid. */
export type CountSearch = (db: Db, query: string) => Promise<number | null>
/** Days start at midnight in `zone`, the institution's time zone. */
export type Counting = { list: SearchableList; count: CountSearch; zone: string }

type CountedSearch = Pick<SavedSearch, 'id' | 'query'>

const storedDays = 15

/** Returns each search's number of matches and its change since Monday. Stores the first count of each day. */
export async function countSearches(
  db: Db,
  searches: readonly CountedSearch[],
  { count, zone }: Counting,
): Promise<SavedCount[]> {
  if (searches.length === 0) return []
  const { today, monday } = await institutionDays(db, zone)
  const counts: { id: number; count: number | null }[] = []
  for (const { id, query } of searches) counts.push({ id, count: await count(db, query) })
  await saveCounts(db, today, counts)
  const before = await readBaselines(
    db,
    searches.map(({ id }) => id),
    monday,
  )
  return counts.map(({ id, count }) => {
    const baseline = before.get(id)
    return count === null || !baseline
      ? { id, count, change: null, since: null }
      : { id, count, change: count - baseline.count, since: baseline.day }
  })
}

/** Also deletes counts older than 15 days. Stops on abort. */
export async function countMissingSearches(
  db: Db,
  { list, count, zone }: Counting,
  signal: AbortSignal,
): Promise<void> {
  const { today } = await institutionDays(db, zone)
  await db.remove('saved_search_counts', { day: compare('<', sql<string>`${today}::date - ${storedDays}::int`) })
  const searches = await db
    .selectFrom('saved_searches as s')
    .leftJoin('saved_search_counts as c', (join) =>
      join.onRef('c.saved_search_id', '=', 's.id').on('c.day', '=', today),
    )
    .select(['s.id', 's.query'])
    .where('s.list', '=', list)
    .where('c.day', 'is', null)
    .orderBy('s.id')
    .execute()
  for (const { id, query } of searches) {
    if (signal.aborted) return
    await saveCounts(db, today, [{ id, count: await count(db, query) }])
  }
}

async function saveCounts(db: Db, day: string, counts: { id: number; count: number | null }[]): Promise<void> {
  const known = counts.flatMap(({ id, count }) => (count === null ? [] : [{ id, count }]))
  if (known.length === 0) return
  await sql`insert into saved_search_counts (saved_search_id, day, count)
    select s.id, ${day}::date, k.count from unnest(${known.map(({ id }) => id)}::bigint[], ${known.map(({ count }) => count)}::int[]) as k (id, count)
    join saved_searches s on s.id = k.id
    on conflict do nothing`.execute(db)
}

/** Reads each search's last count up to Monday, or its first count after Monday if it has none. */
async function readBaselines(
  db: Db,
  ids: readonly number[],
  monday: string,
): Promise<Map<number, { day: string; count: number }>> {
  const rows = await db.findAll(
    'saved_search_counts',
    ['saved_search_id as id', sql<string>`day::text`.as('day'), 'count'],
    { saved_search_id: ids },
    { by: 'day' },
  )
  const found = new Map<number, { day: string; count: number }>()
  for (const { id, ...row } of rows) if (!found.has(id) || row.day <= monday) found.set(id, row)
  return found
}
