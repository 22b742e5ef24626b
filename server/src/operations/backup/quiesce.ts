import { subDays } from 'date-fns/subDays'
import { sql } from 'kysely'
import { repeatEndings } from '../../champions/index.ts'
import { requeueImports } from '../../exchange/index.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import { isNotNull } from '../../foundations/database/rows.ts'
import { enqueueLettersAgain, pauseLetters } from '../../foundations/mail/held-letters.ts'
import { skipPastReminders, stopRestoredLetters, withdrawAnswers } from '../../publications/index.ts'
import { audit } from '../../staff/index.ts'
import type { Ending } from './endings.ts'
import type { Manifest } from './manifest.ts'
import { failInterruptedBackups } from './report.ts'

export type QuiescedWork = { letters: number; imports: number; ended: number }

/** Cancels work that was pending when the backup was made. The backup contains no sessions, one-time codes or jobs. */
export async function quiesceRestoredDatabase(
  db: Db,
  { id, snapshot_at }: Manifest,
  { endings, isCopy, actor }: { endings: readonly Ending[]; isCopy: boolean; actor: string },
): Promise<QuiescedWork> {
  return transact(db, async (db) => {
    await db.update('email_changes', { ended_at: null }, { token_hash: null, ended_at: sql`now()` })
    const noPreviousKey = { previous_prefix: null, previous_key_hash: null, previous_until: null }
    await db.update('api_keys', { previous_key_hash: isNotNull }, noPreviousKey)
    await db.remove('api_key_overlaps', {})
    // Includes endings from transactions that started before the snapshot and committed after it.
    const since = subDays(new Date(snapshot_at), 1).toISOString()
    const ended = await repeatEndings(
      db,
      endings.filter(({ at }) => at >= since),
      withdrawAnswers,
    )
    await skipPastReminders(db)
    const list_letters = await stopRestoredLetters(db, snapshot_at)
    // Includes the letters that `repeatEndings` wrote to people who moved up from a waiting list.
    const letters = await pauseLetters(db)
    await db.remove('job_outbox', {})
    const { imports } = await requeueJobs(db)
    await db.update('backups', { id }, { state: 'whole', finished_at: sql`coalesce(finished_at, now())` })
    await failInterruptedBackups(db)
    await db.insert('restores', { backup_id: id, snapshot_at, is_copy: isCopy })
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

/** Enqueues jobs for all pending letters and imports, because a backup contains no jobs and a queue may be lost. */
export async function requeueJobs(db: Db): Promise<{ letters: number; imports: number }> {
  return transact(db, async (db) => ({ letters: await enqueueLettersAgain(db), imports: await requeueImports(db) }))
}
