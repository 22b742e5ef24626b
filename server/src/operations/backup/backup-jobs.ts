import { compare } from '../../foundations/database/rows.ts'
import { listActiveAdministrators } from '../../staff/index.ts'
import { sql } from 'kysely'
import type { Db } from '../../foundations/database/db.ts'
import { enqueue } from '../../foundations/jobs/queue.ts'
import { isCopy } from '../../foundations/mail/held-letters.ts'
import { enqueueLetters } from '../../foundations/mail/letters.ts'
import { withScratchDatabase } from './empty-database.ts'
import { uploadEndings } from './endings.ts'
import { createBackup, type BackupContext } from './create-backup.ts'
import type { Manifest } from './manifest.ts'
import { BackupProblem, describeReason } from './problem.ts'
import { pruneBackups } from './prune.ts'
import { restoreBackup, type RestoreContext } from './restore.ts'
import { readSchedule } from './schedule.ts'
import { openTarget, listValidBackups, type Target } from './target.ts'

declare module '../../foundations/jobs/jobs.ts' {
  interface Jobs {
    /** `asked_by` is null for a scheduled backup. */
    'make-backup': { asked_by: number | null }
  }
}

type JobContext = BackupContext & RestoreContext & { log: { warn(about: object, message: string): void } }

/** Enqueues a backup or drill if one is due, and uploads the records of deletions and erasures to the target. */
export async function watchBackups({ config, db, log }: JobContext): Promise<void> {
  if (!config.BACKUP_URL) return
  const { is_due, is_drill_due } = await readSchedule(db, config)
  if (is_due) await enqueue(db, 'make-backup', { asked_by: null })
  else if (is_drill_due) await enqueue(db, 'drill-backup', {})
  await sendEndings({ config, db, log })
}

/** Uploads records of deleted, restored and erased signups. If that fails, `watchBackups` tries again. */
export async function sendEndings({ config, db, log }: Pick<JobContext, 'config' | 'db' | 'log'>): Promise<void> {
  if (!config.BACKUP_URL || (await isCopy(db))) return
  await openTarget(config)
    .then((target) => uploadEndings(config, db, target))
    .catch((error: unknown) => {
      log.warn({ err: error }, 'the target of backups could not be told who was deleted or erased')
    })
}

/** Makes a backup and prunes old ones. A scheduled run, with `asked_by` null, does nothing if no backup is due. */
export async function runBackup(
  context: JobContext,
  { asked_by }: { asked_by: number | null },
  signal: AbortSignal,
): Promise<void> {
  const { config, db, log } = context
  if (asked_by === null && !(await readSchedule(db, config)).is_due) return
  try {
    await createBackup(context, { askedBy: asked_by, signal })
    await pruneBackups(context)
  } catch (error) {
    if (!signal.aborted) await notifyAdmins(db)
    if (!(error instanceof BackupProblem)) throw error
    log.warn({ err: error }, 'no backup was made')
  }
}

/** Restores the newest valid backup into a scratch database if a drill is due, and records whether that worked. */
export async function drillBackup(context: JobContext, signal: AbortSignal): Promise<void> {
  const { config, db, log, ownerUrl } = context
  if (!(await readSchedule(db, config)).is_drill_due) return
  const target = await openTarget(config)
  const [newest] = await listValidBackups(config, target)
  if (!newest) return
  const drill = (url: string) =>
    restoreBackup(context, { id: newest.id, url, actor: 'a drill', isCheck: true, signal }).then(() => null)
  const failure = await withScratchDatabase(ownerUrl, drill).catch((error: unknown) => {
    log.warn({ err: error }, 'a backup could not be restored')
    return describeReason(error, 'The restore failed unexpectedly')
  })
  if (signal.aborted) return
  await recordDrill(db, target, newest, failure)
  if (failure !== null) await notifyAdmins(db)
}

/** Records the result of a drill. Inserts the backup if this database lacks it, for example after a restore. */
export async function recordDrill(
  db: Db,
  { name: target }: Target,
  { id, snapshot_at: started_at, finished_at }: Manifest,
  drill_failure: string | null,
): Promise<void> {
  const drilled = { drilled_at: sql<string>`now()`, drill_failure }
  await db
    .insertInto('backups')
    .values({ id, target, state: 'whole', started_at, finished_at, ...drilled })
    .onConflict((row) => row.column('id').doUpdateSet(drilled).where('backups.target', '=', target))
    .execute()
}

/** Sends each administrator at most one letter in 20 hours. */
async function notifyAdmins(db: Db): Promise<void> {
  const kind = 'backup-failed'
  const isRecent = { created_at: compare('>', sql<string>`now() - interval '20 hours'`) }
  if (await db.find('letters', ['id'], { kind, ...isRecent })) return
  const administrators = await listActiveAdministrators(db)
  const letters = administrators.map((user) => ({ user }))
  await enqueueLetters(db, kind, letters)
}
