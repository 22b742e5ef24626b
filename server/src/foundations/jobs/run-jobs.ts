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

/** How long a job of a worker that died stays its own; a living worker renews it three times in that time. */
export type JobTiming = {
  lockLifetimeMs: number
  pollMs: number
  /** How many jobs go from the outbox to the queue in one transaction. */
  relayedAtOnce?: number
}
const usual: JobTiming = { lockLifetimeMs: 15_000, pollMs: 3000 }
const usualRetriesMs = [1000, 2000, 3000]
const maxRunning = { ofAKind: 2, inAll: 4 }

const partNames: Record<QueuePart, string> = {
  queue: 'the queue answers',
  notifications: 'new jobs are heard of at once',
  outbox: 'jobs reach the queue',
}

type JobContext = {
  config: Config
  db: Db
  databaseUrls: DatabaseUrls
  /** Reports what works again. */
  log?: { info(about: object, sentence: string): void }
}

/**
 * Works off the queue until `stop` is called, which waits for running jobs (they see `isStopping` and end at their next
 * safe point; what is unfinished is taken up by another worker). `onError` gets every failure of a job.
 */
export async function runJobs(
  { config, db, databaseUrls, log }: JobContext,
  kinds: JobKinds,
  onError: (job: string, error: unknown) => void,
  timing = usual,
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
  const queueFailed = (error: unknown) => parts.reportFailure('queue', error)
  const patiently: Patiently = (work, signal) => untilItWorks(work, queueFailed, signal)
  // MongoDB notifies no one: this process learns at once what it relays, other workers at their next poll.
  const notificationChannel = queue.notificationChannel ?? new InMemoryNotificationChannel()
  const agenda = new Agenda({
    backend: new WorkerBackend(queue.backend, {
      mayTakeJobs: clock.isRight,
      clockAheadMs: clock.aheadMs,
      patiently,
      onAnswer: () => parts.reportSuccess('queue'),
      onError: queueFailed,
    }),
    notificationChannel,
    processEvery: timing.pollMs,
    defaultLockLifetime: timing.lockLifetimeMs,
    defaultConcurrency: maxRunning.ofAKind,
    maxConcurrency: maxRunning.inAll,
    // A worker takes no job that it cannot run yet: without limits all that waits would be in its memory.
    defaultLockLimit: maxRunning.ofAKind,
    lockLimit: maxRunning.inAll,
  })
  /** Makes workers look for jobs of this kind. */
  const announce = async (name: string) => {
    const now = new Date()
    const job = { jobId: toJobId(''), jobName: name, nextRunAt: now, priority: 0, timestamp: now }
    await notificationChannel.publish(job).catch(() => undefined) // they look by themselves, a little later
  }
  const stopping = new AbortController()
  agenda.on('fail', (error: unknown, job: Job) =>
    onError(job.attrs.name, error instanceof JobFailed ? error.cause : error),
  )
  agenda.on('error', queueFailed)
  // Without a listener, a PostgreSQL that restarts would take the worker down with it.
  queue.notificationChannel?.on('error', (error: unknown) => parts.reportFailure('notifications', error))
  queue.notificationChannel?.on('stateChange', (state) => state === 'connected' && parts.reportSuccess('notifications'))
  const running = new Set<Promise<void>>()
  const names = Object.keys(kinds) as JobName[]
  const defineKind = <Name extends JobName>(name: Name) =>
    define(agenda, name, kinds[name], { isStopping: stopping.signal, queue, running, timing, patiently })
  names.forEach(defineKind)
  await agenda.start()
  for (const name of names) {
    const { every } = kinds[name]
    if (every) await patiently(() => agenda.every(every, name, {}))
  }
  // A kind of earlier releases, which no worker runs any more, would come back for ever.
  await patiently(() => agenda.cancel({ names: ['refresh-statistics'] }))
  // Agenda fills a place that has become free only at its next poll.
  agenda.on('complete', ({ attrs }: Job) => setImmediate(() => void announce(attrs.name)))
  const relay = startRelay(db, databaseUrls.app, queue, announce, parts, timing.relayedAtOnce)
  return {
    readState: () => queue.readState(),
    async stop() {
      stopping.abort()
      clock.stop()
      await relay.stop()
      const leave = new AbortController()
      const drained = agenda.drain({ signal: leave.signal })
      await Promise.allSettled(running)
      // Agenda may miss the end of its last job and wait for good: what it saves behind a job takes milliseconds.
      const patience = setTimeout(() => leave.abort(), 1000)
      await drained
      clearTimeout(patience)
      await queue.close()
    },
  }
}

type Patiently = <Result>(work: () => Promise<Result>, signal?: AbortSignal) => Promise<Result>

/** The queue may go away at any moment: while the worker starts, that would end the process. */
async function untilItWorks<Result>(
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

/** The time of day here is not the database's. */
class WrongClock extends Error {
  constructor(aheadMs: number) {
    const seconds = Math.round(Math.abs(aheadMs) / 1000)
    super(
      `This machine's clock is ${seconds} seconds ${aheadMs > 0 ? 'ahead of' : 'behind'} the database's: no jobs are taken until it is right`,
    )
  }
}

/** The queue stores this message and people read it; `cause` is the error itself. */
class JobFailed extends Error {
  constructor(cause: unknown) {
    super(summarizeError(cause), { cause })
  }
}

type JobSetting = {
  isStopping: AbortSignal
  queue: QueueStore
  running: Set<Promise<void>>
  timing: JobTiming
  patiently: Patiently
}

function define<Name extends JobName>(
  agenda: Agenda,
  name: Name,
  { run, every, retriesAfterMs = usualRetriesMs }: JobKind<Name>,
  { isStopping, queue, running, timing, patiently }: JobSetting,
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
        // Agenda would do it after it has reported the job complete, and only then free its place.
        // A queue that is away at that moment is no reason to do the work again.
        if (!every) await patiently(() => job.remove(), isStopping)
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

/** The one place that decides where the job queue lives: in MongoDB where `MONGODB_URL` is set, else in PostgreSQL. */
export async function openQueueStore(config: Config, db: Db, urls: DatabaseUrls): Promise<QueueStore> {
  if (!config.MONGODB_URL) return openPostgresQueue(db, urls)
  // Loaded where it is configured only: the driver costs every start a good part of a second.
  const { openMongoQueue } = await import('./mongo-queue.ts')
  return openMongoQueue(config.MONGODB_URL)
}
