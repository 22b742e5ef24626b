import { subDays } from 'date-fns/subDays'
import { sql } from 'kysely'
import { repeatEndings } from '../../champions/index.ts'
import { requeueImports } from '../../exchange/index.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import { enqueueLettersAgain, pauseLetters } from '../../foundations/mail/held-letters.ts'
import { skipPastReminders, stopRestoredLetters, withdrawAnswers } from '../../publications/index.ts'
import { audit } from '../../staff/index.ts'
import type { Ending } from './endings.ts'
import type { Manifest } from './manifest.ts'

export type QuiescedWork = { letters: number; imports: number; ended: number }

/** Stops what was active at the backup before anyone can connect; sessions, one-time codes and jobs are not in it. */
export async function quiesceRestoredDatabase(
  db: Db,
  { id, snapshot_at }: Manifest,
  { endings, isCopy, actor }: { endings: readonly Ending[]; isCopy: boolean; actor: string },
): Promise<QuiescedWork> {
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
    // A transaction that was open at the snapshot is missing from it and started earlier.
    const since = subDays(new Date(snapshot_at), 1).toISOString()
    const ended = await repeatEndings(
      db,
      endings.filter(({ at }) => at >= since),
      withdrawAnswers,
    )
    await skipPastReminders(db)
    const list_letters = await stopRestoredLetters(db, snapshot_at)
    // Includes the letters that `repeatEndings` has just written to people who moved up from a waiting list.
    const letters = await pauseLetters(db)
    await db.deleteFrom('job_outbox').execute()
    const { imports } = await requeueJobs(db)
    await finishBackups(db, id)
    await db.insertInto('restores').values({ backup_id: id, snapshot_at, is_copy: isCopy }).execute()
    await audit(db, null, isCopy ? 'backup.copied' : 'backup.restored', `backups/${id}`, {
      by: actor,
      snapshot_at,
      letters,
      list_letters,
      imports,
      ended,
    })
    return { letters, imports, ended }
  })
}

/** Enqueues the jobs of all pending letters and imports again, because a backup has no jobs and a queue may be lost. */
export async function requeueJobs(db: Db): Promise<{ letters: number; imports: number }> {
  return transact(db, async (db) => ({ letters: await enqueueLettersAgain(db), imports: await requeueImports(db) }))
}

/** Marks this backup as complete and others that were running at the snapshot as failed. */
async function finishBackups(db: Db, id: string): Promise<void> {
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
