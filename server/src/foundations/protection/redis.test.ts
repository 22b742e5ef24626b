import { setImmediate as immediate, setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { ProtectionPage } from '@alumni/shared/operations/protection'
import { Redis } from 'ioredis'
import { pino } from 'pino'
import { buildGuardedApp, repeat, type Answer } from './testing/many-callers.ts'
import { SharedMemory } from './shared-memory.ts'
import { noRedis, RedisServer } from './testing/redis-server.ts'

describe.skipIf(noRedis)(`with Redis${noRedis ? ` (${noRedis})` : ''}`, async () => {
  if (noRedis) return
  const server = await RedisServer.start()
  const env = { REDIS_URL: server.url, SESSION_SECRET: 'one secret of all processes, long enough' }
  const [first, second] = [await buildGuardedApp({ env }), await buildGuardedApp({ env })]
  const redis = new Redis(server.url, { retryStrategy: () => 50 })
  redis.on('error', () => undefined)
  beforeAll(() => redis.ping())
  afterAll(async () => {
    redis.disconnect()
    await server.kill()
  })
  let callers = 0
  const newAddress = () => `203.0.113.${++callers}`
  const apps = [first, second]
  const askAnyProcess = (address: string) => (index: number, ask: object) => apps[index % 2]!.from(address)(ask)
  const reset = { method: 'POST', path: '/password-resets' }
  const countRefused = (answers: Answer[]) => answers.filter(({ status }) => status === 429).length
  const shared = async () => {
    const ada = (await first.as('admin')).with({ 'x-forwarded-for': '192.0.2.1' })
    return (await ada.get('/settings/protection')).json<ProtectionPage>()
  }
  const isShared = async () => {
    await expect.poll(() => [first.app.guard.isShared, second.app.guard.isShared]).toEqual(['yes', 'yes'])
  }

  test('two processes count exactly, even at once', async () => {
    const countAccepted = async () => {
      const ask = askAnyProcess(newAddress())
      const answers = await Promise.all([...Array(320)].map((_, index) => ask(index, { path: `/nothing/${index}` })))
      expect(answers.some(({ status }) => status >= 500)).toBe(false)
      return answers.filter(({ status }) => status === 404).length
    }
    // Repeated, because on a busy machine Redis may not answer in time, and then a process counts alone.
    await expect.poll(countAccepted).toBe(300)
  })

  test('limits, addresses and e-mail addresses are counted separately', async () => {
    const [address, otherAddress] = [newAddress(), newAddress()]
    expect(countRefused(await Promise.all([0, 1, 2, 3, 4].map((index) => askAnyProcess(address)(index, reset))))).toBe(
      2,
    )
    expect((await askAnyProcess(address)(1, { path: '/login' })).status).toBe(200)
    expect((await askAnyProcess(otherAddress)(1, reset)).status).not.toBe(429)
    const login = (index: number, email: string) =>
      askAnyProcess(newAddress())(index, { method: 'POST', path: '/login', body: { email, password: 'wrong' } })
    expect(
      countRefused(
        await Promise.all(
          [...Array(7)].map((_, index) => login(index, index % 2 ? 'Pat@example.edu' : ' pat@example.edu')),
        ),
      ),
    ).toBe(2)
    expect((await login(0, 'kim@example.edu')).status).toBe(401)
    expect((await redis.keys('*')).join()).not.toMatch(/pat|kim|example/i)
  })

  test('a window ends by Redis’s clock, and every key expires', async () => {
    const address = newAddress()
    await Promise.all([0, 1, 2, 3].map((index) => askAnyProcess(address)(index, reset)))
    const key = `alumni:count:password-resets/ip ${address}`
    expect(await redis.pttl(key)).toBeGreaterThan(29 * 60_000)
    await redis.pexpire(key, 1)
    await pause(5)
    expect((await askAnyProcess(address)(0, reset)).status).not.toBe(429)
    for (const name of await redis.keys('*')) expect([name, (await redis.pttl(name)) > 0]).toEqual([name, true])
  })

  test('a ban applies everywhere, and can be seen and lifted anywhere', async () => {
    const address = newAddress()
    await repeat(13, (index) => askAnyProcess(address)(index, reset))
    expect([(await askAnyProcess(address)(0, {})).status, (await askAnyProcess(address)(1, {})).status]).toEqual([
      403, 403,
    ])
    const page = await shared()
    expect(page.shared).toBe('yes')
    expect(page.bans).toContainEqual({
      address,
      limit: 'password-resets/ip',
      violations: 10,
      since: expect.any(String),
      until: expect.any(String),
    })
    expect(page.violations[0]).toEqual({ address, limit: 'password-resets/ip', count: 10, at: expect.any(String) })
    const bob = (await second.as('admin')).with({ 'x-forwarded-for': '192.0.2.2' })
    expect((await bob.request({ method: 'DELETE', url: `/settings/protection/bans/${address}` })).statusCode).toBe(200)
    expect([(await askAnyProcess(address)(0, {})).status, (await askAnyProcess(address)(1, {})).status]).toEqual([
      200, 200,
    ])
    expect((await askAnyProcess(address)(0, reset)).status).not.toBe(429)
    expect((await shared()).bans.map((ban) => ban.address)).not.toContain(address)
  })

  test('without Redis each process continues with what it knew, and afterward they share again', async () => {
    const [known, fresh, locked] = [newAddress(), newAddress(), newAddress()]
    await askAnyProcess(known)(0, reset)
    await askAnyProcess(known)(1, reset)
    await askAnyProcess(known)(0, reset)
    await repeat(13, (index) => askAnyProcess(locked)(index, reset))
    expect((await first.from(locked)()).status).toBe(403)
    await server.kill()

    expect((await first.from(known)(reset)).status).toBe(429)
    expect((await first.from(locked)()).status).toBe(403)
    expect(
      await repeat(5, () => first.from(fresh)(reset)).then((statuses) => statuses.map((status) => status === 429)),
    ).toEqual([false, false, false, true, true])
    const during = await Promise.all(
      [...Array(100)].map((_, index) => askAnyProcess(newAddress())(index, { path: '/login' })),
    )
    expect(new Set(during.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await shared()).toMatchObject({ shared: 'interrupted' })
    const banned = newAddress()
    await repeat(13, () => first.from(banned)(reset))
    expect([(await first.from(banned)()).status, (await second.from(banned)()).status]).toEqual([403, 200])

    await server.start()
    await isShared()
    expect((await first.from(banned)()).status).toBe(403)
    await expect.poll(async () => (await second.from(banned)()).status).toBe(403)
    const again = newAddress()
    expect(countRefused(await Promise.all([...Array(8)].map((_, index) => askAnyProcess(again)(index, reset))))).toBe(5)
    expect(first.logs.join('')).toContain('Redis does not answer: this process counts alone')
    expect(first.logs.join('')).toContain('Redis answers again')
  })

  test('a Redis that became a replica is not used until it is the primary again', async () => {
    const primary = await RedisServer.start()
    onTestFinished(async () => {
      await redis.replicaof('NO', 'ONE')
      await primary.kill()
    })
    await redis.replicaof('127.0.0.1', primary.port)
    await expect.poll(() => redis.info('replication')).toContain('master_link_status:up')
    const address = newAddress()
    const statuses = await repeat(5, () => first.from(address)(reset))
    expect(statuses.map((status) => status === 429)).toEqual([false, false, false, true, true])
    // It reconnects soon after each refused command, so only the moment after a request shows the interruption.
    const stateAfterRequest = async () => {
      await first.from(address)(reset)
      return first.app.guard.isShared
    }
    await expect.poll(stateAfterRequest).toBe('interrupted')

    await redis.replicaof('NO', 'ONE')
    await isShared()
    const countOnce = async () => {
      const again = newAddress()
      return countRefused(await Promise.all([...Array(8)].map((_, index) => askAnyProcess(again)(index, reset))))
    }
    await expect.poll(countOnce).toBe(5)
  })

  test('a hanging Redis delays no one for long', async () => {
    server.freeze()
    const address = newAddress()
    const statuses = await repeat(5, () => first.from(address)(reset))
    expect(statuses.map((status) => status === 429)).toEqual([false, false, false, true, true])
    server.thaw()
    await isShared()
  })

  test('a process that was late reads the reply that has arrived meanwhile', async () => {
    const memory = await SharedMemory.connect(server.url, pino({ enabled: false }))
    onTestFinished(() => memory.close())
    const answer = memory.run<unknown>(
      (redis) => redis.blpop('empty', 0.2),
      () => 'counted alone',
    )
    await pause(50)
    await immediate() // timers run next, before sockets are read
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2000)
    expect(await answer).toBeNull()
  })

  test('a process that starts without Redis counts alone, and says so', async () => {
    await server.kill()
    const alone = await buildGuardedApp({ env })
    expect(
      await repeat(5, () => alone.from('198.51.100.1')(reset)).then((statuses) =>
        statuses.map((status) => status === 429),
      ),
    ).toEqual([false, false, false, true, true])
    expect(alone.app.guard.isShared).toBe('interrupted')
    await server.start()
    await expect.poll(() => alone.app.guard.isShared).toBe('yes')
  })
})
