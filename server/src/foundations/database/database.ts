import { join } from 'node:path'
import type { Config } from '../process/config.ts'
import { createDatabase, startCluster } from './embedded.ts'

/** Connection strings: `app` for the running service, `owner` for migrations and demo data. */
export type DatabaseUrls = { app: string; owner: string }

export function embeddedFolder(config: Pick<Config, 'DATA_DIR'>): string {
  return join(config.DATA_DIR, 'database')
}

/** Returns the URLs of the configured database or, without one, of the embedded database, starting it if necessary. */
export async function databaseUrls(config: Config): Promise<DatabaseUrls> {
  const { DATABASE_URL, MIGRATION_DATABASE_URL } = config
  if (DATABASE_URL) return { app: DATABASE_URL, owner: MIGRATION_DATABASE_URL ?? DATABASE_URL }
  const cluster = await startCluster(embeddedFolder(config))
  await createDatabase(cluster, 'alumni')
  return { app: cluster.url('alumni_login', 'alumni'), owner: cluster.url('alumni_owner', 'alumni') }
}
