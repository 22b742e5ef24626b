import type { AgendaBackend, BaseNotificationChannel } from 'agenda'
import { z } from 'zod'
import type { Db } from '../database/db.ts'

/** The data of each kind of job: ids, never personal data. Features add the kinds that have data. */
export interface Jobs {
  'run-failed-again': { name: string }
}
export type JobName = keyof Jobs & string

/** `run` must be idempotent, because a job may run twice. */
export type JobKind<Name extends JobName> = {
  run: (data: Jobs[Name], isStopping: AbortSignal, queue: QueueStore) => Promise<void>
  every?: string
  /** Milliseconds before each retry. If the last retry fails, the job remains failed. */
  retriesAfterMs?: readonly number[]
}
export type JobKinds = { [Name in JobName]: JobKind<Name> }

/** `oldest_at` is the due time of the oldest waiting job. Reports of earlier releases lack `last_error`. */
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

export const failedJobDays = 30

/** The queue's storage, with operations that agenda lacks or implements by reading all jobs. */
export type QueueStore = {
  backend: AgendaBackend
  notificationChannel?: BaseNotificationChannel
  /** Adds jobs that are due now. If the queue is in PostgreSQL, adds them in the transaction `db`. */
  add(db: Db, jobs: { name: string; data: object }[]): Promise<void>
  readState(): Promise<QueueState>
  runFailedAgain(name: string): Promise<void>
  renewLock(id: string): Promise<void>
  pruneFailed(): Promise<void>
  close(): Promise<void>
}
