import {
  applyImport,
  refreshStatistics,
  scanImport,
  sweepImportFiles,
  type JobHandlers,
  type WorkerContext,
} from '@alumni/server/worker'

/** One line per kind of job: the work itself runs without a queue. */
export function jobHandlers(context: WorkerContext): JobHandlers {
  return {
    'scan-import': (ref) => scanImport(context, ref),
    'apply-import': async (ref, isStopping) => {
      if ((await applyImport(context, ref, isStopping)) === 'paused')
        await context.jobs.enqueue(context.orm.em.fork(), 'apply-import', ref)
    },
    'sweep-import-files': () => sweepImportFiles(context),
    'refresh-statistics': (_, isStopping) => refreshStatistics(context, isStopping),
  }
}
