import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { clusterFolder } from '../../../../testing/cluster-folder.ts'
import { freezeWriter, killCluster } from '../../../../testing/kill-cluster.ts'
import { FaultyLink } from '../../../../testing/faulty-link.ts'
import { createDatabase, startCluster } from '../../../foundations/database/embedded.ts'
import { runOn } from '../../../../testing/test-database.ts'
import { migrate } from '../../../schema.ts'
import { Engine } from '../engine.ts'

const folder = await clusterFolder('crash')
let cluster = await startCluster(folder)
await createDatabase(cluster, 'alumni')
await migrate(cluster.url('alumni_owner', 'alumni'))
const link = await FaultyLink.open(cluster.port)
const databaseUrl = link.through(cluster.url('alumni_login', 'alumni'))
const engines = new Set<Engine>()
function startEngine(): Engine {
  const engine = new Engine({ databaseUrl, folder: join(folder, 'images') })
  engines.add(engine)
  return engine
}
afterAll(async () => {
  for (const engine of engines) await engine.close()
  await link.close()
  await cluster.stop()
  await rm(folder, { recursive: true, force: true })
})

const insert = (buid: string, name: string, commit = 'on') =>
  runOn(
    cluster.url('postgres', 'alumni'),
    `set synchronous_commit = ${commit}; insert into alumni (buid, last_name) values ('${buid}', '${name}')`,
  )
const found = async (engine: Engine, q: string) => (await engine.search({ q }, 0, 10)).matching

test('what a crash of PostgreSQL takes back is found no more, and what has its transaction id afterwards is', async () => {
  await insert('B00000001', 'Before')
  const [living, stopped] = [startEngine(), startEngine()]
  expect(await found(living, 'before')).toBe(1)
  const writer = await freezeWriter(cluster)
  // By hand: our own commits wait for the disk.
  await insert('B00000002', 'Lost', 'off')
  expect([await found(living, 'lost'), await found(stopped, 'lost')]).toEqual([1, 1])
  await killCluster(folder)
  process.kill(writer, 'SIGKILL')

  cluster = await startCluster(folder)
  link.moveTo(cluster.port)
  await insert('B00000003', 'After')
  await expect.poll(() => found(living, 'after').catch(String)).toBe(1)
  expect([await found(living, 'before'), await found(living, 'lost')]).toEqual([1, 0])
  // The image that a server leaves when it stops has nothing of it either.
  await stopped.close()
  engines.delete(stopped)
  const started = startEngine()
  expect([await found(started, 'after'), await found(started, 'lost')]).toEqual([1, 0])
})
