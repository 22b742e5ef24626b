import { backupsState, type BackupsState } from '@alumni/shared/operations/backups'
import { sql } from 'kysely'
import { z } from 'zod'
import type { App, Context } from '../../foundations/context.ts'
import type { Db } from '../../foundations/database/db.ts'
import { transact } from '../../foundations/database/db.ts'
import { utc } from '../../foundations/database/utc.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { enqueue } from '../../foundations/jobs/queue.ts'
import type { Config } from '../../foundations/process/config.ts'
import { audit, signedIn, staffRoute, type StaffUser } from '../../staff/index.ts'
import { readSchedule } from './schedule.ts'

const url = '/settings/backups'

/** The last backup, how far a running one is, and "Back up now"; for administrators. */
export function backupRoutes(app: App, { config }: Context): void {
  staffRoute(app, { method: 'GET', url, needs: 'admin', schema: { response: { 200: backupsState } } }, ({ db }) =>
    showBackups(db, config),
  )

  staffRoute(app, { url, needs: 'admin', schema: { response: { 202: z.object({}) } } }, async (request, reply) => {
    await askForBackup(request.db, config, signedIn(request))
    return reply.code(202).send({})
  })
}

/** A worker makes it. 409: there is no place for it, or one runs already. */
async function askForBackup(db: Db, config: Config, who: StaffUser): Promise<void> {
  if (!config.BACKUP_URL)
    throw new HttpError(409, 'No place for backups is set. Your system administrator can set one.')
  await transact(db, async (db) => {
    if ((await readSchedule(db, config)).is_running) throw new HttpError(409, 'A backup is running already.')
    await enqueue(db, 'make-backup', { asked_by: who.id })
    await audit(db, who, 'backup.asked', 'backups')
  })
}

async function showBackups(db: Db, config: Config): Promise<BackupsState> {
  const { is_copy, is_late, is_running } = await readSchedule(db, config)
  const newest = db.selectFrom('backups').orderBy('started_at', 'desc').limit(1)
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
    .select([utc('started_at').as('at'), 'failure as why'])
    .executeTakeFirst()
  const drill = await db
    .selectFrom('backups')
    .where('drilled_at', 'is not', null)
    .orderBy('drilled_at', 'desc')
    .select([utc('drilled_at').as('at'), 'drill_failure as failure'])
    .limit(1)
    .executeTakeFirst()
  return {
    is_configured: config.BACKUP_URL !== undefined,
    is_copy,
    is_late,
    schedule: config.BACKUP_SCHEDULE,
    last: last ? { id: last.id, at: last.at, database_bytes: last.database_bytes, files: last.files } : null,
    running: running && is_running ? { ...running, expected: last?.database_bytes ?? null } : null,
    failure: failed?.why ? { at: failed.at, why: failed.why } : null,
    drill: drill ?? null,
  }
}
