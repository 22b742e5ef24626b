import type { AddressInfo } from 'node:net'
import autocannon from 'autocannon'
import Fastify from 'fastify'
import pg from 'pg'
import type { DemoDatabase } from './demo-database.ts'
import { median } from './report.ts'
import { serve } from './serve.ts'

const goal = 0.6
const inputs = ['m', 'ma', 'smith', 'mary smith', 'j s m', 'B0001', 'nobody']

/** Requests per second of the typeahead over 50 connections, compared with a bare Fastify that runs one query. */
export async function benchHttp(database: DemoDatabase, runs: number): Promise<void> {
  const [bare, ours] = [await serveBare(database), await serve(database, { SAFELIST_LOOPBACK: 'true' })]
  const urls = {
    bare: `${bare.url}/point`,
    'the same query in this server': `${ours.url}/point`,
    ...Object.fromEntries(inputs.map((name) => [name, `${ours.url}/api/alumni?${new URLSearchParams({ name })}`])),
  }
  try {
    for (const url of Object.values(urls)) await requestsPerSecond(url)
    const rates = new Map<string, number[]>()
    for (let run = 0; run < runs; run++) {
      for (const [name, url] of Object.entries(urls))
        rates.set(name, [...(rates.get(name) ?? []), await requestsPerSecond(url)])
    }
    const limit = median(rates.get('bare')!)
    for (const [name, values] of rates) console.log(line(name, median(values), limit))
  } finally {
    await bare.close()
    await ours.close()
  }
}

/**
 * Counts complete replies, because the averages of the tool depend on timers that are late on a busy machine. The load
 * runs in a separate thread.
 */
export async function requestsPerSecond(url: string, connections = 50): Promise<number> {
  const result = await autocannon({ url, connections, duration: 3, workers: 1 })
  const failed = result.non2xx + result.errors
  if (failed > 0) throw new Error(`${url}: ${failed} requests failed`)
  return result['2xx'] / result.duration
}

function line(name: string, rate: number, limit: number): string {
  const ratio = rate / limit
  const verdict = !inputs.includes(name) ? '    ' : ratio >= goal ? 'ok  ' : 'less'
  return `${verdict} ${name.padEnd(34)} ${rate.toFixed(0).padStart(6)} requests/s   ratio ${ratio.toFixed(2)}${verdict.trim() && ` (goal ${goal})`}`
}

async function serveBare({ app: connectionString }: DemoDatabase) {
  const pool = new pg.Pool({ connectionString, max: 10 })
  const app = Fastify()
  const schema = { response: { 200: { type: 'object', properties: { buid: { type: 'string' } } } } }
  app.get(
    '/point',
    { schema },
    async () =>
      (await pool.query({ name: 'point', text: 'select buid from alumni where id = $1', values: [1] })).rows[0],
  )
  await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    async close() {
      await app.close()
      await pool.end()
    },
  }
}
