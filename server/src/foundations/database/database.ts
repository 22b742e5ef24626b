import { join } from 'node:path'
import type { Config } from '../process/config.ts'
import { createDatabase, startCluster } from './embedded.ts'

/** Connection strings: `app` for the running service, `owner` for migrations and demo data. */
export type DatabaseUrls = { app: string; owner: string }

export function embeddedFolder(config: Config): string {
  return join(config.DATA_DIR, 'database')
}

/** The configured database, or the embedded one, started when it does not run. */
export async function databaseUrls(config: Config): Promise<DatabaseUrls> {
  if (config.DATABASE_URL)
    return { app: config.DATABASE_URL, owner: config.MIGRATION_DATABASE_URL ?? config.DATABASE_URL }
  const cluster = await startCluster(embeddedFolder(config))
  await createDatabase(cluster, 'alumni')
  return { app: cluster.url('alumni_login', 'alumni'), owner: cluster.url('alumni_owner', 'alumni') }
}
