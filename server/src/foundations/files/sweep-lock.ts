import { sql } from 'kysely'
import { z } from 'zod'
import { transact, type Db } from '../database/db.ts'
import { selectRaw } from '../database/select-raw.ts'

/** A backup takes this lock of the database alone, sweepers of files take it together. */
export const storedFilesLock = 'alumni stored files'

/**
 * Removes files, unless a backup runs that still names them: then it is left to the next time. The lock ends with the
 * connection of whoever has it.
 */
export async function sweepFiles(db: Db, sweep: () => Promise<void>): Promise<void> {
  await transact(db, async (lock) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(lock)
    const [tried] = await selectRaw(
      lock,
      z.object({ free: z.boolean() }),
      sql`select pg_try_advisory_xact_lock_shared(hashtext(${storedFilesLock})) as free`,
    )
    if (tried!.free) await sweep()
  })
}
