import { transact, type Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { audit, type StaffUser } from '../../staff/index.ts'
import { saidOf } from './look-alikes.ts'

/** Says that two alumni are not one person: the first one who says so is remembered. 404: one of them is not on file. */
export async function dismissLookAlike(db: Db, buids: readonly [string, string], by: StaffUser) {
  const [first_buid, second_buid] = buids.toSorted() as [string, string]
  return transact(db, async (db) => {
    const known = await db
      .selectFrom('alumni')
      .select('buid')
      .where('buid', 'in', [...buids])
      .execute()
    const missing = buids.find((buid) => !known.some((row) => row.buid === buid))
    if (missing) throw new HttpError(404, `There is no alumnus ${missing}.`)
    const made = await db
      .insertInto('look_alike_dismissals')
      .values({ first_buid, second_buid, dismissed_by_id: by.id })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (made) await audit(db, by, 'look-alike.dismissed', `alumni/${first_buid}`, { first_buid, second_buid })
    const { id } = await db
      .selectFrom('look_alike_dismissals')
      .select('id')
      .where('first_buid', '=', first_buid)
      .where('second_buid', '=', second_buid)
      .executeTakeFirstOrThrow()
    return (await saidOf(db, [id])).get(id)!
  })
}

/** Takes that back. 404: it was taken back before. */
export async function takeBackDismissal(db: Db, id: number, by: StaffUser): Promise<void> {
  await transact(db, async (db) => {
    const pair = await db
      .deleteFrom('look_alike_dismissals')
      .where('id', '=', id)
      .returning(['first_buid', 'second_buid'])
      .executeTakeFirst()
    if (!pair) throw new HttpError(404, 'This was taken back already.')
    await audit(db, by, 'look-alike.restored', `alumni/${pair.first_buid}`, pair)
  })
}
