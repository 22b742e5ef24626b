import type { Db } from '../../foundations/database/db.ts'

export type LockedAlumnus = NonNullable<Awaited<ReturnType<typeof lockAlumnus>>>

/** Locks an alumnus before their CRM changes, as imports do, so that neither waits for the other in a circle. */
export function lockAlumnus(db: Db, buid: string) {
  return db.selectFrom('alumni').selectAll().where('buid', '=', buid).forNoKeyUpdate().executeTakeFirst()
}
