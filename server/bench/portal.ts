import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import autocannon from 'autocannon'
import Fastify from 'fastify'
import type { DemoDatabase } from './demo-database.ts'
import { median } from './report.ts'
import { serve } from './serve.ts'

const portal = fileURLToPath(new URL('../../portal/', import.meta.url))
const headers = { host: 'champions.localhost', accept: 'text/html' }
const goals = { ratio: 1, rate: 800, script: 25 }

/** The home page beside a bare Fastify that fills the same markup into a template; and the size of the portal's scripts. */
export async function benchPortal(database: DemoDatabase, runs: number): Promise<void> {
  const ours = await serve(database, { SAFELIST_LOOPBACK: 'true' })
  const html = await read(ours.url)
  const bare = await serveTemplate(html)
  try {
    const rates: Record<'bare' | 'ours', number[]> = { bare: [], ours: [] }
    for (const url of [bare.url, ours.url]) await requestsPerSecond(url)
    for (let run = 0; run < runs; run++) {
      rates.bare.push(await requestsPerSecond(bare.url))
      rates.ours.push(await requestsPerSecond(ours.url))
    }
    const [limit, rate] = [median(rates.bare), median(rates.ours)]
    const isOk = rate >= goals.rate && rate / limit >= goals.ratio
    console.log(`     ${'a template with the same markup'.padEnd(34)} ${limit.toFixed(0).padStart(6)} requests/s`)
    console.log(
      `${isOk ? 'ok  ' : 'less'} ${`home page of ${(html.length / 1024).toFixed(0)} KB`.padEnd(34)} ${rate.toFixed(0).padStart(6)} requests/s   ratio ${(rate / limit).toFixed(2)} (goal ${goals.rate}, ${goals.ratio.toFixed(1)})`,
    )
    const size = await scriptSize()
    console.log(
      `${size <= goals.script ? 'ok  ' : 'less'} ${'all scripts of the portal'.padEnd(34)} ${size.toFixed(1).padStart(6)} KB (goal ${goals.script})`,
    )
  } finally {
    await bare.close()
    await ours.close()
  }
}

/** fetch() does not say another host. */
function read(url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, (reply) => resolve(text(reply))).on('error', reject)
  })
}

async function requestsPerSecond(url: string): Promise<number> {
  const { requests, non2xx, errors } = await autocannon({ url, headers, connections: 50, duration: 3, workers: 1 })
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx + errors} requests failed`)
  return requests.average
}

/** Texts in lists are filled in and escaped for each request, as those of cards are; all other markup is fixed. */
async function serveTemplate(html: string) {
  const pieces = html.split(/(?<=<li.*>)([^<>]*[^<>\s][^<>]*)(?=<.*<\/li>)/)
  const values = pieces.map((piece) => piece.replaceAll('&amp;', '&').replaceAll('&lt;', '<'))
  const app = Fastify()
  app.get('/', async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .send(pieces.map((piece, index) => (index % 2 === 0 ? piece : escape(values[index]!))).join('')),
  )
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`, close: () => app.close() }
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

/** KB of all scripts, compressed: no page fetches more. */
async function scriptSize(): Promise<number> {
  const folder = join(portal, 'dist/client/assets/portal')
  const scripts = (await readdir(folder)).filter((name) => name.endsWith('.js'))
  return scripts.reduce((sum, name) => sum + brotliCompressSync(readFileSync(join(folder, name))).length, 0) / 1024
}
