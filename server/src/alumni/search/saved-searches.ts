import { sql } from 'kysely'
import { maxSavedSearches, savedSearch, type SavedSearch } from '@alumni/shared/alumni-search'
import type { EntityManager } from '../../database/orm.ts'
import { selectRaw } from '../../database/select-raw.ts'
import { utc } from '../../database/utc.ts'
import { HttpError } from '../../http/errors.ts'
import type { StaffUser } from '../../staff/index.ts'

type Naming = Pick<SavedSearch, 'name' | 'query'>

/** What this person saved, by name. */
export function savedSearchesOf(em: EntityManager, who: StaffUser): Promise<SavedSearch[]> {
  return read(em, sql`select * from saved_searches where staff_user_id = ${who.id} order by lower(name), name`)
}

/** Keeps a search under a name, instead of the one that had this name. 409: there are too many. */
export async function saveSearch(em: EntityManager, who: StaffUser, { name, query }: Naming): Promise<SavedSearch> {
  const [saved] = await read(
    em,
    sql`
    insert into saved_searches (staff_user_id, name, query) select ${who.id}, ${name}, ${query}
    where (select count(*) from saved_searches where staff_user_id = ${who.id} and name <> ${name}) < ${maxSavedSearches}
    on conflict (staff_user_id, name) do update set query = excluded.query returning *
  `,
  )
  if (!saved)
    throw new HttpError(409, `You have ${maxSavedSearches} saved searches. Delete one that you no longer need.`)
  return saved
}

/** Gives a saved search another name and query; one that had this name is replaced. 404: this person has none with that id. */
export async function changeSavedSearch(
  em: EntityManager,
  who: StaffUser,
  id: number,
  { name, query }: Naming,
): Promise<SavedSearch> {
  return em.transactional(async (em) => {
    const db = em.getKysely()
    await db
      .deleteFrom('saved_searches')
      .where('staff_user_id', '=', who.id)
      .where('name', '=', name)
      .where('id', '<>', id)
      .where(({ exists }) =>
        exists(db.selectFrom('saved_searches as s').where('s.staff_user_id', '=', who.id).where('s.id', '=', id)),
      )
      .execute()
    const [changed] = await read(
      em,
      sql`update saved_searches set name = ${name}, query = ${query} where staff_user_id = ${who.id} and id = ${id} returning *`,
    )
    return changed ?? notTheirs()
  })
}

/** 404: this person has none with that id. */
export async function deleteSavedSearch(em: EntityManager, who: StaffUser, id: number): Promise<void> {
  const deleted = await read(
    em,
    sql`delete from saved_searches where staff_user_id = ${who.id} and id = ${id} returning *`,
  )
  if (deleted.length === 0) notTheirs()
}

function notTheirs(): never {
  throw new HttpError(404, 'There is no such saved search.')
}

async function read(em: EntityManager, written: ReturnType<typeof sql>): Promise<SavedSearch[]> {
  return selectRaw(
    em,
    savedSearch,
    sql`
    with saved as (${written}) select id, name, query, ${utc('saved.created_at')} as created_at from saved order by lower(name), name
  `,
  )
}
