import { sql } from 'kysely'
import { maxSavedSearches, type SavedSearch, type SearchableList } from '@alumni/shared/saved-searches'
import type { EntityManager } from '../database/orm.ts'
import { utc } from '../database/utc.ts'
import { HttpError } from '../http/errors.ts'
import type { StaffUser } from '../staff/index.ts'

type Naming = Pick<SavedSearch, 'name' | 'query'>
/** Whose searches, and of which list. */
type Shelf = { who: StaffUser; list: SearchableList }

const shown = ['id', 'name', 'query', utc('created_at').as('created_at')] as const

/** What this person saved of a list, by name. */
export async function savedSearchesOf(em: EntityManager, { who, list }: Shelf): Promise<SavedSearch[]> {
  return em
    .getKysely()
    .selectFrom('saved_searches')
    .select(shown)
    .where('staff_user_id', '=', who.id)
    .where('list', '=', list)
    .orderBy(sql`lower(name)`)
    .orderBy('name')
    .execute()
}

/** Keeps a search under a name, instead of the one that had this name. 409: there are too many. */
export async function saveSearch(
  em: EntityManager,
  { who, list }: Shelf,
  { name, query }: Naming,
): Promise<SavedSearch> {
  const db = em.getKysely()
  const others = db
    .selectFrom('saved_searches')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('staff_user_id', '=', who.id)
    .where('list', '=', list)
    .where('name', '<>', name)
  const saved = await db
    .insertInto('saved_searches')
    .columns(['staff_user_id', 'list', 'name', 'query'])
    .expression(
      db
        .selectNoFrom(({ val }) => [
          val(who.id).as('staff_user_id'),
          val(list).as('list'),
          val(name).as('name'),
          val(query).as('query'),
        ])
        .where(others, '<', maxSavedSearches),
    )
    .onConflict((conflict) => conflict.columns(['staff_user_id', 'list', 'name']).doUpdateSet({ query }))
    .returning(shown)
    .executeTakeFirst()
  if (!saved)
    throw new HttpError(409, `You have ${maxSavedSearches} saved searches. Delete one that you no longer need.`)
  return saved
}

/** Gives a saved search another name and query; one that had this name is replaced. 404: this person has none with that id. */
export async function changeSavedSearch(
  em: EntityManager,
  { who, list }: Shelf,
  id: number,
  { name, query }: Naming,
): Promise<SavedSearch> {
  return em.transactional(async (em) => {
    const db = em.getKysely()
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
    const changed = await db
      .updateTable('saved_searches')
      .set({ name, query })
      .where('staff_user_id', '=', who.id)
      .where('list', '=', list)
      .where('id', '=', id)
      .returning(shown)
      .executeTakeFirst()
    return changed ?? notTheirs()
  })
}

/** 404: this person has none with that id. */
export async function deleteSavedSearch(em: EntityManager, { who, list }: Shelf, id: number): Promise<void> {
  const { numDeletedRows } = await em
    .getKysely()
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
