import autocannon from 'autocannon'
import Fastify from 'fastify'
import { readConfig } from '../src/foundations/process/config.ts'
import type { App } from '../src/foundations/context.ts'
import { Counters, createLimiters } from '../src/foundations/protection/counters.ts'
import { limitsOf } from '../src/foundations/protection/limits.ts'
import type { DemoDatabase } from './demo-database.ts'
import { beside, boundLine, ratioLine, usedMemory } from './report.ts'
import { serve } from './serve.ts'

/** Measures the guard's cost for a request that it lets in, and its memory for a million addresses. */
export async function benchGuard(database: DemoDatabase, runs: number): Promise<void> {
  console.log(boundLine('memory for 1,000,000 addresses', await memoryOfAMillion(), 50, 'MB'))
  const guarded = await serve(database, { SAFELIST_LOOPBACK: 'false', TRUST_PROXY: '127.0.0.1' })
  const unguarded = await serve(database, { SAFELIST_LOOPBACK: 'true', TRUST_PROXY: '127.0.0.1' })
  let visitor = 0
  const newVisitor = () => `10.${(++visitor >> 16) & 255}.${(visitor >> 8) & 255}.${visitor & 255}`
  const load = async (url: string, forwarded: boolean) => {
    // Only the guarded server counts requests from this machine; each is a new caller, who is under every limit.
    const setupRequest = (request: autocannon.Request) => ({
      ...request,
      headers: forwarded ? { 'x-forwarded-for': newVisitor() } : { 'x-unused': newVisitor() },
    })
    const { requests } = await autocannon({
      url,
      connections: 50,
      duration: 5,
      requests: [{ method: 'GET', path: '/point', setupRequest }],
    })
    return 1_000_000 / requests.average
  }
  await Promise.all([load(guarded.url, true), load(unguarded.url, false)])
  const microseconds = await beside(
    runs,
    () => load(guarded.url, true),
    () => load(unguarded.url, false),
  )
  console.log(ratioLine('a point query, microseconds × 1,000', microseconds, 'without the guard', 1.05))
  await guarded.close()
  await unguarded.close()
}

/** In megabytes, when each address has sent one request and one sign-in. */
async function memoryOfAMillion(): Promise<number> {
  const [all, , logins] = await createLimiters(
    Fastify() as unknown as App,
    new Counters(undefined),
    limitsOf(readConfig({})),
  )
  const before = usedMemory()
  for (let index = 0; index < 1_000_000; index++) {
    const address = `${index >>> 16}.${(index >>> 8) & 255}.${index & 255}.7`
    await all!.count(address)
    await logins!.count(address)
  }
  return usedMemory() - before
}
