import { readFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import type { DemoDatabase } from './demo-database.ts'
import { requestsPerSecond } from './http.ts'
import { startProcess } from './processes.ts'
import { median } from './report.ts'
import { withClient } from '../src/foundations/database/with-client.ts'

const path = '/api/alumni?name=mary+smith'

/** Compares one and two servers on one PostgreSQL: typeaheads per second, memory and connections. */
export async function benchScale(database: DemoDatabase, runs: number): Promise<void> {
  const servers: Awaited<ReturnType<typeof startProcess>>[] = []
  const more = async () => servers.push(await startProcess('server', database))
  try {
    await more()
    const up = await rateOf([`${servers[0]!.url}/up`], runs)
    const one = await rateOf([servers[0]!.url + path], runs)
    await more()
    const two = await rateOf(
      servers.map(({ url }) => url + path),
      runs,
    )
    console.log(`     one server  ${one.toFixed(0)} requests/s; of /up, which does nothing, ${up.toFixed(0)}`)
    console.log(
      `     two servers ${two.toFixed(0)} requests/s, ${(two / one).toFixed(2)} × (${cpus().length} cores for all)`,
    )
    for (const { child } of servers) console.log(`     a server: ${await megabytesOf(child.pid!)} MB after that`)
    console.log(`     connections of both servers: ${await connectionsTo(database)}`)
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
}

async function rateOf(urls: string[], runs: number): Promise<number> {
  const rates: number[] = []
  for (let run = 0; run <= runs; run++) {
    const each = await Promise.all(urls.map((url) => requestsPerSecond(url, 50 / urls.length)))
    if (run > 0) rates.push(each.reduce((sum, rate) => sum + rate, 0))
  }
  return median(rates)
}

async function megabytesOf(pid: number): Promise<number> {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))!
  return Math.round(Number(kilobytes) / 1024)
}

async function connectionsTo({ owner }: DemoDatabase): Promise<number> {
  const { rows } = await withClient(owner, (client) =>
    client.query<{ count: number }>(
      "select count(*)::int as count from pg_stat_activity where datname = current_database() and usename = 'alumni_login'",
    ),
  )
  return rows[0]!.count
}
