import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { demoStaff } from '../demo/demo-staff.ts'
import { writeCrmFile } from '../demo/write-crm-file.ts'
import { createFiles } from '../src/foundations/files/files.ts'
import { openDb } from '../src/schema.ts'
import { openSession, sessionCookie } from '../src/staff/accounts/sessions.ts'
import { StaffUser } from '../src/staff/accounts/staff-user.ts'
import type { DemoDatabase } from './demo-database.ts'
import { newBatch, run } from './imports.ts'
import { askFor, latencies, type Ask, type Latency } from './latencies.ts'
import { configOf, startProcess } from './processes.ts'
import { ratioLine } from './report.ts'

const queries = [
  'q=smith',
  'q=mary+smit',
  'college=AS',
  'activity=event_attended&sort=-last_engaged',
  'q=j',
  'sort=place',
  'q=smiht+jhon',
]
const inputs = ['smith', 'j s m', 'ma', 'peg', 'd']

/** Measures the slowest requests without load, while importing 100,000 contacts, and during 50 searches a second. */
export async function benchSearchLoad(database: DemoDatabase): Promise<void> {
  const server = await startProcess('server', database)
  const inTurn = (paths: string[], headers = {}): Ask => {
    let nth = 0
    const asks = paths.map((path) => askFor(server.url + path, headers))
    return () => asks[nth++ % asks.length]!()
  }
  try {
    const cookie = await signIn(database)
    const search = inTurn(
      queries.map((query) => `/alumni_search?${query}`),
      { cookie, accept: 'application/json' },
    )
    const suggest = inTurn(inputs.map((name) => `/api/alumni?${new URLSearchParams({ name })}`))
    const asks = { search, suggestions: suggest, 'the alumni site': inTurn(['/'], { host: 'champions.localhost' }) }
    const importing = await prepareImport(database)
    await latencies(Object.values(asks), 3)
    const [alone] = await latencies([suggest], 8)
    const quiet = await latencies(Object.values(asks), 8)
    console.log(ratioLine('suggestions beside 50 searches/s, p99', times(quiet[1]!, alone!), 'without', 2))
    const beside = await latencies(Object.values(asks), importing())
    for (const [nth, name] of Object.keys(asks).entries())
      console.log(ratioLine(`${name} beside an import, p99`, times(beside[nth]!, quiet[nth]!), 'without', 2))
  } finally {
    await server.stop()
  }
}

function times({ p99: work }: Latency, { p99: limit }: Latency) {
  return { work, limit }
}

async function signIn(database: DemoDatabase): Promise<string> {
  const config = configOf(database)
  const db = await openDb(database.app, { max: 1, statementTimeoutMs: 0 })
  try {
    const email = `bench-${Date.now()}@example.edu`
    const someone = db.entities.create(StaffUser, { ...demoStaff[0]!, email, password_hash: null })
    await db.entities.persist(someone).flush()
    return `${sessionCookie(config).name}=${await openSession(db, config, someone)}`
  } finally {
    await db.destroy()
  }
}

/** The returned function scans and commits the file in a separate process, like the worker. */
async function prepareImport({ cluster, owner, folder, alumni }: DemoDatabase): Promise<() => Promise<void>> {
  const file = join(folder, 'contacts.csv')
  const rows = Math.min(100_000, alumni)
  await writeCrmFile(owner, { type: 'contacts', rows, new: 10, changed: 14, bad: 1 }, file)
  await (
    await createFiles({ DATA_DIR: folder, STORAGE_URL: undefined })
  ).write('imports/bench.csv', createReadStream(file))
  return async () => {
    const id = await newBatch({ cluster, file }, 'demo')
    const bench = { cluster, folder, peakMb: 0 }
    const [scan, commit] = [await run(bench, 'demo', 'scan', id), await run(bench, 'demo', 'apply', id)]
    const seconds = ((scan.ms + commit.ms) / 1000).toFixed(1)
    console.log(`     (an import of ${rows.toLocaleString('en')} rows, ${seconds} s)`)
  }
}
