import { compare } from '../../foundations/database/rows.ts'
import { activeAdministrators } from '../../staff/index.ts'
import { sql } from 'kysely'
import type { Db } from '../../foundations/database/db.ts'
import { enqueue } from '../../foundations/jobs/queue.ts'
import { askForLetters } from '../../foundations/mail/letters.ts'
import { withScratchDatabase } from './empty-database.ts'
import { noteEndings } from './endings.ts'
import { makeBackup, type BackupContext } from './make-backup.ts'
import type { Manifest } from './manifest.ts'
import { BackupProblem, reasonOf } from './problem.ts'
import { pruneBackups } from './prune.ts'
import { restoreBackup, type RestoreContext } from './restore.ts'
import { readSchedule } from './schedule.ts'
import { openTarget, wholeBackups, type Target } from './target.ts'

declare module '../../foundations/jobs/jobs.ts' {
  interface Jobs {
    /** `asked_by` is null for one by schedule. */
    'make-backup': { asked_by: number | null }
    'watch-backups': Record<string, never>
    'drill-backup': Record<string, never>
  }
}

type JobContext = BackupContext & RestoreContext & { log: { warn(about: object, sentence: string): void } }

/** Every few minutes, reports erasures to the target and asks for what is due. */
export async function watchBackups({ config, db, log }: JobContext): Promise<void> {
  if (!config.BACKUP_URL) return
  const { is_due, is_drill_due } = await readSchedule(db, config)
  if (is_due) await enqueue(db, 'make-backup', { asked_by: null })
  else if (is_drill_due) await enqueue(db, 'drill-backup', {})
  await bringEndings({ config, db, log })
}

/** Sends deletions and erasures to the target at once; while it is away, `watchBackups` tries again. */
export async function bringEndings({ config, db, log }: Pick<JobContext, 'config' | 'db' | 'log'>): Promise<void> {
  if (!config.BACKUP_URL || (await readSchedule(db, config)).is_copy) return
  await openTarget(config)
    .then((target) => noteEndings(config, db, target))
    .catch((error: unknown) => {
      log.warn({ err: error }, 'the target of backups could not be told who was deleted or erased')
    })
}

/** Makes a backup, then removes those that it makes superfluous. What fails is a letter to administrators. */
export async function runBackup(
  context: JobContext,
  { asked_by }: { asked_by: number | null },
  signal: AbortSignal,
): Promise<void> {
  const { config, db, log } = context
  // One that was asked for twice is made once.
  if (asked_by === null && !(await readSchedule(db, config)).is_due) return
  try {
    await makeBackup(context, { askedBy: asked_by, signal })
    await pruneBackups(context)
  } catch (error) {
    if (!signal.aborted) await writeToAdmins(db)
    if (!(error instanceof BackupProblem)) throw error
    log.warn({ err: error }, 'no backup was made')
  }
}

/** Restores the newest backup into a database that is dropped again, and writes down how that went. */
export async function drillBackup(context: JobContext, signal: AbortSignal): Promise<void> {
  const { config, db, log, ownerUrl } = context
  if (!(await readSchedule(db, config)).is_drill_due) return
  const target = await openTarget(config)
  const [newest] = await wholeBackups(config, target)
  if (!newest) return
  const drill = (into: string) =>
    restoreBackup(context, { id: newest.id, into, by: 'a drill', isCheck: true, signal }).then(() => null)
  const failure = await withScratchDatabase(ownerUrl, drill).catch((error: unknown) => {
    log.warn({ err: error }, 'a backup could not be restored')
    return reasonOf(error, 'The restore failed unexpectedly')
  })
  if (signal.aborted) return
  await noteDrill(db, target, newest, failure)
  if (failure !== null) await writeToAdmins(db)
}

/**
 * How a restore on trial went, of a backup at this target. One that this database does not know, such as one before a
 * restore, has a row from now on.
 */
export async function noteDrill(
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

/** One letter to each administrator, and none again for most of a day. */
async function writeToAdmins(db: Db): Promise<void> {
  const kind = 'backup-failed'
  const letter = await db.find('letters', ['id'], {
    kind,
    created_at: compare('>', sql<string>`now() - interval '20 hours'`),
  })
  if (letter) return
  const administrators = await activeAdministrators(db)
  await askForLetters(
    db,
    kind,
    administrators.map((user) => ({ user })),
  )
}
