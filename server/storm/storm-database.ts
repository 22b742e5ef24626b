import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { createDatabase, startCluster, type Cluster, type Login } from '../src/foundations/database/embedded.ts'

const name = 'alumni_storm'
const settings = { fsync: 'off', full_page_writes: 'off', max_connections: '150' }

/** A PostgreSQL of the storm's own, in a folder of its own, which can be killed as a whole. */
export class StormDatabase {
  readonly #folder: string
  #cluster: Cluster

  private constructor(folder: string, cluster: Cluster) {
    this.#folder = folder
    this.#cluster = cluster
  }

  static async create(folder: string): Promise<StormDatabase> {
    const cluster = await startCluster(folder, settings)
    await createDatabase(cluster, name)
    return new StormDatabase(folder, cluster)
  }

  get port(): number {
    return this.#cluster.port
  }

  url(login: Login = 'alumni_owner'): string {
    return this.#cluster.url(login, name)
  }

  /** Ends the postmaster without a word, as the kernel does when memory runs out. */
  async kill(signal: 'SIGKILL' | 'SIGQUIT'): Promise<void> {
    const text = await readFile(join(this.#folder, 'postgres', 'cluster', 'postmaster.pid'), 'utf8')
    process.kill(Number.parseInt(text, 10), signal)
    await pause(50)
  }

  /** On another port than before. */
  async start(): Promise<void> {
    this.#cluster = await startCluster(this.#folder, settings)
  }

  stop(): Promise<void> {
    return this.#cluster.stop()
  }
}

/** Refuses a database that is anyone's but the storm's: it is killed and filled with invented people. */
export async function refuseForeign(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string; tables: number }>(
      `select current_database() as name, (select count(*)::int from pg_tables where schemaname = 'public') as tables`,
    )
    if (rows[0]!.name !== name || rows[0]!.tables > 0)
      throw new Error(`The storm works on an empty database of its own, and ${rows[0]!.name} is not that.`)
  } finally {
    await client.end()
  }
}
