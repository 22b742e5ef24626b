import { PostgresBackend } from '@agendajs/postgres-backend'
import type { AgendaBackend } from 'agenda'
import pg from 'pg'
import type { Config } from '../config.ts'
import { appSession } from '../database/session.ts'

/** The one place that decides where the job queue lives: in MongoDB where `MONGODB_URL` is set, else in PostgreSQL. */
export async function agendaBackend(
  config: Config,
  databaseUrl: string,
): Promise<{ backend: AgendaBackend; close(): Promise<void> }> {
  if (config.MONGODB_URL) {
    // Loaded where it is configured only: the driver costs every start a good part of a second.
    const [{ MongoBackend }, { MongoClient }] = await Promise.all([
      import('@agendajs/mongo-backend'),
      import('mongodb'),
    ])
    const client = await MongoClient.connect(config.MONGODB_URL, { serverSelectionTimeoutMS: 10_000 })
    return { backend: new MongoBackend({ mongo: client.db() }), close: () => client.close() }
  }
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 4,
    options: appSession,
    application_name: 'alumni jobs',
  })
  pool.on('error', () => undefined) // an idle connection was cut; the pool opens another
  return {
    backend: new PostgresBackend({ pool, channelName: 'alumni_jobs', ensureSchema: false }),
    close: () => pool.end(),
  }
}
