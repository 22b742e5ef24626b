import type { BackupsState } from '@alumni/shared/operations/backups'
import { sql } from 'kysely'
import type { Db } from '../../foundations/database/db.ts'
import { utc } from '../../foundations/database/utc.ts'
import type { Readings } from '../../foundations/monitoring/metrics.ts'
import type { Config } from '../../foundations/process/config.ts'
import { isCopy } from '../../foundations/mail/held-letters.ts'
import { readSchedule } from './schedule.ts'
import { backupsAtTarget } from './target.ts'

export async function readBackupsState(db: Db, config: Config): Promise<BackupsState> {
  const { is_copy, is_late, is_running } = await readSchedule(db, config)
  const newest = backupsAtTarget(db, config).orderBy('started_at', 'desc').limit(1)
  const last = await newest
    .where('state', '=', 'whole')
    .select(['id', utc('started_at').as('at'), 'database_bytes', 'files', 'done'])
    .executeTakeFirst()
  const running = await newest
    .where('state', '=', 'running')
    .select(['id', utc('started_at').as('at'), 'phase', 'done'])
    .executeTakeFirst()
  const failed = await newest
    .where('state', '=', 'failed')
    .where('failure', 'is not', null)
    .$if(last !== undefined, (rows) =>
      rows.where('started_at', '>', sql<string>`${last!.at}::timestamptz + interval '1 ms'`),
    )
    .select([utc('started_at').as('at'), 'failure as reason'])
    .executeTakeFirst()
  const drill = await backupsAtTarget(db, config)
    .where('drilled_at', 'is not', null)
    .orderBy('drilled_at', 'desc')
    .select([utc('drilled_at').as('at'), 'drill_failure as failure'])
    .limit(1)
    .executeTakeFirst()
  return {
    is_configured: config.BACKUP_URL !== undefined,
    is_elsewhere: config.backsUpElsewhere,
    is_copy,
    is_late,
    schedule: config.BACKUP_SCHEDULE,
    last: last ? { id: last.id, at: last.at, database_bytes: last.database_bytes, files: last.files } : null,
    running: running && is_running ? { ...running, expected: last?.database_bytes ?? null } : null,
    failure: failed?.reason ? { at: failed.at, reason: failed.reason } : null,
    drill: drill ?? null,
  }
}

/** Returns the age of the last complete backup or, without one, the time since the first attempt or process start. */
export async function readBackupMetrics(db: Db, config: Config): Promise<Readings> {
  if (config.BACKUP_URL === undefined || (await isCopy(db))) return {}
  // Ignores another database's backups, which were only restored as a drill.
  const lastComplete = sql`max(started_at) filter (where state = 'whole' and finished_at is not null)`
  const age = sql<number | null>`extract(epoch from now() - coalesce(${lastComplete}, min(started_at)))::float8`
  const { seconds } = await db.get('backups', [age.as('seconds')], {})
  return { alumni_backup_age_seconds: seconds ?? performance.now() / 1000 }
}
