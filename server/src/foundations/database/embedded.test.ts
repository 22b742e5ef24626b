import { execFile } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClusterFolder } from '../../../testing/cluster-folder.ts'
import { onlyInSoak } from '../../../testing/soak.ts'
import { createDatabase, dropDatabase, isClusterRunning, startCluster, stopCluster, type Cluster } from './embedded.ts'
import { withClient } from './with-client.ts'

const settings = { fsync: 'off' }
let folder: string
let ownFolder: string
let other: string
let neighbour: Cluster

beforeAll(async () => {
  folder = await createClusterFolder('embedded')
  ;[ownFolder, other] = [join(folder, 'mine'), join(folder, 'other')]
  neighbour = await startCluster(other, settings)
  await startCluster(ownFolder, settings)
})
afterAll(async () => {
  await Promise.all([ownFolder, other, join(folder, 'copy'), join(folder, 'together')].map(stopCluster))
  await rm(folder, { recursive: true, force: true })
})

/** Only Linux shows the working directory of a process. */
const isElsewhere = process.platform !== 'linux'

test('a database is dropped although a process of PostgreSQL, such as autovacuum, uses it', async () => {
  await createDatabase(neighbour, 'busy')
  // Stands in for autovacuum, which the schema's owner cannot terminate.
  const inside = new pg.Client({ connectionString: neighbour.url('postgres', 'busy') })
  const ended = new Promise((resolve) => inside.on('error', resolve))
  await inside.connect()
  await dropDatabase(neighbour, 'busy')
  expect(await ended).toMatchObject({ code: '57P01' })
})

const pidFile = (folder: string) => join(folder, 'postgres/cluster/postmaster.pid')

async function dataFolderOf({ url }: Pick<Cluster, 'url'>): Promise<string> {
  const { rows } = await withClient(url('postgres', 'postgres'), (client) =>
    client.query<{ data_directory: string }>('show data_directory'),
  )
  return rows[0]!.data_directory
}

test('a second start finds the running cluster by any name of its folder', async () => {
  const { port } = await startCluster(ownFolder, settings)
  expect((await startCluster(`${folder}/other/../mine`, settings)).port).toBe(port)
  expect(port).not.toBe(neighbour.port)
})

test.skipIf(isElsewhere)(
  'a postmaster.pid left by a crash is ignored if its process id belongs to another PostgreSQL now (Linux)',
  async () => {
    const stale = await readFile(pidFile(ownFolder), 'utf8')
    await stopCluster(ownFolder)
    const [neighbourPid] = (await readFile(pidFile(other), 'utf8')).split('\n')
    const lines = stale.split('\n')
    await writeFile(
      pidFile(ownFolder),
      [neighbourPid, lines[1], lines[2], neighbour.port, ...lines.slice(4)].join('\n'),
    )

    expect(await isClusterRunning(ownFolder)).toBe(false)
    await stopCluster(ownFolder)
    expect(await dataFolderOf(neighbour)).toBe(join(other, 'postgres/cluster'))

    const cluster = await startCluster(ownFolder, settings)
    expect(await dataFolderOf(cluster)).toBe(join(ownFolder, 'postgres/cluster'))
    expect(await isClusterRunning(other)).toBe(true)
  },
)

test.skipIf(isElsewhere)(
  'a postmaster.pid is ignored if its process id belongs to another program now (Linux)',
  async () => {
    const lines = (await readFile(pidFile(ownFolder), 'utf8')).split('\n')
    await stopCluster(ownFolder)
    await writeFile(pidFile(ownFolder), [process.pid, ...lines.slice(1)].join('\n'))
    expect(await isClusterRunning(ownFolder)).toBe(false)
    expect(await dataFolderOf(await startCluster(ownFolder, settings))).toBe(join(ownFolder, 'postgres/cluster'))
  },
)

test.each(onlyInSoak)('several processes that start a new cluster at once share one, with its logins', async () => {
  const together = join(folder, 'together')
  const program = `
  const { startCluster } = await import(${JSON.stringify(new URL('embedded.ts', import.meta.url))})
  console.log((await startCluster(${JSON.stringify(together)}, { fsync: 'off' })).port)`
  const start = () => promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])
  const starts = Array.from({ length: 4 }, start)
  const ports = (await Promise.all(starts)).map(({ stdout }) => Number(stdout))
  expect(new Set(ports).size).toBe(1)
  const cluster = await startCluster(together, settings)
  expect([cluster.port, await dataFolderOf(cluster)]).toEqual([ports[0], join(together, 'postgres/cluster')])
})

test.each(onlyInSoak)(
  'a copy of a folder with a running PostgreSQL starts its own cluster and does not affect the original',
  async () => {
    const copy = join(folder, 'copy')
    await promisify(execFile)('cp', ['-a', ownFolder, copy])
    expect(await isClusterRunning(copy)).toBe(false)
    expect(await dataFolderOf(await startCluster(copy, settings))).toBe(join(copy, 'postgres/cluster'))
    await stopCluster(copy)
    expect(await isClusterRunning(ownFolder)).toBe(true)
  },
)
