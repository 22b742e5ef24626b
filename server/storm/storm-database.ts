import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { createDatabase, startCluster, type Cluster, type Login } from '../src/foundations/database/embedded.ts'
import { withClient } from '../src/foundations/database/with-client.ts'
import { copyCluster } from '../testing/copy-cluster.ts'
import { killCluster, postmasterOf } from '../testing/kill-cluster.ts'

const name = 'alumni_storm'
const settings = { full_page_writes: 'off', max_connections: '150', max_wal_size: '128MB', wal_keep_size: '64MB' }

export class StormDatabase {
  readonly #folder: string
  #nth = 1
  #cluster: Cluster

  private constructor(folder: string, cluster: Cluster) {
    this.#folder = folder
    this.#cluster = cluster
  }

  static async create(folder: string): Promise<StormDatabase> {
    await mkdir(folder, { recursive: true })
    const cluster = await startCluster(join(folder, '1'), settings)
    await createDatabase(cluster, name)
    const database = new StormDatabase(folder, cluster)
    await database.writeThrough(false)
    return database
  }

  get port(): number {
    return this.#cluster.port
  }

  url(login: Login = 'alumni_owner'): string {
    return this.#cluster.url(login, name)
  }

  pid(): Promise<number> {
    return postmasterOf(this.#home)
  }

  /** Whether a commit waits for the disk; without waiting, a killed process still loses nothing. */
  async writeThrough(isOn: boolean): Promise<void> {
    await this.#configure(`fsync = ${isOn ? 'on' : 'off'}`)
  }

  /** Kills the postmaster without warning, as the kernel does when memory runs out. */
  async kill(signal: 'SIGKILL' | 'SIGQUIT'): Promise<void> {
    await killCluster(this.#home, signal)
    await pause(50)
  }

  async start(): Promise<void> {
    this.#cluster = await startCluster(this.#home, settings)
  }

  /** Adds a standby that has each commit before it is acknowledged; `promote` makes it the primary. */
  async addStandby(): Promise<{ promote(): Promise<void> }> {
    const before = this.#home
    const next = join(this.#folder, String(this.#nth + 1))
    await copyCluster(this.#cluster, before, next)
    const standby = await startCluster(next, settings)
    await this.#configure("synchronous_standby_names = '*'")
    await this.#ask(async (client) => {
      const follows = async () =>
        (await client.query("select from pg_stat_replication where sync_state = 'sync'")).rowCount! > 0
      while (!(await follows())) await pause(50)
      // Waits until the copy has this transaction and all before it.
      await client.query('select pg_current_xact_id()')
    })
    return {
      promote: async () => {
        this.#cluster = standby
        this.#nth += 1
        await this.#ask((client) => client.query('select pg_promote()'))
        await rm(before, { recursive: true, force: true })
      },
    }
  }

  stop(): Promise<void> {
    return this.#cluster.stop()
  }

  get #home(): string {
    return join(this.#folder, String(this.#nth))
  }

  async #configure(setting: string): Promise<void> {
    await this.#ask(async (client) => {
      await client.query(`alter system set ${setting}`)
      await client.query('select pg_reload_conf()')
    })
  }

  async #ask(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
    await withClient(this.#cluster.url('postgres', 'postgres'), work)
  }
}

/** Refuses a database that does not belong to the storm, because it will be killed and filled. */
export async function refuseForeign(url: string): Promise<void> {
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string; tables: number }>(
      `select current_database() as name, (select count(*)::int from pg_tables where schemaname = 'public') as tables`,
    )
    if (rows[0]!.name !== name || rows[0]!.tables > 0)
      throw new Error(`The storm works on an empty database of its own, and ${rows[0]!.name} is not that.`)
  })
}
