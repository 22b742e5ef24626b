import { backupsState } from '@alumni/shared/operations/backups'
import { z } from 'zod'
import type { App, Context } from '../../foundations/context.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { enqueue } from '../../foundations/jobs/queue.ts'
import type { Config } from '../../foundations/process/config.ts'
import { audit, getStaffUser, staffRoute, type StaffUser } from '../../staff/index.ts'
import { readSchedule } from './schedule.ts'
import { readBackupsState } from './backups-state.ts'

const url = '/settings/backups'

export function backupRoutes(app: App, { config }: Context): void {
  staffRoute(app, { method: 'GET', url, needs: 'admin', schema: { response: { 200: backupsState } } }, ({ db }) =>
    readBackupsState(db, config),
  )

  staffRoute(app, { url, needs: 'admin', schema: { response: { 202: z.object({}) } } }, async (request, reply) => {
    await requestBackup(request.db, config, getStaffUser(request))
    return reply.code(202).send({})
  })
}

async function requestBackup(db: Db, config: Config, user: StaffUser): Promise<void> {
  if (!config.BACKUP_URL)
    throw new HttpError(
      409,
      config.backsUpElsewhere
        ? 'Backups are made elsewhere.'
        : 'No place for backups is set. Your system administrator can set one.',
    )
  await transact(db, async (db) => {
    if ((await readSchedule(db, config)).is_running) throw new HttpError(409, 'A backup is already running.')
    await enqueue(db, 'make-backup', { asked_by: user.id })
    await audit(db, user, 'backup.asked', 'backups')
  })
}
