import type { Config } from './config.ts'
import { configOfProcess } from './process-config.ts'
import { databaseOfProcess } from './open-database.ts'
import { connectOrm } from './schema.ts'
import type { Orm } from './database/orm.ts'
import { createFiles, type Files } from './files/files.ts'
import { createLog } from './log.ts'
import { createMailer, type Mailer } from './mail/mailer.ts'

/** All that the worker, a second process of this application, may use of it. */
export { noOptions } from './command-line.ts'
export { sweepGivingPreviews } from './giving/sweep.ts'
export { applyImport } from './imports/apply.ts'
export { scanImport } from './imports/scan.ts'
export { sweepImportFiles } from './imports/sweep.ts'
export { forgetLetters, letterRetriesMs, sendLetter } from './mail/send-letter.ts'
export { pruneIdentity } from './identity/prune.ts'
export { composers } from './composers.ts'
export { remindAttendees } from './content/remind-attendees.ts'
export type { JobKinds } from './jobs/jobs.ts'
export { enqueue } from './jobs/queue.ts'
export { refreshStatistics } from './engagement-stats/refresh-statistics.ts'
export { eraseDeletedSignups, forgetEmailChanges } from './profile/index.ts'
export { reportProcess } from './health/index.ts'
export { sweepPhotos } from './photos/sweep.ts'
export { searchForReports } from './reports/index.ts'
export { findDuplicates } from './signup-merges/index.ts'
export { runJobs, type JobTiming } from './jobs/run-jobs.ts'

export type WorkerContext = {
  config: Config
  orm: Orm
  files: Files
  mailer: Mailer
  databaseUrl: string
  log: ReturnType<typeof createLog>
  close(): Promise<void>
}

/** Connections and stores of a worker process; the schema is up to date then. */
export async function openWorkerContext(): Promise<WorkerContext> {
  const config = configOfProcess()
  const log = createLog(config)
  const urls = await databaseOfProcess(config, log)
  // Chunks and their place in the file commit together: what is lost with the machine is simply done again.
  const orm = await connectOrm(urls.app, { max: 6, statementTimeoutMs: 0, waitsForDisk: false })
  return {
    config,
    orm,
    files: await createFiles(config),
    mailer: createMailer(config),
    databaseUrl: urls.app,
    log,
    close: () => orm.close(),
  }
}
