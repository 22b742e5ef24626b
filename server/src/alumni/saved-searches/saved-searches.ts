import { staffFilterNames } from '@alumni/shared/alumni/ask-filters'
import { maxSavedSearches } from '@alumni/shared/alumni/saved-searches'
import type { SavedSearch, SaveSearchRequest, SearchableList } from '@alumni/shared/alumni/saved-searches'
import { sql } from 'kysely'
import { transact, type Db } from '../../foundations/database/db.ts'
import { compare } from '../../foundations/database/rows.ts'
import { utc } from '../../foundations/database/utc.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import type { StaffUser } from '../../staff/index.ts'

type SearchOwner = { user: Pick<StaffUser, 'id' | 'role'>; list: SearchableList }

const notFound = 'There is no such saved search.'
const columns = ['id', 'name', 'query', 'is_shared', utc('created_at').as('created_at')] as const
const staffFilterPattern = `(^|&)(${staffFilterNames.join('|')})=`

/** Lists the user's own and shared searches by name. Viewers do not see searches with staff filters. */
export async function listSavedSearches(db: Db, { user, list }: SearchOwner): Promise<SavedSearch[]> {
  return db
    .selectFrom('saved_searches as s')
    .innerJoin('staff_users as u', 'u.id', 's.staff_user_id')
    .select(['s.id', 's.name', 's.query', 's.is_shared', utc('s.created_at').as('created_at')])
    .select(sql<string | null>`case when u.id <> ${user.id} then u.name end`.as('by'))
    .where((eb) => eb.or([eb('s.staff_user_id', '=', user.id), eb('s.is_shared', '=', true)]))
    .$if(user.role === 'viewer', (visible) => visible.where(sql<boolean>`s.query !~ ${staffFilterPattern}`))
    .where('s.list', '=', list)
    .orderBy(sql`lower(s.name)`)
    .orderBy('s.name')
    .orderBy('s.id')
    .execute()
}

/** Replaces a search with the same name. Throws HttpError 409 if the user has too many searches. */
export async function saveSearch(db: Db, { user, list }: SearchOwner, search: SaveSearchRequest): Promise<SavedSearch> {
  return transact(db, async (db) => {
    const owned = { staff_user_id: user.id, list }
    // Prevents concurrent requests from exceeding the maximum.
    await db.get('staff_users', ['id'], { id: user.id }, { lock: true })
    const same = await db.find('saved_searches', ['id'], { ...owned, name: search.name })
    if (same) return changeSavedSearch(db, { user, list }, same.id, search)
    const others = await db.findAll('saved_searches', ['id'], owned)
    if (others.length >= maxSavedSearches)
      throw new HttpError(409, `You have ${maxSavedSearches} saved searches, the most that you can. Delete one first.`)
    const id = await db.add('saved_searches', { ...owned, ...search })
    return { ...(await db.get('saved_searches', columns, { id })), by: null }
  })
}

/** Replaces any other search that has the new name. Throws HttpError 404 if `id` is not one of the user's searches. */
export async function changeSavedSearch(
  db: Db,
  { user, list }: SearchOwner,
  id: number,
  search: SaveSearchRequest,
): Promise<SavedSearch> {
  return transact(db, async (db) => {
    const owned = { staff_user_id: user.id, list }
    const before = await db.get('saved_searches', ['query'], { ...owned, id }, { lock: true, notFound })
    await db.remove('saved_searches', { ...owned, name: search.name, id: compare('!=', id) })
    if (before.query !== search.query) await db.remove('saved_search_counts', { saved_search_id: id })
    await db.update('saved_searches', { id }, search)
    return { ...(await db.get('saved_searches', columns, { id })), by: null }
  })
}

export async function deleteSavedSearch(db: Db, { user, list }: SearchOwner, id: number): Promise<void> {
  const removed = await db.remove('saved_searches', { staff_user_id: user.id, list, id })
  if (removed === 0) throw new HttpError(404, notFound)
}
