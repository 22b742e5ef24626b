import { sql } from 'kysely'
import {
  maxSavedSearches,
  type SavedSearch,
  type SaveSearchRequest,
  type SearchableList,
} from '@alumni/shared/alumni/saved-searches'
import { transact, type Db } from '../../foundations/database/db.ts'
import { utc } from '../../foundations/database/utc.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import type { StaffUser } from '../../staff/index.ts'
import { followOf, isSeenBy } from './follows.ts'

type Owned = { who: StaffUser; list: SearchableList }

const shown = [
  ...(['id', 'name', 'query', 'is_shared'] as const),
  utc('created_at').as('created_at'),
  followOf(sql.ref('saved_searches.id'), sql.ref('saved_searches.staff_user_id')).as('follow'),
] as const

/** Reads this person's searches of a list and colleagues' shared ones, by name. */
export async function savedSearchesOf(db: Db, { who, list }: Owned): Promise<SavedSearch[]> {
  return db
    .selectFrom('saved_searches as s')
    .innerJoin('staff_users as u', 'u.id', 's.staff_user_id')
    .select(['s.id', 's.name', 's.query', 's.is_shared', utc('s.created_at').as('created_at')])
    .select(sql<string | null>`case when u.id <> ${who.id} then u.name end`.as('by'))
    .select(followOf(sql.ref('s.id'), sql.val(who.id)).as('follow'))
    .where(isSeenBy(sql.val(who.id)))
    .where('s.list', '=', list)
    .orderBy(sql`lower(s.name)`)
    .orderBy('s.name')
    .orderBy('s.id')
    .execute()
}

/** Saves a search under a name, in place of the one that had this name. 409: there are too many. */
export async function saveSearch(
  db: Db,
  { who, list }: Owned,
  { name, query, is_shared }: SaveSearchRequest,
): Promise<SavedSearch> {
  return transact(db, async (db) => {
    const others = db
      .selectFrom('saved_searches')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('staff_user_id', '=', who.id)
      .where('list', '=', list)
      .where('name', '<>', name)
    await forgetFound(db, { who, list }, { name, query })
    const saved = await db
      .insertInto('saved_searches')
      .columns(['staff_user_id', 'list', 'name', 'query', 'is_shared'])
      .expression(
        db
          .selectNoFrom(({ val }) => [
            val(who.id).as('staff_user_id'),
            val(list).as('list'),
            val(name).as('name'),
            val(query).as('query'),
            val(is_shared ?? false).as('is_shared'),
          ])
          .where(others, '<', maxSavedSearches),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['staff_user_id', 'list', 'name'])
          .doUpdateSet(is_shared === undefined ? { query } : { query, is_shared }),
      )
      .returning(shown)
      .executeTakeFirst()
    if (!saved)
      throw new HttpError(409, `You have ${maxSavedSearches} saved searches, the most that you can. Delete one first.`)
    return { ...saved, by: null }
  })
}

/**
 * Gives a saved search another name and query; one that had this name is replaced. 404: this person has none with that
 * id.
 */
export async function changeSavedSearch(
  db: Db,
  { who, list }: Owned,
  id: number,
  { name, query, is_shared }: SaveSearchRequest,
): Promise<SavedSearch> {
  return transact(db, async (db) => {
    await db
      .deleteFrom('saved_searches')
      .where('staff_user_id', '=', who.id)
      .where('list', '=', list)
      .where('name', '=', name)
      .where('id', '<>', id)
      .where(({ exists }) =>
        exists(
          db
            .selectFrom('saved_searches as s')
            .where('s.staff_user_id', '=', who.id)
            .where('s.list', '=', list)
            .where('s.id', '=', id),
        ),
      )
      .execute()
    await forgetFound(db, { who, list }, { id, query })
    const changed = await db
      .updateTable('saved_searches')
      .set(is_shared === undefined ? { name, query } : { name, query, is_shared })
      .where('staff_user_id', '=', who.id)
      .where('list', '=', list)
      .where('id', '=', id)
      .returning(shown)
      .executeTakeFirst()
    return changed ? { ...changed, by: null } : notTheirs()
  })
}

/**
 * Removes what a former query found. The row stays locked so that no one stores its finds until the new one is saved.
 */
async function forgetFound(
  db: Db,
  { who, list }: Owned,
  { id, name, query }: { id?: number; name?: string; query: string },
): Promise<void> {
  const other = await db
    .selectFrom('saved_searches')
    .select('id')
    .where('staff_user_id', '=', who.id)
    .where('list', '=', list)
    .where('query', '<>', query)
    .$if(id !== undefined, (theirs) => theirs.where('id', '=', id!))
    .$if(name !== undefined, (theirs) => theirs.where('name', '=', name!))
    .forUpdate()
    .executeTakeFirst()
  if (!other) return
  await db.remove('saved_search_counts', { saved_search_id: other.id })
  await db.remove('search_moves', { saved_search_id: other.id })
}

/** 404: this person has none with that id. */
export async function deleteSavedSearch(db: Db, { who, list }: Owned, id: number): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('saved_searches')
    .where('staff_user_id', '=', who.id)
    .where('list', '=', list)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) notTheirs()
}

function notTheirs(): never {
  throw new HttpError(404, 'There is no such saved search.')
}
