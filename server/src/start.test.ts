import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import { freePort } from './foundations/process/free-port.ts'
import { startProgram } from '../testing/program.ts'

const database = await createTestDatabase()
const dataDir = await mkdtemp(join(tmpdir(), 'alumni-data-'))
const running: { stop(): unknown }[] = []
afterAll(async () => {
  for (const one of running) await one.stop()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

/** What a visitor takes between two requests: load, but not all that the machine can do. */
const thoughtMs = 20

async function start(env: Record<string, string>) {
  const server = await startProgram('server', { ...database, dataDir, env })
  running.push(server)
  return server
}

test(
  'SIGTERM under load: /up fails first, every request is answered, then the process ends by itself',
  { timeout: 900_000 },
  async () => {
    const { child, exit, url, listening } = await start({ SHUTDOWN_DELAY_MS: '2500' })
    await listening()
    const ask = async (path: string) => {
      const reply = await fetch(`${url}${path}`, { headers: { accept: 'application/json' } })
      await reply.arrayBuffer()
      return reply.status
    }
    expect(await ask('/up')).toBe(200)
    let isElsewhere = false
    const visitors = [...Array(10)].map(async () => {
      const statuses = new Set<number>()
      for (; !isElsewhere; await pause(thoughtMs)) statuses.add(await ask('/login'))
      return [...statuses]
    })
    child.kill('SIGTERM')
    await expect.poll(() => ask('/up')).toBe(503)
    await pause(500) // a balancer looks every now and then
    isElsewhere = true
    expect((await Promise.all(visitors)).flat()).toEqual(Array(10).fill(200))
    expect(await exit).toBe(0)
  },
)

test('a rolling restart of two processes under load drops nothing', { timeout: 900_000 }, async () => {
  const ports = [await freePort(), await freePort()]
  const run = async (port: number) => {
    const started = await start({ PORT: String(port), SHUTDOWN_DELAY_MS: '1000' })
    await started.listening()
    return started
  }
  const running = await Promise.all(ports.map(run))
  // What a balancer does: it asks /up every now and then, and sends requests to those that answered 200.
  const healthy = new Set(ports)
  let isOver = false
  const looking = (async () => {
    while (!isOver) {
      await Promise.all(
        ports.map(async (port) => {
          const isUp = await fetch(`http://127.0.0.1:${port}/up`, { signal: AbortSignal.timeout(1000) }).then(
            ({ ok }) => ok,
            () => false,
          )
          if (isUp) healthy.add(port)
          else healthy.delete(port)
        }),
      )
      await pause(50)
    }
  })()
  const visitors = [...Array(6)].map(async (_, visitor) => {
    const seen = new Map<number | string, number>()
    for (let turn = visitor; !isOver; await pause(thoughtMs), turn++) {
      const port = [...healthy][turn % healthy.size]
      const status = await fetch(`http://127.0.0.1:${port}/login`, { headers: { accept: 'application/json' } }).then(
        async (reply) => (await reply.text(), reply.status),
        (error: Error) => String(error.cause ?? error),
      )
      seen.set(status, (seen.get(status) ?? 0) + 1)
    }
    return seen
  })
  for (const [at, port] of ports.entries()) {
    running[at]!.child.kill('SIGTERM')
    expect(await running[at]!.exit).toBe(0)
    running[at] = await run(port)
    await expect.poll(() => healthy.has(port)).toBe(true)
  }
  isOver = true
  const statuses = (await Promise.all(visitors)).flatMap((seen) => [...seen.keys()])
  await looking
  expect(new Set(statuses)).toEqual(new Set([200]))
})

test('the process ends when its parent is gone', async () => {
  const { child, exit, listening } = await start({})
  await listening()
  child.disconnect()
  expect(await exit).toBe(0)
})

test('a port in use is said in one sentence', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const { exit, errors } = await start({ PORT: String(port) })
  expect(await exit).toBe(1)
  expect(await errors).toBe(`Port ${port} is in use by another program. Stop it, or set PORT to another one.\n`)
  taken.close()
})

test('a wrong configuration is said all at once', async () => {
  const { exit, errors } = await start({ PORT: 'x', TRUST_PROXY: 'everyone' })
  expect(await exit).toBe(1)
  expect(await errors).toMatch(/2 problems:\n {2}- PORT must be a whole number\n {2}- TRUST_PROXY must list addresses/)
})
