import { rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { createClusterFolder } from '../../../../testing/cluster-folder.ts'
import { noStandby } from '../../../../testing/copy-cluster.ts'
import { FaultyLink } from '../../../../testing/faulty-link.ts'
import { freezeWalWriter, killCluster } from '../../../../testing/kill-cluster.ts'
import { seededRandom } from '../../../../testing/seeded-random.ts'
import { rounds, seed } from '../../../../testing/soak.ts'
import { startPair } from '../../../../testing/standby.ts'
import { runOn } from '../../../../testing/test-database.ts'
import { isLossOfConnection } from '../../../foundations/database/connection-loss.ts'
import { createDatabase, startCluster } from '../../../foundations/database/embedded.ts'
import { withClient } from '../../../foundations/database/with-client.ts'
import { migrate } from '../../../schema.ts'
import { ListColumn, NumberColumn } from '../columns/columns.ts'
import type { Dictionary } from '../columns/dictionary.ts'
import { connect } from './database.ts'
import { FreshPeople, NotLoadedError } from './fresh-people.ts'
import type { IndexData } from './read-everyone.ts'
import { catalog, randomChangeOfEveryone, randomWrites } from './testing/random-writes.ts'

class Server {
  loads = 0
  /** The number of reads that PostgreSQL aborted because of a deadlock with a TRUNCATE. */
  deadlocks = 0
  readonly #pool: pg.Pool
  readonly #people: FreshPeople
  readonly #work: Promise<unknown>
  #isStopping = false

  constructor(databaseUrl: string) {
    this.#pool = connect({ databaseUrl })
    this.#pool.on('connect', (client) => this.#countLoads(client))
    this.#people = new FreshPeople(this.#pool, 'UTC')
    this.#work = Promise.all([
      this.#repeat(() => this.follow()),
      ...[1, 2, 3].map(() => this.#repeat(() => this.#ask())),
    ])
  }

  async follow(): Promise<IndexData> {
    for (;;) {
      const everyone = await this.#people.getCurrent().catch(nullIfNotLoaded)
      if (everyone) return everyone
      await this.#people.load()
    }
  }

  #countLoads(client: pg.PoolClient): void {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    client.query = ((...args: [{ text?: string }, ...unknown[]]) => {
      if (args[0].text?.startsWith('copy (select buid, id')) this.loads++
      return query(...args)
    }) as typeof client.query
  }

  async #ask(): Promise<void> {
    const before = this.loads
    await this.#people.getCurrent().catch(nullIfNotLoaded)
    if (this.loads !== before) throw new Error('A question waited for a load')
  }

  async #repeat(work: () => Promise<unknown>): Promise<void> {
    for (; !this.#isStopping; await pause(3))
      await work().catch((error: unknown) => {
        if (isDeadlock(error)) this.deadlocks++
        else if (!isLossOfConnection(error)) throw error
      })
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    await this.#work
    await this.#people.close()
    await this.#pool.end()
  }
}

function nullIfNotLoaded(error: unknown): null {
  if (error instanceof NotLoadedError) return null
  throw error
}

function contentOf({ people, byName, suggestions }: IndexData) {
  const dictionaries = people.dictionaries
  const parts: Record<string, (Dictionary | null)[]> = {
    employerWords: [dictionaries.employerWords],
    affinities: [dictionaries.affinities],
    degrees: [dictionaries.colleges, dictionaries.majors, dictionaries.degrees, null],
    engagements: [dictionaries.events, null],
    asks: [dictionaries.asks, null, null],
    phones: [null, null],
  }
  const plain = ['ids', 'buids', 'contactIds', 'flags', 'classYears', 'lastEngaged']
  const describe = (slot: number) =>
    Object.entries(people.columns()).map(([name, column]) => {
      if (column instanceof NumberColumn) return plain.includes(name) ? column.values[slot] : column.textOf(slot)
      const { values, starts, ends, width } = column as ListColumn
      const entries: string[] = []
      for (let index = starts[slot]!; index < ends[slot]!; index += width)
        entries.push(
          parts[name]!.map((dictionary, part) => dictionary?.texts[values[index + part]!] ?? values[index + part]).join(
            ' ',
          ),
        )
      return entries.sort()
    })
  return {
    inOrder: [...byName.allSlots()].map(describe),
    suggested: ['a', 'chen', 'o', 't', 'u'].map((text) => suggestions.suggest(text, 100).map(({ buid }) => buid)),
  }
}

function bytesOf({ people, suggestions }: IndexData): number {
  return Object.values(people.columns()).reduce((sum, { bytes }) => sum + bytes, suggestions.bytes)
}

async function expectToAgree(servers: Server[], ownerUrl: string): Promise<void> {
  const fresh = new Server(ownerUrl)
  const expected = await fresh.follow()
  const expectedIds = contentOf(expected)
  for (const server of servers) {
    const everyone = await server.follow()
    expect(contentOf(everyone)).toEqual(expectedIds)
    expect(bytesOf(everyone)).toBeLessThan(bytesOf(expected) * 2 + 200_000)
    const { loads } = server
    for (let again = 0; again < 5; again++) await server.follow()
    expect(server.loads).toBe(loads)
  }
  await fresh.stop()
  const entriesOf = (column: { starts: Int32Array; ends: Int32Array; width: number }) =>
    [...expected.byName.allSlots()].reduce((sum, slot) => sum + column.ends[slot]! - column.starts[slot]!, 0) /
    column.width
  const { rows } = await withClient(ownerUrl, (client) =>
    client.query(`select (select count(*)::int from alumni) as people, (select count(*)::int from engagements) as engagements,
      (select count(*)::int from educations) as degrees, (select count(*)::int from alumni_affinities) as affinities`),
  )
  const { people } = expected
  expect(rows).toEqual([
    {
      people: people.size,
      engagements: entriesOf(people.engagements),
      degrees: entriesOf(people.degrees),
      affinities: entriesOf(people.affinities),
    },
  ])
}

type Place = { owner: () => string; servers: string }

/** Writes at random while two servers update their indexes; sometimes restarts one. Returns the servers. */
async function writeAtRandom({ owner, servers: url }: Place, random: (below: number) => number, steps: number) {
  const servers = [new Server(url), new Server(url)]
  let mayLoad = 1
  const late: Promise<unknown>[] = []
  for (let step = 0; step < steps; step++) {
    const kind = random(20)
    if (kind === 0) {
      await servers[1]!.stop()
      servers[1] = new Server(url)
    } else if (kind < 3) {
      mayLoad++
      const change = randomChangeOfEveryone(random)
      await runOn(owner(), change).catch((error: unknown) => {
        if (!isDeadlock(error)) throw error
        return runOn(owner(), change)
      })
    } else if (kind < 5) {
      // Commits after transactions that started later.
      await Promise.all(late.splice(0))
      const writes = randomWrites(random)
      late.push(
        withClient(owner(), async (client) => {
          await client.query(`begin; ${writes}; select pg_sleep(0.05)`)
          await client.query(random(4) === 0 ? 'rollback' : 'commit')
        }).catch(ignoreConflict),
      )
    } else await runOn(owner(), randomWrites(random)).catch(ignoreConflict)
    if (step % 25 === 24) {
      await Promise.all(late.splice(0))
      await expectToAgree(servers, owner())
    }
  }
  await Promise.all(late)
  await expectToAgree(servers, owner())
  expect(servers[0]!.loads).toBeLessThanOrEqual(mayLoad + servers[0]!.deadlocks)
  return servers
}

function isDeadlock(error: unknown): boolean {
  return (error as { code?: string }).code === '40P01'
}

/** Two transactions that write the same rows may deadlock, and PostgreSQL aborts one. */
function ignoreConflict(error: unknown): void {
  if (!/^(40P01|23503|23505)$/.test((error as { code?: string }).code ?? '')) throw error
}

async function expectToRecover(servers: Server[], owner: string): Promise<void> {
  await expect
    .poll(() => Promise.all(servers.map((server) => server.follow())).then(() => 'there', String))
    .toBe('there')
  await expectToAgree(servers, owner)
}

const insertLost = `insert into alumni (buid, last_name) values ('B90000001', 'Lost')`

describe('after any writes the index equals the tables', () => {
  test('with truncations, changes of everyone, restarts of servers and crashes of PostgreSQL', async () => {
    const folder = await createClusterFolder('property')
    let cluster = await startCluster(folder)
    const link = await FaultyLink.open(cluster.port)
    afterAll(async () => {
      await link.close()
      await cluster.stop()
      await rm(folder, { recursive: true, force: true })
    })
    await createDatabase(cluster, 'alumni')
    const owner = () => cluster.url('alumni_owner', 'alumni')
    await migrate(owner())
    await runOn(owner(), catalog)
    const place = { owner, servers: link.redirect(cluster.url('alumni_login', 'alumni')) }
    for (let round = 0; round < rounds(2, 20); round++) {
      const servers = await writeAtRandom(place, seededRandom(seed + round), rounds(100, 400))
      const writer = await freezeWalWriter(cluster)
      await runOn(owner(), `set synchronous_commit = off; ${insertLost}`)
      for (const server of servers) expect((await server.follow()).people.slotOf('B90000001')).toBeDefined()
      const loads = servers.map((server) => server.loads)
      await killCluster(folder)
      process.kill(writer, 'SIGKILL')
      cluster = await startCluster(folder)
      link.moveTo(cluster.port)
      await runOn(owner(), "insert into alumni (buid, last_name) values ('B90000002', 'After') on conflict do nothing")
      await expectToRecover(servers, owner())
      expect(servers.map((server) => server.loads)).toEqual(loads.map((count) => count + 1))
      expect((await servers[0]!.follow()).people.slotOf('B90000001')).toBeUndefined()
      for (const server of servers) await server.stop()
    }
  })

  test.skipIf(noStandby)(
    `with a failover to a standby that lacks a commit${noStandby ? ` (${noStandby})` : ''}`,
    async () => {
      const pair = await startPair()
      const link = await FaultyLink.open(pair.primary.port)
      afterAll(async () => {
        await link.close()
        await pair.remove()
      })
      let current = pair.primary
      const owner = () => current.url('alumni_owner', 'alumni')
      await runOn(owner(), catalog)
      const place = { owner, servers: link.redirect(current.url('alumni_login', 'alumni')) }
      const servers = await writeAtRandom(place, seededRandom(seed), rounds(50, 200))
      const standby = pair.standby.url('postgres', 'postgres')
      await runOn(standby, "alter system set primary_conninfo = ''")
      await runOn(standby, 'select pg_reload_conf()')
      const countReceivers = () =>
        withClient(standby, (client) => client.query('select from pg_stat_wal_receiver')).then(
          ({ rowCount }) => rowCount,
        )
      await expect.poll(countReceivers).toBe(0)
      await runOn(owner(), `set synchronous_commit = local; ${insertLost}`)
      for (const server of servers) expect((await server.follow()).people.slotOf('B90000001')).toBeDefined()
      await pair.killPrimary()
      current = pair.standby
      await pair.promote()
      link.moveTo(current.port)
      await expectToRecover(servers, owner())
      expect((await servers[0]!.follow()).people.slotOf('B90000001')).toBeUndefined()
      for (const server of servers) await server.stop()
      const later = await writeAtRandom(place, seededRandom(seed + 1), rounds(50, 200))
      for (const server of later) await server.stop()
    },
  )
})
