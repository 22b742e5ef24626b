import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { poolOf } from '../database/db.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import { buildGuardedApp, repeat } from './testing/many-callers.ts'

const guarded = await buildGuardedApp()
const { from, logs, app } = guarded
const start = new Date('2026-11-21T09:00:00Z').getTime()
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'], now: start }))
afterEach(() => void vi.useRealTimers())
let callers = 0
const newAddress = () => `198.51.100.${++callers}`
const listLogged = (tag: string) =>
  logs.filter((line) => line.includes(`"msg":"${tag}"`)).map((line) => JSON.parse(line))
const violate = (address: string) => repeat(4, () => from(address)({ method: 'POST', path: '/password-resets' }))

describe('every request counts', () => {
  const unreadable = [...Array(300)].map((_, index) => index)
  test.each([
    ['404s', (index: number) => ({ path: `/nothing/${index}` }), 404],
    ['malformed paths', (index: number) => ({ path: `/%zz${index}` }), 400],
    ['parameters that are too long', (index: number) => ({ path: `/alumni/${'1'.repeat(200 + index)}` }), 404],
    ['refused methods', () => ({ method: 'PROPFIND', path: '/login' }), 404],
    ['foreign origins', () => ({ method: 'POST', path: '/logout', headers: { 'sec-fetch-site': 'cross-site' } }), 403],
    [
      'bodies that are not JSON',
      () => ({ method: 'POST', path: '/logout', body: '{"', headers: { 'content-type': 'application/json' } }),
      400,
    ],
    ['requests without permission', () => ({ path: '/settings' }), 401],
  ])('%s count towards the general limit', async (_name, ask, status) => {
    const caller = from(newAddress())
    expect(
      new Set((await Promise.all(unreadable.map((index) => caller(ask(index))))).map((answer) => answer.status)),
    ).toEqual(new Set([status]))
    expect((await caller(ask(0))).status).toBe(429)
    expect((await caller({ path: '/login' })).status).toBe(429)
  })

  test('bodies that are too large count', async () => {
    const caller = from(newAddress())
    const body = JSON.stringify({ email: 'x', padding: 'x'.repeat(1024 * 1024) })
    expect(
      await repeat(4, () =>
        caller({ method: 'POST', path: '/password-resets', body, headers: { 'content-type': 'application/json' } }),
      ),
    ).toEqual([413, 413, 413, 429])
  })

  test('data that is not HTTP counts', async () => {
    const guarded = await buildGuardedApp({ env: { TRUST_PROXY: '10.0.0.1' } })
    const send = (bytes: string) => text(connect(guarded.port, '127.0.0.1').end(bytes))
    for (let index = 0; index < 298; index++) await guarded.from('203.0.113.1')({ path: '/nothing' })
    expect(await send('GARBAGE\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /)
    expect(await send('GET /login HTTP/1.1\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /)
    const over = await send('GARBAGE\r\n\r\n')
    expect(over).toMatch(/^HTTP\/1.1 429 /)
    expect(over).toMatch(/\r\nretry-after: \d+\r\n/)
    expect(over).toContain('"retry_after":')
    expect(await send('GET /login HTTP/1.1\r\nhost: x\r\nexpect: the-unexpected\r\nconnection: close\r\n\r\n')).toMatch(
      /^HTTP\/1.1 429 /,
    )
  })
})

describe('no spelling of a path avoids its limit', () => {
  test.each([
    '/password-resets',
    '/password%2Dresets',
    '/%70assword-resets?a=1',
    'http://alumni.example.edu/password-resets',
    'https://x.example/password-resets?b',
    '/password-resets#c',
    '//password-resets',
    '/PASSWORD-RESETS',
  ])('%s', async (path) => {
    const address = newAddress()
    await repeat(3, () => from(address)({ method: 'POST', path: '/password-resets' }))
    expect((await from(address)({ method: 'POST', path })).status).toBe(429)
  })
})

describe('/up is never refused', () => {
  test('to a banned address, or over any limit', async () => {
    const address = newAddress()
    await repeat(14, () => from(address)({ method: 'POST', path: '/password-resets' }))
    expect((await from(address)({ path: '/login' })).status).toBe(403)
    const ask = (method: string) =>
      Promise.all(
        [...Array(200)].map((_, index) =>
          from(address)({ method, path: ['/up', '/up?at=1', '/ready', '/ready?at=1'][index % 4]! }),
        ),
      )
    for (const [method, status] of [
      ['GET', 200],
      ['HEAD', 200],
      ['POST', 404],
      ['OPTIONS', 404],
    ] as const)
      expect(new Set((await ask(method)).map((answer) => answer.status))).toEqual(new Set([status]))
  })

  test('but similar paths are like any other request', async () => {
    const address = newAddress()
    await repeat(300, () => from(address)({ path: '/nothing' }))
    for (const [method, path] of [
      ['POST', '/up/'],
      ['GET', '/up/'],
      ['GET', '//up'],
      ['GET', '/UP'],
      ['GET', '/%75p'],
      ['GET', '/up/x'],
    ] as const)
      expect([method, path, (await from(address)({ method, path })).status]).toEqual([method, path, 429])
  })
})

describe('forged addresses', async () => {
  const fifty = [...Array(50)].map((_, index) => `127.0.0.${index}`).join(', ')
  const forged = [
    { 'x-forwarded-for': '127.0.0.1' },
    { 'x-forwarded-for': '::1' },
    { 'x-forwarded-for': 'garbage' },
    { 'x-forwarded-for': fifty },
    { 'x-forwarded-for': '127.0.0.1:80' },
    { 'x-forwarded-for': '' },
    { forwarded: 'for=127.0.0.1' },
    { 'x-real-ip': '127.0.0.1' },
    { 'x-client-ip': '127.0.0.1', via: '1.1 x' },
  ] as Record<string, string>[]

  const { app: plain } = await buildTestApp({ env: { TRUST_PROXY: '192.0.2.7' } })
  test.each(forged)('a stranger’s %j changes neither the key nor the safelist', async (headers) => {
    const remoteAddress = newAddress()
    const ask = (more: Record<string, string>) =>
      plain.inject({ method: 'POST', url: '/password-resets', remoteAddress, headers: more })
    const statuses = [await ask({}), await ask(headers), await ask({}), await ask(headers)].map(
      ({ statusCode }) => statusCode,
    )
    expect(statuses.map((status) => status === 429)).toEqual([false, false, false, true])
  })

  test.each(forged)('%j before the proxy’s own header changes nothing', async (headers) => {
    const address = newAddress()
    const before = headers['x-forwarded-for']
    const ask = (more: Record<string, string>) =>
      from(address)({ method: 'POST', path: '/password-resets', headers: more })
    const forgedFirst = { ...headers, 'x-forwarded-for': before === undefined ? address : `${before}, ${address}` }
    const statuses = [await ask({}), await ask(forgedFirst), await ask({}), await ask(forgedFirst)].map(
      ({ status }) => status,
    )
    expect(statuses.map((status) => status === 429)).toEqual([false, false, false, true])
  })

  test('a malformed path counts for the caller, not for the proxy', async () => {
    const address = newAddress()
    await repeat(300, () => from(address)({ path: '/%zz' }))
    expect((await from(address)({ path: '/%zz' })).status).toBe(429)
    expect((await from(newAddress())({ path: '/%zz' })).status).toBe(400)
  })

  test.each([
    [
      'an IPv6 /64 is one caller',
      ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', '2001:DB8:1:2:0:0:0:7', '[2001:db8:1:2::5]:4711'],
      true,
    ],
    ['the next /64 is another', ['2001:db8:5:1::1', '2001:db8:5:1::2', '2001:db8:5:1::3', '2001:db8:5:2::1'], false],
    ['IPv4 in IPv6 is IPv4', ['203.0.113.77', '::ffff:203.0.113.77', '::FFFF:cb00:714d', '203.0.113.77:50123'], true],
  ])('%s', async (_name, addresses, isOne) => {
    const statuses = await repeat(4, (index) => from(addresses[index]!)({ method: 'POST', path: '/password-resets' }))
    expect(statuses.at(-1) === 429).toBe(isOne)
  })
})

describe('the safelist for this machine', () => {
  const ask = (
    guarded: Awaited<ReturnType<typeof buildTestApp>>,
    headers: Record<string, string> = {},
    remoteAddress = '127.0.0.1',
  ) => guarded.app.inject({ method: 'POST', url: '/password-resets', headers, remoteAddress })
  const isRefused = async (...args: Parameters<typeof ask>) => {
    const statuses: number[] = []
    for (let index = 0; index < 5; index++) statuses.push((await ask(...args)).statusCode)
    return statuses.some((status) => status === 429 || status === 403)
  }
  test('applies to its own requests, not to those it forwards, and can be switched off', async () => {
    const guarded = await buildTestApp({ env: { TRUST_PROXY: '127.0.0.1' } })
    for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '127.8.8.8'])
      expect(await isRefused(guarded, {}, address)).toBe(false)
    for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'x-forwarded-host', 'via'])
      expect(await isRefused(guarded, { [name]: '127.0.0.1' })).toBe(true)
    expect(await isRefused(guarded, {}, '203.0.113.200')).toBe(true)
    expect(await isRefused(await buildTestApp({ env: { SAFELIST_LOOPBACK: 'false' } }))).toBe(true)
  })
})

describe('the blocklist', () => {
  test.each([
    '/wp-admin',
    '/wp-admin/setup.php',
    '/wp-login.php',
    '//WP-login.php',
    '/%77p-login.php',
    '/blog/wp-login.php',
    '/xmlrpc.php',
    '/XMLRPC.php?rsd',
    '/.env',
    '/%2eenv',
    '/.env.local',
    '/app/.env',
    '/config.php',
    '/config.php~',
    '/.git/config',
    '///wp-admin///',
    '/wp%2Dadmin',
    'http://alumni.example.edu/wp-admin',
    '/\\wp-admin',
    '/%zz/.env',
    '/login?screenshotCacheBust=1',
    '/?a=b&screenshotCacheBust',
    '/login?screenshot%43acheBust=1',
    '/login?SCREENSHOTCACHEBUST=2',
    '/assets/staff/app-1a2b3c.js?screenshotCacheBust=3',
  ])('%s is refused', async (path) => {
    const reply = await from(newAddress())({ path })
    expect(reply.status).toBe(403)
    expect(reply.json).toEqual({ error: 'This is not served here.' })
    expect(listLogged('[blocklist]').at(-1)).toMatchObject({
      level: 'warn',
      rule: expect.stringMatching(/^(scanner-path|screenshot-cache-bust)$/),
      status: 403,
    })
  })

  test.each([
    '/login',
    '/wp-administration',
    '/environment',
    '/my.env',
    '/login?next=/screenshots',
    '/reconfig.php',
    '/settings/config',
  ])('%s is not refused', async (path) => {
    expect((await from(newAddress())({ path })).status).not.toBe(403)
  })

  test('requests on the blocklist are not counted, and a browser gets the small page', async () => {
    const address = newAddress()
    expect(new Set(await repeat(310, () => from(address)({ path: '/wp-admin' })))).toEqual(new Set([403]))
    expect((await from(address)({ path: '/login' })).status).toBe(200)
    expect((await from(address)({ path: '/.env', headers: { accept: 'text/html' } })).text).toContain(
      '<h1>This is not served here.</h1>',
    )
  })
})

describe('fail2ban', () => {
  test('the tenth violation within ten minutes bans an address for an hour', async () => {
    const address = newAddress()
    const reset = () => from(address)({ method: 'POST', path: '/password-resets' })
    await violate(address)
    expect(await repeat(8, reset)).toEqual(Array(8).fill(429))
    expect((await from(address)({ path: '/login' })).status).toBe(200)
    expect((await reset()).status).toBe(429)
    expect(listLogged('[fail2ban]').at(-1)).toMatchObject({
      level: 'warn',
      address,
      limit: 'password-resets/ip',
      violations: 10,
      until: '2026-11-21T10:00:00.000Z',
    })

    const out = await from(address)({ path: '/login' })
    expect(out.status).toBe(403)
    expect(out.json).toEqual({
      error:
        'We received too many requests from your network, so it is locked out until 5:00 a.m., for 60 minutes. To get in sooner, write to alumni@example.edu.',
      retry_after: 3600,
    })
    expect(out.headers['retry-after']).toBe('3600')
    expect(listLogged('[fail2ban]').at(-1)).toMatchObject({ address, status: 403, route: '/login' })
    expect((await from(newAddress())({ path: '/login' })).status).toBe(200)

    vi.advanceTimersByTime(60 * 60_000 - 1)
    expect((await from(address)({ path: '/login' })).status).toBe(403)
    vi.advanceTimersByTime(1)
    expect((await from(address)({ path: '/login' })).status).toBe(200)
  })

  test('the duration of a ban does not depend on changes of the clock', async () => {
    const address = newAddress()
    for (let violation = 0; violation < 10; violation++)
      await (violation === 0 ? violate(address) : from(address)({ method: 'POST', path: '/password-resets' }))
    for (const hours of [-5, 5]) {
      vi.setSystemTime(start + hours * 3600_000)
      const out = await from(address)({ path: '/login' })
      expect([out.status, out.headers['retry-after']]).toEqual([403, '3600'])
    }
    vi.setSystemTime(start - 3600_000)
    vi.advanceTimersByTime(60 * 60_000)
    expect((await from(address)({ path: '/login' })).status).toBe(200)
  })

  test('nine violations do not ban, nor do ten in a longer time', async () => {
    const address = newAddress()
    for (let violation = 0; violation < 9; violation++)
      await (violation === 0 ? violate(address) : from(address)({ method: 'POST', path: '/password-resets' }))
    vi.advanceTimersByTime(10 * 60_000)
    expect((await from(address)({ method: 'POST', path: '/password-resets' })).status).toBe(429)
    expect((await from(address)({ path: '/login' })).status).toBe(200)
  })

  test('violations of a limit on e-mail addresses count for the sender’s address', async () => {
    const attempt = (address: string) =>
      from(address)({ method: 'POST', path: '/login', body: { email: 'pat@example.edu', password: 'x' } })
    for (let index = 0; index < 5; index++) await attempt(newAddress())
    const address = newAddress()
    vi.advanceTimersByTime(1000)
    expect((await attempt(address)).status).toBe(429)
    expect((await app.guard.listViolations())[0]).toEqual({
      address,
      limit: 'logins/email',
      at: start + 1000,
      count: 1,
    })
  })
})

test('a refused request does not use the database', async () => {
  // Builds the application with intervals that do not run, so that none checks its idle connections.
  vi.useRealTimers()
  const guarded = await buildGuardedApp()
  const connect = vi.spyOn(await poolOf(guarded.db), 'connect')
  // The app's timers connect occasionally, but not in every round.
  const connectionsOfRefused = async () => {
    const address = newAddress()
    const headers = { cookie: '__Host-staff_session=x' }
    const ask = () =>
      guarded.from(address)({
        method: 'POST',
        path: '/password-resets',
        body: { email: `of.${address}@example.edu` },
        headers,
      })
    await repeat(3, ask)
    connect.mockClear()
    expect(await repeat(11, ask)).toEqual([...Array(10).fill(429), 403])
    expect((await guarded.from('198.51.100.251')({ path: '/.env', headers })).status).toBe(403)
    return connect.mock.calls
  }
  await expect.poll(connectionsOfRefused).toEqual([])
  connect.mockClear()
  await guarded.from('198.51.100.251')({ path: '/settings', headers: { cookie: '__Host-staff_session=x' } })
  expect(connect).toHaveBeenCalled()
})
