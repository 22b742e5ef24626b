import type { Db } from '../../foundations/database/db.ts'

export type LockedAlumnus = NonNullable<Awaited<ReturnType<typeof lockAlumnus>>>

/** Call this before queuing CRM changes, to lock in the same order as imports. */
export function lockAlumnus(db: Db, buid: string) {
  return db.selectFrom('alumni').selectAll().where('buid', '=', buid).forNoKeyUpdate().executeTakeFirst()
}
