import { once } from 'node:events'
import { Agent, request, type IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { startMailServer } from '../testing/mail-server.ts'
import type { DemoDatabase } from './demo-database.ts'
import { startMailWorker } from './mail-worker.ts'
import { boundLine, median, timed } from './report.ts'
import { serve } from './serve.ts'

const asks = 400
const letters = 100
const secret = { SESSION_SECRET: 'a secret for the bench, long enough' }

/**
 * Checks that the response time does not reveal known addresses (rank-sum test of 400 requests), and measures the delay
 * of a letter.
 */
export async function benchSignIn(database: DemoDatabase): Promise<void> {
  const server = await serve(database, { ...secret, SAFELIST_LOOPBACK: 'true' })
  const client = new pg.Client({ connectionString: database.owner })
  await client.connect()
  await client.query(
    `insert into champion_signups (email, first_name) select format('known%s@example.org', n), 'Rosa' from generate_series(1, 1000) n`,
  )
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = (email: string) => timed(() => post(server.url, agent, { email }))
  try {
    for (let warm = 0; warm < 100; warm++) await ask(`${warm % 2 ? 'known' : 'nobody'}${900 + warm}@example.org`)
    const known: number[] = []
    const unknown: number[] = []
    const order = Array.from({ length: asks }, (_, index) => index).toSorted(() => Math.random() - 0.5)
    for (const number of order) {
      const isKnown = number % 2 === 0
      // All addresses have the same length and are used once.
      const email = `${isKnown ? 'known' : 'nobdy'}${1 + number}@example.org`
      ;(isKnown ? known : unknown).push(await ask(email))
    }
    const z = rankSum(known, unknown)
    console.log(
      `${Math.abs(z) < 1.96 ? 'ok  ' : 'over'} known and unknown addresses            ${median(known).toFixed(2)} and ${median(unknown).toFixed(2)} ms   z ${z.toFixed(2)} (goal below 1.96: no difference at 5 %)`,
    )
    await benchLetters(database, client, ask)
  } finally {
    agent.destroy()
    await client.end()
    await server.close()
  }
}

async function benchLetters(
  database: DemoDatabase,
  client: pg.Client,
  ask: (email: string) => Promise<number>,
): Promise<void> {
  await client.query('truncate letters, job_outbox cascade')
  const mailServer = await startMailServer()
  const worker = startMailWorker(database, mailServer, secret)
  try {
    // The first letter includes the start of the worker.
    await ask('known500@example.org')
    await until(() => mailServer.messages.length === 1)
    for (let number = 501; number <= 500 + letters; number++) {
      await ask(`known${number}@example.org`)
      await until(() => mailServer.messages.length === number - 499)
    }
    await pause(200)
    const { rows } = await client.query<{ ms: number }>(
      'select extract(epoch from sent_at - created_at)::float8 * 1000 as ms from letters where sent_at is not null order by id offset 1',
    )
    const times = rows.map(({ ms }) => ms).toSorted((a, b) => a - b)
    console.log(boundLine('a letter, from asked to sent', median(times), 200, 'ms'))
    console.log(boundLine('95 of 100 letters', times[Math.floor(times.length * 0.95)]!, 200, 'ms'))
  } finally {
    worker.kill('SIGTERM')
    await once(worker, 'exit')
    await mailServer.close()
  }
}

async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; !isSo(); tries++) {
    if (tries > 6000) throw new Error('No letter came in a minute')
    await pause(10)
  }
}

async function post(url: string, agent: Agent, fields: Record<string, string>): Promise<void> {
  const headers = { host: 'champions.localhost', 'content-type': 'application/x-www-form-urlencoded' }
  const sent = request(`${url}/profile-link`, { method: 'POST', agent, headers })
  sent.end(new URLSearchParams(fields).toString())
  const [reply] = (await once(sent, 'response')) as [IncomingMessage]
  reply.resume()
  await once(reply, 'end')
  if (reply.statusCode !== 303) throw new Error(`Asked for a letter: ${reply.statusCode}`)
}

function rankSum(a: number[], b: number[]): number {
  const sorted = [...a.map((value) => ({ value, isA: true })), ...b.map((value) => ({ value, isA: false }))].toSorted(
    (one, other) => one.value - other.value,
  )
  const ranks = sorted.reduce((sum, { isA }, index) => sum + (isA ? index + 1 : 0), 0)
  const u = ranks - (a.length * (a.length + 1)) / 2
  return (u - (a.length * b.length) / 2) / Math.sqrt((a.length * b.length * (a.length + b.length + 1)) / 12)
}
