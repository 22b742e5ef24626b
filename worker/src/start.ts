import { openWorkerContext, runJobs } from '@alumni/server/worker'
import { jobHandlers } from './handlers.ts'

const context = await openWorkerContext()
const { log } = context
const running = await runJobs(context.config, context.databaseUrl, jobHandlers(context), (job, error) => log.error({ job, err: error }, 'a job failed'))
log.info('the worker takes jobs')

let isStopping = false
/** Takes no more jobs, lets running ones end at their next safe point, and leaves. */
async function stop(): Promise<void> {
  if (isStopping) return
  isStopping = true
  await running.stop()
  await context.close()
  process.exit(0)
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop())
process.on('disconnect', () => void stop()) // the process that started this one is gone
