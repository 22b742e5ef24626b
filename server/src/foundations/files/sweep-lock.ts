import { sql } from 'kysely'
import { z } from 'zod'
import { transact, type Db } from '../database/db.ts'
import { selectRaw } from '../database/select-raw.ts'

/** The database lock that prevents sweeps of stored files during a backup. Sweeps share the lock; backups do not. */
export const storedFilesLock = 'alumni stored files'

/** Runs `sweep`, which deletes unneeded stored files, unless a backup is running. */
export async function sweepFiles(db: Db, sweep: () => Promise<void>): Promise<void> {
  await transact(db, async (lock) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(lock)
    const [tried] = await selectRaw(
      lock,
      z.object({ free: z.boolean() }),
    )`select pg_try_advisory_xact_lock_shared(hashtext(${storedFilesLock})) as free`
    if (tried!.free) await sweep()
  })
}
