import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createDatabase, startCluster, stopCluster } from '../src/foundations/database/embedded.ts'
import { migrate } from '../src/schema.ts'
import { createClusterFolder } from './cluster-folder.ts'
import { copyCluster } from './copy-cluster.ts'
import { killCluster } from './kill-cluster.ts'
import { runOn } from './test-database.ts'

export type Pair = Awaited<ReturnType<typeof startPair>>

/** Starts a primary with a migrated database `alumni`, and a standby that has each commit before it is acknowledged. */
export async function startPair() {
  const folder = await createClusterFolder('standby')
  const [first, second] = [join(folder, 'first'), join(folder, 'second')]
  const primary = await startCluster(first, { wal_keep_size: '64MB' })
  await createDatabase(primary, 'alumni')
  await migrate(primary.url('alumni_owner', 'alumni'))

  await copyCluster(primary, first, second)
  const standby = await startCluster(second)
  const from = primary.url('postgres', 'postgres')
  await runOn(from, "alter system set synchronous_standby_names = '*'")
  await runOn(from, 'select pg_reload_conf()')

  return {
    primary,
    standby,
    killPrimary: () => killCluster(first),
    promote: () => runOn(standby.url('postgres', 'postgres'), 'select pg_promote()'),
    async remove() {
      await Promise.all([first, second].map(stopCluster))
      await rm(folder, { recursive: true, force: true })
    },
  }
}
