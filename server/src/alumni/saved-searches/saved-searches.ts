import { staffFilterNames } from '@alumni/shared/alumni/ask-filters'
import {
  maxSavedSearches,
  type SavedSearch,
  type SaveSearchRequest,
  type SearchableList,
} from '@alumni/shared/alumni/saved-searches'
import { sql } from 'kysely'
import { transact, type Db } from '../../foundations/database/db.ts'
import { compare } from '../../foundations/database/rows.ts'
import { utc } from '../../foundations/database/utc.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import type { StaffUser } from '../../staff/index.ts'

type Owned = { who: Pick<StaffUser, 'id' | 'role'>; list: SearchableList }

const notFound = 'There is no such saved search.'
const shown = ['id', 'name', 'query', 'is_shared', utc('created_at').as('created_at')] as const
const forStaff = `(^|&)(${staffFilterNames.join('|')})=`

/**
 * Reads this person's searches of a list and colleagues' shared ones, by name; for a viewer, without those that only
 * staff may ask.
 */
export async function savedSearchesOf(db: Db, { who, list }: Owned): Promise<SavedSearch[]> {
  return db
    .selectFrom('saved_searches as s')
    .innerJoin('staff_users as u', 'u.id', 's.staff_user_id')
    .select(['s.id', 's.name', 's.query', 's.is_shared', utc('s.created_at').as('created_at')])
    .select(sql<string | null>`case when u.id <> ${who.id} then u.name end`.as('by'))
    .where((eb) => eb.or([eb('s.staff_user_id', '=', who.id), eb('s.is_shared', '=', true)]))
    .$if(who.role === 'viewer', (seen) => seen.where(sql<boolean>`s.query !~ ${forStaff}`))
    .where('s.list', '=', list)
    .orderBy(sql`lower(s.name)`)
    .orderBy('s.name')
    .orderBy('s.id')
    .execute()
}

/** Saves a search under a name, in place of the one that had this name. 409: there are too many. */
export async function saveSearch(db: Db, { who, list }: Owned, search: SaveSearchRequest): Promise<SavedSearch> {
  return transact(db, async (db) => {
    const mine = { staff_user_id: who.id, list }
    // One at a time, so that the count below is right.
    await db.get('staff_users', ['id'], { id: who.id }, { lock: true })
    const same = await db.find('saved_searches', ['id'], { ...mine, name: search.name })
    if (same) return changeSavedSearch(db, { who, list }, same.id, search)
    const others = await db.findAll('saved_searches', ['id'], mine)
    if (others.length >= maxSavedSearches)
      throw new HttpError(409, `You have ${maxSavedSearches} saved searches, the most that you can. Delete one first.`)
    const id = await db.add('saved_searches', { ...mine, ...search })
    return { ...(await db.get('saved_searches', shown, { id })), by: null }
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
  search: SaveSearchRequest,
): Promise<SavedSearch> {
  return transact(db, async (db) => {
    const mine = { staff_user_id: who.id, list }
    const before = await db.get('saved_searches', ['query'], { ...mine, id }, { lock: true, notFound })
    await db.remove('saved_searches', { ...mine, name: search.name, id: compare('!=', id) })
    if (before.query !== search.query) await db.remove('saved_search_counts', { saved_search_id: id })
    await db.update('saved_searches', { id }, search)
    return { ...(await db.get('saved_searches', shown, { id })), by: null }
  })
}

/** 404: this person has none with that id. */
export async function deleteSavedSearch(db: Db, { who, list }: Owned, id: number): Promise<void> {
  const removed = await db.remove('saved_searches', { staff_user_id: who.id, list, id })
  if (removed === 0) throw new HttpError(404, notFound)
}
