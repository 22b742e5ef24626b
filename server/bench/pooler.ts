import { connectionShare } from '../src/foundations/database/connections.ts'
import { openDatabase } from '../src/foundations/database/open-database.ts'
import { noPgbouncer, Pgbouncer } from '../testing/pgbouncer.ts'
import { migrate } from '../src/schema.ts'
import { latencies, type Latency } from './latencies.ts'
import type { DemoDatabase } from './demo-database.ts'
import { median, ratioLine } from './report.ts'
import { serve } from './serve.ts'

const goal = 1.15
const paths = { 'a transaction': '/transaction', 'a typeahead': '/api/alumni?name=mary+smith' }

/** Requests at a steady rate: what the slowest of a hundred takes through PgBouncer, beside the same without it. */
export async function benchPooler(database: DemoDatabase, runs: number): Promise<void> {
  if (noPgbouncer) return console.log(noPgbouncer)
  const pgbouncer = await Pgbouncer.start([database.app])
  try {
    const pooled = pgbouncer.through(database.app)
    const urls = { app: database.app, owner: database.owner, pooled }
    await openDatabase(urls, { migrate, patienceMs: 0, onWait: console.log, program: 'server' })
    const direct = await serve(database, { SAFELIST_LOOPBACK: 'true' })
    const through = await serve(
      { ...database, app: pooled },
      {
        DATABASE_POOLER: 'transaction',
        DIRECT_DATABASE_URL: database.app,
        MIGRATION_DATABASE_URL: database.owner,
        SAFELIST_LOOPBACK: 'true',
      },
    )
    try {
      for (const [name, path] of Object.entries(paths)) await compare(name, [direct.url, through.url], path, runs)
    } finally {
      await through.close()
      await direct.close()
    }
    const { max } = connectionShare('server', { DATABASE_POOL: undefined, DATABASE_POOLER: 'transaction' })
    console.log(`     (${max} connections of the server each, 6 of PgBouncer to PostgreSQL)`)
  } finally {
    await pgbouncer.remove()
  }
}

async function compare(name: string, [direct, through]: [string, string], path: string, runs: number): Promise<void> {
  const urls = [direct + path, through + path]
  await latencies(urls, 1)
  const took: Latency[][] = []
  for (let run = 0; run < runs; run++) took.push(await latencies(urls, 8))
  for (const part of ['p50', 'p99'] as const) {
    const [limit, work] = [0, 1].map((way) => median(took.map((ways) => ways[way]![part]))) as [number, number]
    const line = ratioLine(`${name}, ${part}`, { work, limit }, 'direct', goal)
    console.log(part === 'p99' ? line : `    ${line.slice(4)}`)
  }
}
