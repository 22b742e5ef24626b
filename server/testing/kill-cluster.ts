import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Cluster } from '../src/foundations/database/embedded.ts'
import { withClient } from '../src/foundations/database/with-client.ts'

/** Kills PostgreSQL at once, like the loss of its machine. */
export async function killCluster(folder: string, signal: 'SIGKILL' | 'SIGQUIT' = 'SIGKILL'): Promise<void> {
  process.kill(await postmasterOf(folder), signal)
}

export async function postmasterOf(folder: string): Promise<number> {
  return Number.parseInt(await readFile(join(folder, 'postgres', 'cluster', 'postmaster.pid'), 'utf8'), 10)
}

/** Afterwards, PostgreSQL writes to the disk only if a commit waits for it. Returns the id of the frozen process. */
export async function freezeWalWriter(cluster: Pick<Cluster, 'url'>): Promise<number> {
  const { rows } = await withClient(cluster.url('postgres', 'postgres'), (client) =>
    client.query<{ pid: number }>("select pid from pg_stat_activity where backend_type = 'walwriter'"),
  )
  const { pid } = rows[0]!
  process.kill(pid, 'SIGSTOP')
  return pid
}
