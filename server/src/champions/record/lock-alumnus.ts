import type { Db } from '../../foundations/database/db.ts'

export type LockedAlumnus = NonNullable<Awaited<ReturnType<typeof lockAlumnus>>>

/** Locks the alumnus before their CRM changes, in the same order as imports, to prevent deadlocks. */
export function lockAlumnus(db: Db, buid: string) {
  return db.selectFrom('alumni').selectAll().where('buid', '=', buid).forNoKeyUpdate().executeTakeFirst()
}
