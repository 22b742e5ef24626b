import type { Config } from '../process/config.ts'
import type { Db } from '../database/db.ts'
import type { QueueStore } from './queue-state.ts'
import { openPostgresQueue } from './postgres-queue.ts'

/** The one place that decides where the job queue lives: in MongoDB where `MONGODB_URL` is set, else in PostgreSQL. */
export async function openQueueStore(config: Config, db: Db, databaseUrl: string): Promise<QueueStore> {
  if (!config.MONGODB_URL) return openPostgresQueue(db, databaseUrl)
  // Loaded where it is configured only: the driver costs every start a good part of a second.
  const { openMongoQueue } = await import('./mongo-queue.ts')
  return openMongoQueue(config.MONGODB_URL)
}
