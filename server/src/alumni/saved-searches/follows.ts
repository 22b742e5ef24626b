import { sql, type RawBuilder } from 'kysely'
import { staffFilterNames } from '@alumni/shared/alumni/asked'
import { maxFollowed, type Follow } from '@alumni/shared/alumni/saved-searches'
import { transact, type Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import type { StaffUser } from '../../staff/index.ts'

/** Selects how a staff member follows a search; both are expressions of SQL. */
export function followOf(search: RawBuilder<unknown>, staffUser: RawBuilder<unknown>): RawBuilder<Follow> {
  return sql<Follow>`coalesce((select case when f.by_letter then 'letter' else 'page' end from search_follows f
    where f.saved_search_id = ${search} and f.staff_user_id = ${staffUser}), 'no')`
}

/**
 * True for the saved searches `s` that this person sees: their own, and those that colleagues share; of a viewer, not
 * those that only staff may ask.
 */
export function isSeenBy(staffUser: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`((s.staff_user_id = ${staffUser} or s.is_shared) and (s.query !~ ${forStaff}
    or (select role from staff_users where id = ${staffUser}) <> 'viewer'))`
}
const forStaff = `(^|&)(${staffFilterNames.join('|')})=`

/**
 * Follows a search from now on, or no longer, and answers it. The letter begins with the week after `monday`. 404: this
 * person sees no such search. 409: they follow too many.
 */
export async function followSearch(
  db: Db,
  who: Pick<StaffUser, 'id'>,
  { id, follow, monday }: { id: number; follow: Follow; monday: string },
): Promise<{ id: number; query: string }> {
  const search = await db
    .selectFrom('saved_searches as s')
    .select(['s.id', 's.query'])
    .where('s.id', '=', id)
    .where('s.list', '=', 'alumni_search')
    .where(isSeenBy(sql.val(who.id)))
    .executeTakeFirst()
  if (!search) throw new HttpError(404, 'There is no such saved search.')
  await transact(db, async (db) => {
    // One at a time, so that the count below is right.
    await db.findAll('staff_users', ['id'], { id: who.id }, { lock: true })
    await db
      .deleteFrom('search_follows')
      .where('staff_user_id', '=', who.id)
      .where('saved_search_id', '=', id)
      .$if(follow !== 'no', (found) => found.where('by_letter', '<>', follow === 'letter'))
      .execute()
    if (follow === 'no') return
    await sql`insert into search_follows (saved_search_id, staff_user_id, by_letter, told_week)
      select s.id, ${who.id}, ${follow === 'letter'}, ${monday}::date from saved_searches s where s.id = ${id}
      on conflict do nothing`.execute(db)
    const { followed } = await db
      .selectFrom('search_follows')
      .select(({ fn }) => fn.countAll<number>().as('followed'))
      .where('staff_user_id', '=', who.id)
      .executeTakeFirstOrThrow()
    if (followed > maxFollowed)
      throw new HttpError(409, `You follow ${maxFollowed} searches, the most that you can. Stop following one first.`)
  })
  return search
}
