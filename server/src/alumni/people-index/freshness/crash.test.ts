import { rm } from 'node:fs/promises'
import { afterAll, expect, test } from 'vitest'
import { clusterFolder } from '../../../../testing/cluster-folder.ts'
import { freezeWriter, killCluster } from '../../../../testing/kill-cluster.ts'
import { FaultyLink } from '../../../../testing/faulty-link.ts'
import { createDatabase, startCluster } from '../../../foundations/database/embedded.ts'
import { runOn } from '../../../../testing/test-database.ts'
import { migrate } from '../../../schema.ts'
import { PeopleIndex } from '../people-index.ts'

const folder = await clusterFolder('crash')
let cluster = await startCluster(folder)
await createDatabase(cluster, 'alumni')
await migrate(cluster.url('alumni_owner', 'alumni'))
const link = await FaultyLink.open(cluster.port)
const databaseUrl = link.through(cluster.url('alumni_login', 'alumni'))
const index = new PeopleIndex({ databaseUrl }, (error) => {
  throw error
})
afterAll(async () => {
  await index.close()
  await link.close()
  await cluster.stop()
  await rm(folder, { recursive: true, force: true })
})

const insert = (buid: string, name: string, commit = 'on') =>
  runOn(
    cluster.url('postgres', 'alumni'),
    `set synchronous_commit = ${commit}; insert into alumni (buid, last_name) values ('${buid}', '${name}')`,
  )
const found = async (q: string) => {
  await index.catchUp()
  return (await index.search({ q }, 0, 10)).matching
}

test('what a crash of PostgreSQL takes back is found no more, and what has its transaction id afterwards is', async () => {
  await insert('B00000001', 'Before')
  expect(await found('before')).toBe(1)
  const writer = await freezeWriter(cluster)
  // By hand: our own commits wait for the disk.
  await insert('B00000002', 'Lost', 'off')
  expect(await found('lost')).toBe(1)
  await killCluster(folder)
  process.kill(writer, 'SIGKILL')

  cluster = await startCluster(folder)
  link.moveTo(cluster.port)
  await insert('B00000003', 'After')
  await expect.poll(() => found('after').catch(String)).toBe(1)
  expect([await found('before'), await found('lost')]).toEqual([1, 0])
})
