import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase, startCluster, type Cluster } from '../src/foundations/database/embedded.ts'
import { migrate } from '../src/schema.ts'
import { loadDemoData } from '../demo/load-demo-data.ts'
import { timed } from './report.ts'

/** `app` connects as the service, `owner` as the owner of the schema. */
export type DemoDatabase = {
  cluster: Cluster
  app: string
  owner: string
  alumni: number
  engagements: number
  folder: string
}

export async function withDemoDatabase(
  { alumni, engagements }: { alumni: number; engagements: number },
  work: (database: DemoDatabase) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'alumni-bench-'))
  await chmod(folder, 0o711) // PostgreSQL may run as another account
  const cluster = await startCluster(join(folder, 'database'), { shared_buffers: '1GB', max_wal_size: '4GB' })
  try {
    const owner = cluster.url('alumni_owner', 'demo')
    await createDatabase(cluster, 'demo')
    await migrate(owner)
    const made = await timed(() => loadDemoData(owner, { alumni, engagements }))
    console.log(
      `${alumni.toLocaleString('en')} alumni, ${engagements.toLocaleString('en')} engagements (made in ${(made / 1000).toFixed(0)} s)\n`,
    )
    await work({ cluster, app: cluster.url('alumni_login', 'demo'), owner, alumni, engagements, folder })
  } finally {
    await cluster.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
