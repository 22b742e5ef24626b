import { transact, type Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { audit, type StaffUser } from '../../staff/index.ts'
import { gone } from './gone.ts'
import { saidOf } from './list-duplicates.ts'

type Dismissal = { id: number; by: string; at: string }

/** Says that two signups are not of one person: the first one who says so is remembered. 404, or 409 where one is gone. */
export async function dismissPair(db: Db, pair: readonly [number, number], by: StaffUser): Promise<Dismissal> {
  const [first_id, second_id] = pair.toSorted((a, b) => a - b) as [number, number]
  return transact(db, async (db) => {
    for (const id of [first_id, second_id]) {
      const signup = await db
        .selectFrom('champion_signups')
        .select(['id', 'deleted_at', 'merged_into_id'])
        .where('id', '=', id)
        .executeTakeFirst()
      if (!signup) throw new HttpError(404, `There is no signup ${id}.`)
      if (signup.deleted_at !== null) throw new HttpError(409, (await gone(db, signup)).sentence)
    }
    const made = await db
      .insertInto('signup_dismissals')
      .values({ first_id, second_id, dismissed_by_id: by.id })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (made) await audit(db, by, 'signup-duplicate.dismissed', `champion-signups/${first_id}`, { first_id, second_id })
    const { id } = await db
      .selectFrom('signup_dismissals')
      .select('id')
      .where('first_id', '=', first_id)
      .where('second_id', '=', second_id)
      .executeTakeFirstOrThrow()
    return (await saidOf(db, [id])).get(id)!
  })
}

/** Takes that back. 404: it was taken back before. */
export async function takeBackDismissal(db: Db, id: number, by: StaffUser): Promise<void> {
  await transact(db, async (db) => {
    const pair = await db
      .deleteFrom('signup_dismissals')
      .where('id', '=', id)
      .returning(['first_id', 'second_id'])
      .executeTakeFirst()
    if (!pair) throw new HttpError(404, 'This was taken back already.')
    await audit(db, by, 'signup-duplicate.restored', `champion-signups/${pair.first_id}`, pair)
  })
}
