import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../test-database.ts'
import { startProgram } from '../program.ts'

const database = await createTestDatabase()
const dataDir = await mkdtemp(join(tmpdir(), 'alumni-data-'))
const running: { stop(): unknown }[] = []
afterAll(async () => {
  for (const one of running) await one.stop()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

/** The pause of a visitor between two requests: load, but less than the machine can take. */
const thoughtMs = 20

async function start(env: Record<string, string>) {
  const server = await startProgram('server', { ...database, dataDir, env })
  running.push(server)
  return server
}

test('on SIGTERM under load /up fails first, every request gets its reply, and the process ends by itself', async () => {
  const { child, exit, url, listening } = await start({ SHUTDOWN_DELAY_MS: '10000' })
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
  await pause(500) // like the interval of a balancer's checks
  isElsewhere = true
  expect((await Promise.all(visitors)).flat()).toEqual(Array(10).fill(200))
  expect(await exit).toBe(0)
})

test('the process ends with its parent, and opens no other port without MONITOR_PORT', async () => {
  const { child, exit, listening, log } = await start({})
  await listening()
  child.disconnect()
  expect(await exit).toBe(0)
  expect(log()).not.toContain('monitor')
})

test('a port in use is reported with one message', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const { exit, errors } = await start({ PORT: String(port) })
  expect(await exit).toBe(1)
  expect(await errors).toBe(`Port ${port} is in use by another program. Stop it, or set PORT to another one.\n`)
  taken.close()
})

test('all problems of the configuration are reported at once', async () => {
  const { exit, errors } = await start({ PORT: 'x', TRUST_PROXY: 'everyone' })
  expect(await exit).toBe(1)
  expect(await errors).toMatch(/2 problems:\n {2}- PORT must be a whole number\n {2}- TRUST_PROXY must list addresses/)
})
