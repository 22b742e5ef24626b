import { rm } from 'node:fs/promises'
import { afterAll, expect, test } from 'vitest'
import { createClusterFolder } from '../../../testing/cluster-folder.ts'
import { freezeWalWriter, killCluster } from '../../../testing/kill-cluster.ts'
import { isSoak } from '../../../testing/soak.ts'
import { migrate, openDb } from '../../schema.ts'
import { readConfig } from '../process/config.ts'
import { getPoolOptions, type Program } from './connections.ts'
import { createDatabase, startCluster } from './embedded.ts'

const folder = await createClusterFolder('committed')
let cluster = await startCluster(folder)
await createDatabase(cluster, 'alumni')
await migrate(cluster.url('alumni_owner', 'alumni'))
const openAs = (program: Program) =>
  openDb(cluster.url('alumni_login', 'alumni'), getPoolOptions(program, readConfig({ NODE_ENV: 'test' })))
afterAll(async () => {
  await cluster.stop()
  await rm(folder, { recursive: true, force: true })
})

const programs = [
  ['server', 'B00000001'],
  ['worker', 'B00000002'],
] as const
test.each(isSoak ? programs : programs.slice(0, 1))(
  'a commit of a %s survives a crash of PostgreSQL',
  async (program, buid) => {
    const name = `Kept by the ${program}`
    const before = await openAs(program)
    const writer = await freezeWalWriter(cluster)
    await before.entities.execute('insert into alumni (buid, last_name) values (?, ?)', [buid, name])
    await killCluster(folder)
    process.kill(writer, 'SIGKILL')
    await before.destroy()

    cluster = await startCluster(folder)
    const after = await openAs(program)
    const found = after.entities.execute('select last_name from alumni where buid = ?', [buid])
    expect(await found).toEqual([{ last_name: name }])
    await after.destroy()
  },
)
