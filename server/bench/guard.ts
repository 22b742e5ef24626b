import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import autocannon from 'autocannon'
import Fastify from 'fastify'
import pino from 'pino'
import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { connectOrm } from '../src/database/orm.ts'
import { createFiles } from '../src/files/files.ts'
import { createJobQueue } from '../src/jobs/queue.ts'
import type { App, Context } from '../src/context.ts'
import { Counters } from '../src/protection/counters.ts'
import { createLimiters } from '../src/protection/limiter.ts'
import { limits } from '../src/protection/limits.ts'
import type { DemoDatabase } from './demo-database.ts'
import { beside, boundLine, ratioLine } from './report.ts'

/** What the guard costs a request that it lets in, and how much it remembers of a million addresses. */
export async function benchGuard(database: DemoDatabase, runs: number): Promise<void> {
  console.log(boundLine('memory for 1,000,000 addresses', await memoryOfAMillion(), 50, 'MB'))
  const guarded = await serve(database, 'false')
  const unguarded = await serve(database, 'true')
  let visitor = 0
  const newVisitor = () => `10.${(++visitor >> 16) & 255}.${(visitor >> 8) & 255}.${visitor & 255}`
  const load = async (url: string, forwarded: boolean) => {
    // Of the two, only the guarded one counts what comes from this machine; each request is a new caller, who is under every limit.
    const setupRequest = (request: autocannon.Request) => ({ ...request, headers: forwarded ? { 'x-forwarded-for': newVisitor() } : { 'x-unused': newVisitor() } })
    const { requests } = await autocannon({ url, connections: 50, duration: 5, requests: [{ method: 'GET', path: '/point', setupRequest }] })
    return 1_000_000 / requests.average
  }
  await Promise.all([load(guarded.url, true), load(unguarded.url, false)])
  const microseconds = await beside(runs, () => load(guarded.url, true), () => load(unguarded.url, false))
  console.log(ratioLine('a point query, microseconds × 1,000', microseconds, 'without the guard', 1.05))
  await guarded.close()
  await unguarded.close()
}

async function serve({ app: url, folder }: DemoDatabase, SAFELIST_LOOPBACK: 'true' | 'false') {
  const config = readConfig({ NODE_ENV: 'test', DATABASE_URL: url, DATA_DIR: folder, SESSION_SECRET: 'a secret for the bench, long enough', SAFELIST_LOOPBACK, TRUST_PROXY: '127.0.0.1' })
  const orm = await connectOrm(url, { max: 10, statementTimeoutMs: 20_000 })
  const context: Context = { config, orm, mailer: { send: async () => undefined }, files: await createFiles(config), jobs: await createJobQueue(config, orm) }
  const app = await buildApp(context, {
    log: pino({ level: 'silent' }),
    probe: (scope) => void scope.get('/point', async ({ em }) => em.getConnection().execute('select buid from alumni where id = 1')),
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    async close() {
      await app.close()
      await context.jobs.stop()
      await orm.close()
    },
  }
}

/** In megabytes, when each address has sent one request and one sign-in. */
async function memoryOfAMillion(): Promise<number> {
  const [all, , logins] = await createLimiters(Fastify() as unknown as App, new Counters(undefined), limits)
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const used = () => (collect(), process.memoryUsage().heapUsed / 1024 ** 2)
  const before = used()
  for (let index = 0; index < 1_000_000; index++) {
    const address = `${index >>> 16}.${(index >>> 8) & 255}.${index & 255}.7`
    await all!.count(address)
    await logins!.count(address)
  }
  return used() - before
}
