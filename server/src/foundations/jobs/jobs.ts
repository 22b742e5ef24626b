import type { AgendaBackend, BaseNotificationChannel } from 'agenda'
import { z } from 'zod'
import type { Db } from '../database/db.ts'

/** Every kind of job with what it carries: ids only, never personal data. Features add theirs where the work stands. */
export interface Jobs {
  'run-failed-again': { name: string }
  'prune-failed-jobs': Record<string, never>
}
export type JobName = keyof Jobs & string

/** How a kind of job is worked off. It may run twice: it leaves the same state however often it runs. */
export type JobKind<Name extends JobName> = {
  run: (data: Jobs[Name], isStopping: AbortSignal, queue: QueueStore) => Promise<void>
  /** Comes back by itself; however many workers there are, one of them runs it. */
  every?: string
  /** Milliseconds before each further try; after the last one the job stays where it failed. */
  retriesAfterMs?: readonly number[]
}
export type JobKinds = { [Name in JobName]: JobKind<Name> }

/**
 * Jobs that are due or running, and those that failed for good, by kind. `oldest_at` is when the one that waits longest
 * was due. `last_error` summarizes the newest failure of a kind; reports of earlier releases lack it.
 */
const queueState = z.object({
  waiting: z.number().int(),
  running: z.number().int(),
  oldest_at: z.string().nullable(),
  failed: z.array(
    z.object({
      name: z.string(),
      count: z.number().int(),
      last_failed_at: z.string(),
      last_error: z.string().nullable().optional(),
    }),
  ),
})
export type QueueState = z.infer<typeof queueState>

/** How long a job that failed for good can be run again. */
export const failedJobDays = 30

/**
 * Operations that agenda lacks, or does only by reading all jobs there are: here each is a statement or two, however
 * many there are.
 */
export type QueueStore = {
  backend: AgendaBackend
  /** Notifies workers of jobs, if the queue can. */
  notificationChannel?: BaseNotificationChannel
  /** Adds jobs that are due now; where the queue is in PostgreSQL, in the transaction of `db`. */
  add(db: Db, jobs: { name: string; data: object }[]): Promise<void>
  readState(): Promise<QueueState>
  /** Puts the jobs of a kind that failed for good into the queue again. */
  runFailedAgain(name: string): Promise<void>
  /** Makes a job that runs its worker's for another lock lifetime, by the database's clock. */
  renewLock(id: string): Promise<void>
  /** Deletes the jobs that failed for good a month ago. */
  pruneFailed(): Promise<void>
  close(): Promise<void>
}
