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

/** Measures the home page, compared with a bare Fastify that fills the same markup, and the scripts of each page. */
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
    for (const { page, size } of await scriptSizes())
      console.log(
        `${size <= goals.script ? 'ok  ' : 'less'} script of ${page.padEnd(24)} ${size.toFixed(1).padStart(6)} KB (goal ${goals.script})`,
      )
  } finally {
    await bare.close()
    await ours.close()
  }
}

/** fetch() cannot set the Host header. */
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

type Chunk = { file: string; isEntry?: boolean; imports?: string[] }

async function scriptSizes(): Promise<{ page: string; size: number }[]> {
  const manifest = JSON.parse(readFileSync(join(portal, 'dist/client/.vite/manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >
  const enhancements = Object.keys(manifest).filter((name) => name.startsWith('src/enhancements/'))
  const routes = join(portal, 'src/routes')
  const pages = (await readdir(routes, { recursive: true }))
    .filter((file) => /(?:^|\/)[a-z][^/]*\.svelte$/.test(file))
    .toSorted()
  return pages.map((file) => {
    const source = readFileSync(join(routes, file), 'utf8')
    const [hydrates, enhanced] = ['hydrates', 'enhanced'].map((word) => source.includes(`export const ${word} = true`))
    const files = new Set<string>()
    const add = (name: string) => {
      const chunk = manifest[name]!
      files.add(chunk.file)
      for (const other of chunk.imports ?? []) if (!files.has(manifest[other]!.file)) add(other)
    }
    if (hydrates || enhanced) for (const name of ['index.html', ...enhancements]) add(name)
    if (hydrates) for (const name of ['src/hydrate.ts', `src/routes/${file}`]) add(name)
    const bytes = [...files].reduce(
      (sum, name) => sum + brotliCompressSync(readFileSync(join(portal, 'dist/client', name))).length,
      0,
    )
    return { page: file.replace('.svelte', ''), size: bytes / 1024 }
  })
}
