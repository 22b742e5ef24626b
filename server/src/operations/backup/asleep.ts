import { subDays } from 'date-fns/subDays'
import { sql } from 'kysely'
import { repeatEndings } from '../../champions/index.ts'
import { requeueImports } from '../../exchange/index.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import { askForLettersAgain, retainLetters } from '../../foundations/mail/held-letters.ts'
import { skipPastReminders, stopRestoredLetters, withdrawAnswers } from '../../publications/index.ts'
import { audit } from '../../staff/index.ts'
import type { Ending } from './endings.ts'
import type { Manifest } from './manifest.ts'

export type Slept = { letters: number; imports: number; ended: number }

/**
 * Puts to sleep what was awake when the backup was made, in one transaction, before anyone may connect. Sessions,
 * one-time codes and jobs are in no backup; what is left of them ends here.
 */
export async function putToSleep(
  db: Db,
  { id, snapshot_at }: Manifest,
  { endings, isCopy, by }: { endings: readonly Ending[]; isCopy: boolean; by: string },
): Promise<Slept> {
  return transact(db, async (db) => {
    await db
      .updateTable('email_changes')
      .set({ token_hash: null, ended_at: sql`now()` })
      .where('ended_at', 'is', null)
      .execute()
    await db
      .updateTable('api_keys')
      .set({ previous_prefix: null, previous_key_hash: null, previous_until: null })
      .where('previous_key_hash', 'is not', null)
      .execute()
    await db.deleteFrom('api_key_overlaps').execute()
    // A transaction that was open at the snapshot is not in it, and began before.
    const since = subDays(new Date(snapshot_at), 1).toISOString()
    const ended = await repeatEndings(
      db,
      endings.filter(({ at }) => at >= since),
      withdrawAnswers,
    )
    await skipPastReminders(db)
    const list_letters = await stopRestoredLetters(db, snapshot_at)
    // Also those that were written a moment ago, to whoever got the place of someone who was deleted.
    const letters = await retainLetters(db)
    await db.deleteFrom('job_outbox').execute()
    const { imports } = await askForJobsAgain(db)
    await settleBackups(db, id)
    await db.insertInto('restores').values({ backup_id: id, snapshot_at, is_copy: isCopy }).execute()
    await audit(db, null, isCopy ? 'backup.copied' : 'backup.restored', `backups/${id}`, {
      by,
      snapshot_at,
      letters,
      list_letters,
      imports,
      ended,
    })
    return { letters, imports, ended }
  })
}

/** Asks for all jobs that some state waits for, once more: a restore has none, and a queue may be lost. */
export async function askForJobsAgain(db: Db): Promise<{ letters: number; imports: number }> {
  return transact(db, async (db) => ({ letters: await askForLettersAgain(db), imports: await requeueImports(db) }))
}

/** This backup was running in its own snapshot. */
async function settleBackups(db: Db, id: string): Promise<void> {
  await db
    .updateTable('backups')
    .set({ state: 'whole', finished_at: sql`coalesce(finished_at, now())` })
    .where('id', '=', id)
    .execute()
  await db
    .updateTable('backups')
    .set({ state: 'failed', finished_at: sql`now()`, failure: 'The backup was cut off: its process ended.' })
    .where('state', '=', 'running')
    .execute()
}
