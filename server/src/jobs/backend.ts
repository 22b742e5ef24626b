import type { AgendaBackend } from 'agenda'
import type { Config } from '../config.ts'
import type { EntityManager, Orm } from '../database/orm.ts'
import type { QueueState } from './queue-state.ts'
import { openPostgresQueue } from './postgres-queue.ts'

/** What agenda does not do, or only by reading all jobs there are: here each is a statement or two, however many there are. */
export type QueueStore = {
  backend: AgendaBackend
  /** Adds jobs that are due now; where the queue is in PostgreSQL, in the transaction of `em`. */
  add(em: EntityManager, jobs: { name: string; data: object }[]): Promise<void>
  readState(): Promise<QueueState>
  /** Puts the jobs of a kind that failed for good into the queue again. */
  runFailedAgain(name: string): Promise<void>
  /** Deletes the jobs that failed for good a month ago. */
  pruneFailed(): Promise<void>
  close(): Promise<void>
}

/** The one place that decides where the job queue lives: in MongoDB where `MONGODB_URL` is set, else in PostgreSQL. */
export async function openQueueStore(config: Config, orm: Orm, databaseUrl: string): Promise<QueueStore> {
  if (!config.MONGODB_URL) return openPostgresQueue(orm, databaseUrl)
  // Loaded where it is configured only: the driver costs every start a good part of a second.
  const { openMongoQueue } = await import('./mongo-queue.ts')
  return openMongoQueue(config.MONGODB_URL)
}
