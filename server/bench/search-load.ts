import autocannon from 'autocannon'
import pg from 'pg'
import { demoStaff } from '../demo/demo-staff.ts'
import { StaffUser } from '../src/staff/accounts/staff-user.ts'
import { openSession, sessionCookie } from '../src/staff/accounts/sessions.ts'
import type { DemoDatabase } from './demo-database.ts'
import { boundLine, ratioLine, timed } from './report.ts'
import { serve } from './serve.ts'

const queries = [
  'q=smith',
  'q=mary+smit',
  'college=AS',
  'activity=event_attended&sort=-last_engaged',
  'q=j',
  'sort=place',
  'q=smiht+jhon',
]

/** Someone who types fast. */
const thinkMs = 250

/**
 * Over HTTP: one caller's searches and suggestions beside a commit of 100,000 contacts, and other requests beside ten
 * people who search.
 */
export async function benchSearchLoad(database: DemoDatabase): Promise<void> {
  const served = await serve(database, { SAFELIST_LOOPBACK: 'true' })
  const { entities } = served.db
  const someone = entities.create(StaffUser, {
    ...demoStaff[0]!,
    email: `bench-${Date.now()}@example.edu`,
    password_hash: null,
  })
  await entities.persist(someone).flush()
  const token = await openSession(served.db, served.config, someone)
  const headers = { cookie: `${sessionCookie(served.config).name}=${token}`, accept: 'application/json' }
  const ask = async (path: string) => {
    const reply = await fetch(`${served.url}${path}`, { headers })
    if (!reply.ok) throw new Error(`${path}: ${reply.status}`)
    await reply.text()
  }
  const search = (nth: number) => ask(`/alumni_search?${queries[nth % queries.length]}`)
  const suggest = (nth: number) => ask(`/api/alumni?name=${['smith', 'j s m', 'ma', 'peg', 'd'][nth % 5]}`)
  try {
    for (let nth = 0; nth < 70; nth++) await Promise.all([search(nth), suggest(nth)])
    const [quiet, beside] = [
      await timesOf(search, suggest, pause(8000)),
      await timesOf(search, suggest, commit(database)),
    ]
    console.log(`     search p95 quiet ${quiet.search.toFixed(0)} ms, suggestions ${quiet.suggest.toFixed(0)} ms`)
    console.log(boundLine('search beside a commit, p95', beside.search, 100, 'ms'))
    console.log(boundLine('suggestions beside a commit, p95', beside.suggest, 30, 'ms'))
    const point = async () =>
      (await autocannon({ url: `${served.url}/point`, connections: 4, overallRate: 200, duration: 6, workers: 1 }))
        .latency.p99
    const limit = await point()
    const isOver = pause(7000)
    const searching = Array.from({ length: 10 }, (_, nth) =>
      repeat(() => search(nth).then(() => pause(thinkMs)), isOver),
    )
    const work = await point()
    await Promise.all(searching)
    console.log(ratioLine('others beside ten searchers, p99', { work, limit }, 'without', 2))
  } finally {
    await served.close()
  }
}

type Ask = (nth: number) => Promise<void>

/** 95th percentiles of both, asked in turn by one caller until something is over. */
async function timesOf(
  search: Ask,
  suggest: Ask,
  until: Promise<unknown>,
): Promise<{ search: number; suggest: number }> {
  const times = { search: [] as number[], suggest: [] as number[] }
  let nth = 0
  await repeat(async () => {
    times.search.push(await timed(() => search(nth)))
    times.suggest.push(await timed(() => suggest(nth)))
    nth += 1
  }, until)
  const p95 = (list: number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length * 0.95)]!
  return { search: p95(times.search), suggest: p95(times.suggest) }
}

async function repeat(work: () => Promise<void>, until: Promise<unknown>): Promise<void> {
  let isOver = false
  const ended = until.finally(() => (isOver = true))
  while (!isOver) await work()
  await ended
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms))
}

/** What a commit writes: 200 chunks of 500 rows, a tenth of them new, 14 of 100 changed, some of those renamed. */
async function commit({ owner, alumni }: DemoDatabase): Promise<void> {
  const client = new pg.Client({ connectionString: owner })
  await client.connect()
  const started = performance.now()
  for (let chunk = 0; chunk < 200; chunk++) {
    const from = (chunk * 997) % Math.max(1, alumni - 500)
    await client.query('begin')
    await client.query(
      `update alumni set city = city || '.', mobile_phone = '617555' || lpad((id % 10000)::text, 4, '0'), last_name = case when id % 7 = 0 then first_name else last_name end
      where id between $1 and $1 + 69`,
      [from + 1],
    )
    await client.query(
      `insert into alumni (buid, first_name, last_name, city, state, country)
      select 'B7' || lpad((coalesce((select max(substr(buid, 3)::int) from alumni where buid like 'B7%'), 0) + n)::text, 7, '0'), 'New', 'Name' || n, 'Boston', 'MA', 'US' from generate_series(1, 50) n`,
    )
    await client.query('commit')
  }
  console.log(`     (the commit took ${((performance.now() - started) / 1000).toFixed(1)} s)`)
  await client.end()
}
