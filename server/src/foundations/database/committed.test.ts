import { rm } from 'node:fs/promises'
import { afterAll, expect, test } from 'vitest'
import { clusterFolder } from '../../../testing/cluster-folder.ts'
import { freezeWriter, killCluster } from '../../../testing/kill-cluster.ts'
import { isSoak } from '../../../testing/soak.ts'
import { migrate, openDb } from '../../schema.ts'
import { readConfig } from '../process/config.ts'
import { getPoolOptions, type Program } from './connections.ts'
import { createDatabase, startCluster } from './embedded.ts'

const folder = await clusterFolder('committed')
let cluster = await startCluster(folder)
await createDatabase(cluster, 'alumni')
await migrate(cluster.url('alumni_owner', 'alumni'))
const open = (program: Program) =>
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
    const before = await open(program)
    const writer = await freezeWriter(cluster)
    await before.entities.execute('insert into alumni (buid, last_name) values (?, ?)', [buid, name])
    await killCluster(folder)
    process.kill(writer, 'SIGKILL')
    await before.destroy()

    cluster = await startCluster(folder)
    const after = await open(program)
    const found = after.entities.execute('select last_name from alumni where buid = ?', [buid])
    expect(await found).toEqual([{ last_name: name }])
    await after.destroy()
  },
)
