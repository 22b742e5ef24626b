import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { createClusterFolder } from '../../../../testing/cluster-folder.ts'
import { noPostgresTools } from '../../../../testing/backup-story.ts'
import { fetchedTools } from '../../../../testing/fetched-tools.ts'
import { buildTestApp } from '../../../../testing/test-app.ts'
import { runOn } from '../../../../testing/test-database.ts'
import { createDatabase, startCluster } from '../../../foundations/database/embedded.ts'
import { withClient } from '../../../foundations/database/with-client.ts'
import { migrate } from '../../../schema.ts'
import { readChanges, readPosition, type Position } from './change-log.ts'
import { connect } from './database.ts'
import { Engine } from '../engine.ts'

const run = promisify(execFile)
const folder = await createClusterFolder('moved')
const cluster = await startCluster(folder)
const [owner, databaseUrl] = [cluster.url('alumni_owner', 'alumni'), cluster.url('alumni_login', 'alumni')]
const pool = connect({ databaseUrl })
const engine = new Engine({ databaseUrl })
afterAll(async () => {
  await engine.close()
  await pool.end()
  await cluster.stop()
  await rm(folder, { recursive: true, force: true })
})

const useUpTransactionIds = (url: string, count: number) =>
  runOn(
    url,
    `create temp table burnt (n int);
    do $$ begin for n in 1..${count} loop
      begin insert into burnt values (n); exception when raise_exception then null; end;
    end loop; end $$`,
  )
async function valueOf(url: string, query: string): Promise<string> {
  const { rows } = await withClient(url, (client) => client.query<{ value: string }>(query))
  return rows[0]!.value
}
const nextId = (url: string) => valueOf(url, 'select pg_snapshot_xmax(pg_current_snapshot())::text as value')
async function readFrom(known: Position): Promise<{ position: Position; found: string[] }> {
  const { position, buids } = await readChanges(pool, known)
  return { position, found: [...buids.values()].flat() }
}
const insert = (buid: string, name: string) =>
  runOn(owner, `insert into alumni (buid, last_name) values ('${buid}', '${name}')`)

describe.skipIf(noPostgresTools)('after a move with pg_dump to a cluster with younger transaction ids', () => {
  test('earlier entries are not read again and again, and new ones are found', async () => {
    const { database } = await buildTestApp()
    await useUpTransactionIds(database.owner, 10_000)
    await runOn(database.owner, "insert into alumni (buid, last_name) values ('B00000001', 'Álvarez')")
    const dump = join(folder, 'office.dump')
    const toolPath = (name: string) => join(fetchedTools.postgresql[18], name)
    await run(toolPath('pg_dump'), [
      '-Fc',
      '--no-owner',
      '--no-privileges',
      '--schema=public',
      '-f',
      dump,
      database.owner,
    ])
    await createDatabase(cluster, 'alumni')
    await runOn(owner, 'drop schema public cascade')
    await run(toolPath('pg_restore'), ['--no-owner', '--no-privileges', '--dbname', owner, dump])
    await migrate(owner)

    const foreign = await valueOf(owner, 'select max(xid)::text as value from alumni_changes')
    expect(Number(foreign)).toBeGreaterThan(Number(await nextId(owner)))
    const position = await readPosition(pool)
    expect((await readFrom(position)).found).toEqual([])
    await engine.load()
    await insert('B00000002', 'Chen')
    expect(await readFrom(position)).toMatchObject({ found: ['B00000002'] })
    expect((await engine.search({ q: 'Álvarez' }, 0, 1)).matching).toBe(1)
    expect((await engine.search({ q: 'Chen' }, 0, 1)).matching).toBe(1)
  })

  test('a transaction id that equals one of the earlier cluster does not cause repeated reads', async () => {
    const position = await readPosition(pool)
    await withClient(owner, async (writer) => {
      await writer.query('begin')
      await writer.query('select pg_current_xact_id()')
      await runOn(
        owner,
        `insert into alumni_changes (xid, source, buids)
          select pg_snapshot_xmin(pg_current_snapshot()), 'alumni', '{B00000001}'`,
      )
      const first = await readFrom(position)
      expect([first.found, (await readFrom(first.position)).found]).toEqual([[], []])
      await writer.query('commit')
      const then = await readFrom(first.position)
      expect([then.found, (await readFrom(then.position)).found]).toEqual([['B00000001'], []])
    })
  })
})
