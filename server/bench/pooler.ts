import pg from 'pg'
import { openDatabase } from '../src/foundations/database/open-database.ts'
import { withClient } from '../src/foundations/database/with-client.ts'
import { noPgbouncer, Pgbouncer } from '../testing/pgbouncer.ts'
import { migrate } from '../src/schema.ts'
import { askFor, compared, latencies } from './latencies.ts'
import type { DemoDatabase } from './demo-database.ts'
import { configOf, startProcess } from './processes.ts'
import { boundLine, ratioLine } from './report.ts'
import { serve } from './serve.ts'

const goal = 1.15
const paths: Record<string, string> = { 'a transaction': '/transaction', 'a typeahead': '/api/alumni?name=mary+smith' }

/** Requests at a steady rate: what the slowest of a hundred takes through PgBouncer, beside the same without it. */
export async function benchPooler(database: DemoDatabase, runs: number): Promise<void> {
  if (noPgbouncer) return console.log(noPgbouncer)
  const worker = Object.assign(new URL(database.app), { username: 'bench_worker', password: 'worker' }).href
  await withClient(database.cluster.url('postgres', 'demo'), (client) =>
    client.query("create role bench_worker login in role alumni_app password 'worker'"),
  )
  const pgbouncer = await Pgbouncer.start([database.app, worker])
  try {
    const pooled = pgbouncer.through(database.app)
    const urls = { app: database.app, owner: database.owner, pooled }
    await openDatabase(urls, {
      migrate,
      patienceMs: 0,
      onWait: console.log,
      login: { program: 'server', config: configOf(database) },
    })
    const settings = { DATABASE_POOLER: 'transaction', DIRECT_DATABASE_URL: database.app }
    const direct = await serve(database, { SAFELIST_LOOPBACK: 'true' })
    const through = await serve(
      { ...database, app: pooled },
      { ...settings, MIGRATION_DATABASE_URL: database.owner, SAFELIST_LOOPBACK: 'true' },
    )
    try {
      for (const [name, path] of Object.entries(paths)) await compare(name, [direct.url, through.url], path, runs)
    } finally {
      await through.close()
      await direct.close()
    }
    await connectionsOfEight(database, {
      server: { ...settings, DATABASE_URL: pooled },
      worker: { ...settings, DATABASE_URL: pgbouncer.through(worker), DIRECT_DATABASE_URL: worker },
    })
  } finally {
    await pgbouncer.remove()
  }
}

async function compare(name: string, servers: string[], path: string, runs: number): Promise<void> {
  const [direct, through] = await compared(
    servers.map((url) => askFor(url + path)),
    runs,
  )
  for (const part of ['p50', 'p99'] as const) {
    const line = ratioLine(`${name}, ${part}`, { work: through![part], limit: direct![part] }, 'direct', goal)
    console.log(part === 'p99' ? line : `    ${line.slice(4)}`)
  }
}

/** How many connections to PostgreSQL four servers and four workers have at most, while people ask all servers. */
async function connectionsOfEight(
  database: DemoDatabase,
  settings: Record<'server' | 'worker', NodeJS.ProcessEnv>,
): Promise<void> {
  const started = []
  const client = new pg.Client({ connectionString: database.owner })
  await client.connect()
  try {
    for (const name of ['server', 'worker'] as const)
      for (let nth = 0; nth < 4; nth++) started.push(await startProcess(name, database, settings[name]))
    const asks = started.slice(0, 4).map(({ url }) => askFor(url + '/api/alumni?name=mary+smith'))
    let most = 0
    const watch = setInterval(async () => {
      const { rows } = await client.query<{ count: number }>(
        "select count(*)::int as count from pg_stat_activity where datname = current_database() and usename in ('alumni_login', 'bench_worker')",
      )
      most = Math.max(most, rows[0]!.count)
    }, 200)
    await latencies(asks, 10)
    clearInterval(watch)
    console.log(boundLine('connections of eight processes', most, 20, ''))
  } finally {
    await Promise.all(started.map((one) => one.stop()))
    await client.end()
  }
}
