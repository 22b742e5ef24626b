import type { Config } from './foundations/process/config.ts'
import { readProcessConfig } from './foundations/process/process-config.ts'
import type { DatabaseUrls } from './foundations/database/database.ts'
import { prepareDatabase } from './foundations/database/prepare-database.ts'
import { getPoolOptions } from './foundations/database/connections.ts'
import { openDb, migrate } from './schema.ts'
import type { Db } from './foundations/database/db.ts'
import { createFiles, type Files } from './foundations/files/files.ts'
import { createLog } from './foundations/process/log.ts'
import { listDatabaseDependencies } from './foundations/monitoring/database-dependencies.ts'
import { Monitor } from './foundations/monitoring/monitor.ts'
import { addProcessMetrics } from './foundations/monitoring/process-readings.ts'
import { serveMonitor } from './foundations/monitoring/serve-monitor.ts'
import { countImportsByStatus } from './exchange/imports/batches.ts'
import { createInstallation } from './operations/checks/check.ts'
import { examineAtStart } from './operations/checks/examine.ts'
import { readBackupMetrics } from './operations/backup/backups-state.ts'
import { readLetterMetrics } from './operations/health/letters.ts'
import { createStorageReader } from './operations/health/storage.ts'
import { createMailer, type Mailer } from './foundations/mail/mailer.ts'

export { parseNoOptions } from './foundations/process/command-line.ts'
export { readJobMetrics } from './foundations/monitoring/job-readings.ts'
export { sweepGivingPreviews } from './exchange/giving/previews.ts'
export { importRetriesMs } from './exchange/imports/run-batch.ts'
export { applyImport } from './exchange/imports/apply/apply.ts'
export { scanImport } from './exchange/imports/scan/scan.ts'
export { sweepImportFiles } from './exchange/imports/sweep.ts'
export { deleteOldLetters, letterRetriesMs, sendLetter } from './foundations/mail/send-letter.ts'
export { sendEndings, drillBackup, runBackup, watchBackups } from './operations/backup/backup-jobs.ts'
export { pruneIdentity } from './champions/sign-in/prune.ts'
export { composers } from './composers.ts'
export { sendDueLetters, sendLimits } from './publications/list-letters/advance.ts'
export { remindAttendees } from './publications/events/reminders.ts'
export type { JobKinds } from './foundations/jobs/jobs.ts'
export { enqueue } from './foundations/jobs/queue.ts'
export { deleteMistypedSignup } from './champions/profile/delete-mistyped-signup.ts'
export { withdrawAnswers } from './publications/champion-answers.ts'
export { eraseDeletedSignups } from './champions/profile/erase-signups.ts'
export { deleteOldEmailChanges } from './champions/profile/change-email.ts'
export { runDeferredMigrations } from './schema.ts'
export { judgeConditions, shouldReportIncidents } from './operations/checks/judge-conditions.ts'
export { reportProcess } from './operations/health/processes.ts'
export { sweepPhotos } from './publications/photos/sweep.ts'
export { searchForLookAlikes } from './alumni/reports/look-alikes.ts'
export { findDuplicates } from './champions/merges/find-duplicates.ts'
export { MailFailed, type Mailer } from './foundations/mail/mailer.ts'
export { Outages } from './foundations/database/outages.ts'
export { runJobs, type JobTiming } from './foundations/jobs/run-jobs.ts'

export type WorkerContext = {
  config: Config
  db: Db
  files: Files
  mailer: Mailer
  databaseUrls: DatabaseUrls
  ownerUrl: string
  migrate: typeof migrate
  openDb: typeof openDb
  log: ReturnType<typeof createLog>
  monitor: Monitor
  close(): Promise<void>
}

export async function openWorkerContext(): Promise<WorkerContext> {
  const config = readProcessConfig()
  const log = createLog(config)
  const monitor = new Monitor()
  await serveMonitor(config, monitor, log)
  const urls = await prepareDatabase(config, migrate, log)
  const db = await openDb(urls.app, getPoolOptions('worker', config))
  const files = await createFiles(config)
  monitor.readiness.add(...listDatabaseDependencies(db))
  void examineAtStart(createInstallation({ config, db, files }, urls), log)
  addProcessMetrics(monitor, 'worker', db)
  // These metrics are for the whole installation, so only workers report them.
  monitor.add(
    () => countImportsByStatus(db),
    () => readLetterMetrics(db),
    () => readBackupMetrics(db, config),
    createStorageReader(config, files),
  )
  return {
    config,
    db,
    files,
    monitor,
    mailer: createMailer(config),
    databaseUrls: urls,
    ownerUrl: urls.owner,
    migrate,
    openDb,
    log,
    close: () => db.destroy(),
  }
}
