import { Agenda, type Job } from 'agenda'
import type { Config } from '../config.ts'
import type { JobHandlers, JobName, Jobs } from './jobs.ts'
import { agendaBackend } from './backend.ts'

/** How long a job of a worker that died stays its own; a living worker renews it three times in that time. */
export type JobTiming = { lockLifetimeMs: number; pollMs: number }
const usual: JobTiming = { lockLifetimeMs: 15_000, pollMs: 3000 }

/** Jobs that come back by themselves; however many workers there are, one of them runs each. */
const recurring: Partial<Record<JobName, string>> = {
  'sweep-import-files': '1 day',
  'refresh-statistics': '15 seconds',
}

/**
 * Works off the queue until `stop` is called, which waits for running jobs (they see `isStopping` and end at their next
 * safe point; what is unfinished is taken up by another worker). `onError` gets every failure of a job.
 */
export async function runJobs(
  config: Config,
  databaseUrl: string,
  handlers: JobHandlers,
  onError: (job: string, error: unknown) => void,
  timing = usual,
): Promise<{ stop(): Promise<void> }> {
  const { backend, close } = await agendaBackend(config, databaseUrl)
  const agenda = new Agenda({
    backend,
    processEvery: timing.pollMs,
    defaultLockLifetime: timing.lockLifetimeMs,
    defaultConcurrency: 4,
    maxConcurrency: 4,
  })
  const stopping = new AbortController()
  agenda.on('fail', (error: unknown, job: Job) => onError(job.attrs.name, error))
  agenda.on('error', (error: unknown) => onError('queue', error))
  // Without a listener, a PostgreSQL that restarts would take the worker down with it.
  backend.notificationChannel?.on('error', (error: unknown) => onError('notifications', error))
  const running = new Set<Promise<void>>()
  for (const name of Object.keys(handlers) as JobName[])
    define(agenda, name, handlers, stopping.signal, running, timing)
  await agenda.start()
  for (const [name, interval] of Object.entries(recurring)) await agenda.every(interval, name, {})
  return {
    async stop() {
      stopping.abort()
      const leave = new AbortController()
      const drained = agenda.drain({ signal: leave.signal })
      await Promise.allSettled(running)
      // Agenda may miss the end of its last job and wait for good: what it saves behind a job takes milliseconds.
      const patience = setTimeout(() => leave.abort(), 1000)
      await drained
      clearTimeout(patience)
      await close()
    },
  }
}

function define<Name extends JobName>(
  agenda: Agenda,
  name: Name,
  handlers: JobHandlers,
  isStopping: AbortSignal,
  running: Set<Promise<void>>,
  timing: JobTiming,
): void {
  agenda.define<Jobs[Name]>(
    name,
    async (job) => {
      const renewal = setInterval(() => void job.touch().catch(() => undefined), timing.lockLifetimeMs / 3)
      const work = handlers[name](job.attrs.data, isStopping)
      running.add(work)
      try {
        await work
      } finally {
        running.delete(work)
        clearInterval(renewal)
      }
    },
    {
      lockLifetime: timing.lockLifetimeMs,
      removeOnComplete: !(name in recurring),
      concurrency: 2,
      backoff: ({ attempt }: { attempt: number }) => (attempt <= 3 ? attempt * 1000 : null),
    },
  )
}
