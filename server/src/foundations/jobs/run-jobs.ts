import { setTimeout as pause } from 'node:timers/promises'
import { Agenda, InMemoryNotificationChannel, toJobId, type Job } from 'agenda'
import { watchClock } from './clock.ts'
import type { Config } from '../process/config.ts'
import { summarizeError } from '../process/log.ts'
import type { DatabaseUrls } from '../database/database.ts'
import type { Db } from '../database/db.ts'
import { Outages } from '../database/outages.ts'
import type { JobKind, JobKinds, JobName, Jobs, QueueState, QueueStore } from './jobs.ts'
import { startRelay, type QueuePart } from './relay.ts'
import { openPostgresQueue } from './postgres-queue.ts'
import { WorkerBackend } from './worker-backend.ts'

/** Other workers take a dead worker's jobs after `lockLifetimeMs`. Running workers renew their locks in time. */
export type JobTiming = {
  lockLifetimeMs: number
  pollMs: number
  relayedAtOnce?: number
}
const defaultTiming: JobTiming = { lockLifetimeMs: 15_000, pollMs: 3000 }
const defaultRetriesMs = [1000, 2000, 3000]
const maxRunning = { perKind: 2, total: 4 }

const partNames: Record<QueuePart, string> = {
  queue: 'the queue answers',
  notifications: 'new jobs are heard of at once',
  outbox: 'jobs reach the queue',
}

type JobContext = {
  config: Config
  db: Db
  databaseUrls: DatabaseUrls
  log?: { info(about: object, message: string): void }
}

/** Runs jobs until `stop` is called, which aborts running jobs and waits until they have ended. */
export async function runJobs(
  { config, db, databaseUrls, log }: JobContext,
  kinds: JobKinds,
  onError: (job: string, error: unknown) => void,
  timing = defaultTiming,
): Promise<{ readState(): Promise<QueueState>; stop(): Promise<void> }> {
  const queue = await openQueueStore(config, db, databaseUrls)
  const parts = new Outages<QueuePart>({
    onFailure: onError,
    onRecovery: (part) => log?.info({ job: part }, `${partNames[part]} again`),
  })
  const clock = await watchClock(db, timing.lockLifetimeMs / 3, (isRight, aheadMs) =>
    isRight
      ? log?.info({ job: 'clock' }, 'the clock is right again: jobs are taken')
      : onError('clock', new WrongClock(aheadMs)),
  )
  const reportQueueFailure = (error: unknown) => parts.reportFailure('queue', error)
  const retry: Retry = (work, signal) => retryUntilSuccess(work, reportQueueFailure, signal)
  // MongoDB does not notify workers: other processes find new jobs only when they poll.
  const notificationChannel = queue.notificationChannel ?? new InMemoryNotificationChannel()
  const agenda = new Agenda({
    backend: new WorkerBackend(queue.backend, {
      mayTakeJobs: clock.isRight,
      clockAheadMs: clock.aheadMs,
      retry,
      onAnswer: () => parts.reportSuccess('queue'),
      onError: reportQueueFailure,
    }),
    notificationChannel,
    processEvery: timing.pollMs,
    defaultLockLifetime: timing.lockLifetimeMs,
    defaultConcurrency: maxRunning.perKind,
    maxConcurrency: maxRunning.total,
    // Without these limits, a worker would lock and load all waiting jobs.
    defaultLockLimit: maxRunning.perKind,
    lockLimit: maxRunning.total,
  })
  const notifyWorkers = async (name: string) => {
    const now = new Date()
    const job = { jobId: toJobId(''), jobName: name, nextRunAt: now, priority: 0, timestamp: now }
    await notificationChannel.publish(job).catch(() => undefined) // workers also poll
  }
  const stopping = new AbortController()
  agenda.on('fail', (error: unknown, job: Job) =>
    onError(job.attrs.name, error instanceof JobFailed ? error.cause : error),
  )
  agenda.on('error', reportQueueFailure)
  // Without an error listener, a PostgreSQL restart would crash the worker.
  queue.notificationChannel?.on('error', (error: unknown) => parts.reportFailure('notifications', error))
  queue.notificationChannel?.on('stateChange', (state) => state === 'connected' && parts.reportSuccess('notifications'))
  const running = new Set<Promise<void>>()
  const names = Object.keys(kinds) as JobName[]
  const defineKind = <Name extends JobName>(name: Name) =>
    defineJob(agenda, name, kinds[name], { isStopping: stopping.signal, queue, running, timing, retry })
  names.forEach(defineKind)
  await agenda.start()
  for (const name of names) {
    const { every } = kinds[name]
    if (every) await retry(() => agenda.every(every, name, {}))
  }
  // Removes a recurring job of earlier releases, which no worker can run.
  await retry(() => agenda.cancel({ names: ['refresh-statistics'] }))
  // Lets agenda use a free slot at once instead of at its next poll.
  agenda.on('complete', ({ attrs }: Job) => setImmediate(() => void notifyWorkers(attrs.name)))
  const relay = startRelay(db, databaseUrls.app, queue, notifyWorkers, parts, timing.relayedAtOnce)
  return {
    readState: () => queue.readState(),
    async stop() {
      stopping.abort()
      clock.stop()
      await relay.stop()
      const drainAbort = new AbortController()
      const drained = agenda.drain({ signal: drainAbort.signal })
      await Promise.allSettled(running)
      // Agenda may miss the end of its last job and wait forever. A second is enough to save a job.
      const drainTimeout = setTimeout(() => drainAbort.abort(), 1000)
      await drained
      clearTimeout(drainTimeout)
      await queue.close()
    },
  }
}

type Retry = <Result>(work: () => Promise<Result>, signal?: AbortSignal) => Promise<Result>

/** Retries forever, because otherwise an unreachable queue would crash the process at startup. */
async function retryUntilSuccess<Result>(
  work: () => Promise<Result>,
  onError: (error: unknown) => void,
  signal?: AbortSignal,
): Promise<Result> {
  for (; ; await pause(1000, undefined, { signal })) {
    try {
      return await work()
    } catch (error) {
      onError(error)
    }
  }
}

class WrongClock extends Error {
  constructor(aheadMs: number) {
    const seconds = Math.round(Math.abs(aheadMs) / 1000)
    super(
      `This machine's clock is ${seconds} seconds ${aheadMs > 0 ? 'ahead of' : 'behind'} the database's: no jobs are taken until it is right`,
    )
  }
}

/** The message contains no personal data, because the queue stores it. */
class JobFailed extends Error {
  constructor(cause: unknown) {
    super(summarizeError(cause), { cause })
  }
}

type JobOptions = {
  isStopping: AbortSignal
  queue: QueueStore
  running: Set<Promise<void>>
  timing: JobTiming
  retry: Retry
}

function defineJob<Name extends JobName>(
  agenda: Agenda,
  name: Name,
  { run, every, retriesAfterMs = defaultRetriesMs }: JobKind<Name>,
  { isStopping, queue, running, timing, retry }: JobOptions,
): void {
  agenda.define<Jobs[Name]>(
    name,
    async (job) => {
      const { _id: id } = job.attrs
      const renew = () => queue.renewLock(id!.toString()).catch(() => undefined)
      const renewal = setInterval(() => void renew(), timing.lockLifetimeMs / 3)
      const work = Promise.try(run, job.attrs.data, isStopping, queue)
      running.add(work)
      try {
        await work
        // Removes the job before agenda reports it as complete and reuses its slot.
        if (!every) await retry(() => job.remove(), isStopping)
      } catch (error) {
        throw new JobFailed(error)
      } finally {
        running.delete(work)
        clearInterval(renewal)
      }
    },
    {
      lockLifetime: timing.lockLifetimeMs,
      backoff: ({ attempt }: { attempt: number }) => retriesAfterMs[attempt - 1] ?? null,
    },
  )
}

export async function openQueueStore(config: Config, db: Db, urls: DatabaseUrls): Promise<QueueStore> {
  if (!config.MONGODB_URL) return openPostgresQueue(db, urls)
  // Loaded only if configured, because the MongoDB driver slows down startup.
  const { openMongoQueue } = await import('./mongo-queue.ts')
  return openMongoQueue(config.MONGODB_URL)
}
