import { openWorkerContext, reportProcess, runJobs, type JobTiming } from '@alumni/server/worker'
import { jobKinds } from './job-kinds.ts'

/** Works off the queue until SIGTERM or SIGINT: then running jobs end at their next safe point, and the process leaves. */
export async function startWorker(timing?: JobTiming): Promise<void> {
  const context = await openWorkerContext()
  const { log } = context
  const running = await runJobs(
    context,
    jobKinds(context),
    (job, error) => log.error({ job, err: error }, 'a job failed'),
    timing,
  )
  const report = reportProcess({
    ...context,
    program: 'worker',
    readQueue: running.readState,
    onError: (error) => log.warn({ err: error }, 'the worker could not report that it runs'),
  })
  log.info('the worker takes jobs')

  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    await report.stop()
    await running.stop()
    await context.close()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop())
  process.on('disconnect', () => void stop()) // the process that started this one is gone
}
