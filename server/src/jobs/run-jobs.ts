import { Agenda, InMemoryNotificationChannel, type Job } from 'agenda'
import type { Config } from '../config.ts'
import type { Orm } from '../database/orm.ts'
import { agendaBackend } from './backend.ts'
import type { JobKind, JobKinds, JobName, Jobs } from './jobs.ts'
import { readQueueState, type QueueState } from './queue-state.ts'
import { startRelay } from './relay.ts'

/** How long a job of a worker that died stays its own; a living worker renews it three times in that time. */
export type JobTiming = { lockLifetimeMs: number; pollMs: number }
const usual: JobTiming = { lockLifetimeMs: 15_000, pollMs: 3000 }
const usualRetriesMs = [1000, 2000, 3000]

type JobContext = { config: Config; orm: Orm; databaseUrl: string }

/**
 * Works off the queue until `stop` is called, which waits for running jobs (they see `isStopping` and end at their next
 * safe point; what is unfinished is taken up by another worker). `onError` gets every failure of a job.
 */
export async function runJobs(
  { config, orm, databaseUrl }: JobContext,
  kinds: JobKinds,
  onError: (job: string, error: unknown) => void,
  timing = usual,
): Promise<{ readState(): Promise<QueueState>; stop(): Promise<void> }> {
  const { backend, close } = await agendaBackend(config, databaseUrl)
  const agenda = new Agenda({
    backend,
    // MongoDB tells of nothing; what this process relays it hears of at once, other workers at their next poll.
    ...(backend.notificationChannel ? {} : { notificationChannel: new InMemoryNotificationChannel() }),
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
  const names = Object.keys(kinds) as JobName[]
  const defineKind = <Name extends JobName>(name: Name) =>
    define(agenda, name, kinds[name], stopping.signal, running, timing)
  names.forEach(defineKind)
  await agenda.start()
  for (const name of names) if (kinds[name].every) await agenda.every(kinds[name].every, name, {})
  const relay = startRelay(orm, databaseUrl, agenda, (error) => onError('outbox', error))
  return {
    readState: () => readQueueState(agenda),
    async stop() {
      stopping.abort()
      await relay.stop()
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
  { run, every, retriesAfterMs = usualRetriesMs }: JobKind<Name>,
  isStopping: AbortSignal,
  running: Set<Promise<void>>,
  timing: JobTiming,
): void {
  agenda.define<Jobs[Name]>(
    name,
    async (job) => {
      const renewal = setInterval(() => void job.touch().catch(() => undefined), timing.lockLifetimeMs / 3)
      const work = run(job.attrs.data, isStopping, agenda)
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
      removeOnComplete: !every,
      concurrency: 2,
      backoff: ({ attempt }: { attempt: number }) => retriesAfterMs[attempt - 1] ?? null,
    },
  )
}
