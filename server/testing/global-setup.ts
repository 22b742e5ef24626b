import { readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { createDatabase, startCluster, stopCluster } from '../src/foundations/database/embedded.ts'
import { migrate } from '../src/schema.ts'

/** Connection strings of the run's PostgreSQL with `{database}` in place of a name. */
export type TestCluster = { owner: string; app: string; postgres: string }

declare module 'vitest' {
  interface ProvidedContext {
    cluster: TestCluster
  }
}

export const templateDatabase = 'alumni_template'
const prefix = 'alumni-tests-'

/** One PostgreSQL for the run, with a migrated database that every test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await sweepAbandoned()
  const folder = join(tmpdir(), `${prefix}${process.pid}`)
  const cluster = await startCluster(folder, {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '200',
  })
  await createDatabase(cluster, templateDatabase)
  await migrate(cluster.url('alumni_owner', templateDatabase))
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

/** A run that was killed leaves its PostgreSQL behind. */
async function sweepAbandoned(): Promise<void> {
  const folders = (await readdir(tmpdir())).filter((name) => name.startsWith(prefix))
  for (const name of folders.filter((folder) => !isAlive(Number(folder.slice(prefix.length))))) {
    await stopCluster(join(tmpdir(), name)).catch(() => undefined)
    await rm(join(tmpdir(), name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM'
  }
}
