import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { createDatabase, startCluster, stopCluster } from '../src/foundations/database/embedded.ts'
import { runDeferredMigrations, migrate } from '../src/schema.ts'
import { clustersHome, runPrefix } from './cluster-folder.ts'

/** Connection strings with the placeholder `{database}`. */
export type TestCluster = { owner: string; app: string; postgres: string }

declare module 'vitest' {
  interface ProvidedContext {
    cluster: TestCluster
  }
}

export const templateDatabase = 'alumni_template'

/** Starts one PostgreSQL for the run, with a migrated database that each test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await sweepAbandoned()
  const folder = join(clustersHome, `${runPrefix}${process.pid}`)
  const cluster = await startCluster(folder, {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '200',
    max_wal_size: '128MB',
    wal_level: 'minimal',
    max_wal_senders: '0',
    // Databases live for seconds, so vacuuming them does not pay off.
    autovacuum: 'off',
  })
  await createDatabase(cluster, templateDatabase)
  await migrate(cluster.url('alumni_owner', templateDatabase))
  await runDeferredMigrations(cluster.url('alumni_owner', templateDatabase), {})
  project.provide('cluster', {
    owner: cluster.url('alumni_owner', '{database}'),
    app: cluster.url('alumni_login', '{database}'),
    postgres: cluster.url('postgres', '{database}'),
  })
  return async () => {
    await cluster.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** A killed run leaves its PostgreSQL running. */
async function sweepAbandoned(): Promise<void> {
  const names = (await readdir(clustersHome)).filter((name) => name.startsWith(runPrefix))
  for (const name of names.filter((name) => !isAlive(Number.parseInt(name.slice(runPrefix.length), 10)))) {
    await stopCluster(join(clustersHome, name)).catch(() => undefined)
    await rm(join(clustersHome, name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM'
  }
}
