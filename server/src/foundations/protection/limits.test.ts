import type { ProtectionPage } from '@alumni/shared/operations/protection'
import { signupSteps } from '@alumni/shared/champions/sign-up'
import Fastify from 'fastify'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readConfig } from '../process/config.ts'
import type { App } from '../context.ts'
import { Counters, createLimiters } from './counters.ts'
import { getBanRule, listLimits } from './limits.ts'
import { buildGuardedApp, repeat, type Answer, type Ask } from './testing/many-callers.ts'

const { from, logs } = await buildGuardedApp()
const limits = listLimits(readConfig({}))

const requests: Record<string, (index: number) => Ask> = {
  'req/ip': (index) => ({ path: `/nothing/${index}` }),
  'logins/ip': (index) => ({
    method: 'POST',
    path: '/login',
    body: { email: `someone${index}@example.edu`, password: 'wrong' },
  }),
  'logins/email': (index) => ({
    method: 'POST',
    path: '/login',
    body: { email: index % 2 ? ' One@Example.edu' : 'one\u200b@example.edu', password: 'wrong' },
  }),
  'champion-logins/ip': (index) => ({
    method: 'POST',
    path: index % 2 ? '/profile-link' : '/sign-in/code',
    headers: { host: 'champions.example.edu' },
  }),
  'password-resets/ip': (index) => ({
    method: 'POST',
    path: '/password-resets',
    body: { email: `someone${index}@example.edu` },
  }),
  'api/ip': (index) => ({ path: `/api/nothing?${index}` }),
  'portal-signups/ip': (index) => ({ method: 'POST', path: '/', body: { email: `new${index}@example.edu` } }),
  'portal-signups/email': () => ({
    method: 'POST',
    path: '/',
    body: { email: 'NEW@example.edu ' },
    headers: { host: 'champions.example.edu' },
  }),
  'email-check': () => ({ method: 'POST', path: '/sign-up/email-check', body: { email: 'one@example.edu' } }),
}

const start = new Date('2026-11-21T09:00:00Z').getTime()
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'], now: start }))
afterEach(() => void vi.useRealTimers())
let callers = 0
const newAddress = () => `203.0.113.${++callers}`

test('the limits are exactly those of the specification', () => {
  expect(
    Object.fromEntries(
      limits.map(({ name, max, windowMs, whom }) => [name, `${max} per ${windowMs / 1000} s and ${whom}`]),
    ),
  ).toEqual({
    'req/ip': '300 per 300 s and address',
    'assets/ip': '500 per 60 s and address',
    'logins/ip': '5 per 20 s and address',
    'logins/email': '5 per 20 s and email',
    'champion-logins/ip': '5 per 20 s and address',
    'password-resets/ip': '3 per 1800 s and address',
    'api/ip': '60 per 60 s and address',
    'portal-signups/ip': '5 per 1800 s and address',
    'portal-signups/email': '3 per 900 s and email',
    'email-check': '10 per 3600 s and address',
  })
  expect(getBanRule(readConfig({}))).toEqual({ max: 10, windowMs: 600_000, banMs: 3_600_000 })
})

test('a limit raised by the environment applies, and the others are unchanged', async () => {
  const env = { LIMIT_PASSWORD_RESETS_IP: '20 / 2h', LIMIT_THROTTLE_ABUSE: '12/10m' }
  const raised = await buildGuardedApp({ env })
  const caller = raised.from(newAddress())
  const reset = () => caller({ method: 'POST', path: '/password-resets' })
  expect(await repeat(21, reset)).toEqual([...Array(20).fill(400), 429])
  const over = await reset()
  expect(over.headers).toMatchObject({
    'retry-after': '7200',
    'ratelimit-policy': '"password-resets/ip";q=20;w=7200',
  })
  expect(await repeat(11, reset)).toEqual([...Array(10).fill(429), 403])
  const login = () => raised.from(newAddress())({ method: 'POST', path: '/login', body: { email: 'x@example.edu' } })
  expect(await repeat(6, login)).toEqual([...Array(5).fill(400), 429])
  const page = await (
    await raised.as('admin')
  )
    .with({ 'x-forwarded-for': newAddress() })
    .get('/settings/protection')
    .then((reply) => reply.json<ProtectionPage>())
  expect(page.limits).toContainEqual(
    expect.objectContaining({ name: 'password-resets/ip', max: 20, window_seconds: 7200 }),
  )
  expect(page.banning.violations).toBe(12)
})

test('no process remembers an address for longer than its window, even without further requests', async () => {
  const repeated: (() => void)[] = []
  const { setInterval } = globalThis
  // With fake intervals, a jump of a day would query the database 9,000 times.
  vi.spyOn(globalThis, 'setInterval').mockImplementation(((work: () => void, everyMs: number) => {
    if (everyMs === 10_000) repeated.push(work)
    return setInterval(work, everyMs)
  }) as typeof setInterval)
  const guarded = await buildGuardedApp({ env: { LIMIT_THROTTLE_ABUSE: '10/10m' } })
  vi.mocked(globalThis.setInterval).mockRestore()
  const advance = (ms: number) => {
    vi.advanceTimersByTime(ms)
    for (const work of repeated) work()
  }
  await repeat(4, (index) => guarded.from(newAddress())({ path: `/nothing/${index}` }))
  const address = newAddress()
  await repeat(14, () => guarded.from(address)({ method: 'POST', path: '/password-resets' }))
  expect(guarded.app.guard.size).toEqual({ counts: 7, bans: 1, violations: 1 })
  advance(10 * 60_000 + 10_000)
  expect(guarded.app.guard.size).toEqual({ counts: 1, bans: 1, violations: 1 })
  advance(60 * 60_000)
  expect(guarded.app.guard.size).toEqual({ counts: 0, bans: 0, violations: 1 })
  advance(24 * 60 * 60_000)
  expect(guarded.app.guard.size).toEqual({ counts: 0, bans: 0, violations: 0 })
})

describe.each(limits.filter(({ name }) => name in requests))('$name', ({ name, max, windowMs, whom }) => {
  test(`allows ${max} and refuses the next one until its window ends`, async () => {
    const address = newAddress()
    const ask = (index: number) => from(whom === 'email' ? newAddress() : address)(requests[name]!(index))
    expect(await repeat(max, ask)).not.toContain(429)
    const over = await ask(max)
    const seconds = windowMs / 1000
    expect(over.status).toBe(429)
    expect(over.json).toEqual({
      error: expect.stringMatching(/^Too many attempts\. Try again in .+\.$/),
      retry_after: seconds,
    })
    expect(over.headers).toMatchObject({
      'retry-after': String(seconds),
      ratelimit: `"${name}";r=0;t=${seconds}`,
      'ratelimit-policy': `"${name}";q=${max};w=${seconds}`,
      'cache-control': 'no-store',
      vary: 'Accept',
    })
    expect(JSON.parse(logs.at(-1)!)).toMatchObject({ level: 'warn', msg: '[throttle]', limit: name, status: 429 })

    // Sets the system time back by an hour, which must not extend a window.
    vi.advanceTimersByTime(windowMs - 1)
    vi.setSystemTime(start - 3600_000)
    expect((await ask(max + 1)).json.retry_after).toBe(1)
    vi.advanceTimersByTime(1)
    expect((await ask(max + 2)).status).not.toBe(429)
  })

  test('is counted separately for each caller', async () => {
    const [first, second] = [from(newAddress()), from(newAddress())]
    const requestOfOther = (index: number): Ask =>
      whom === 'email'
        ? { ...requests[name]!(index), body: { email: `other-${name}@example.edu`, password: 'wrong' } }
        : requests[name]!(index)
    await repeat(max + 1, (index) => (whom === 'email' ? from(newAddress()) : first)(requests[name]!(index)))
    expect((await second(requestOfOther(0))).status).not.toBe(429)
  })
})

test('assets/ip allows exactly 500, but req/ip counts assets too and is reached before', async () => {
  const alone = Fastify() as unknown as App
  const [limiter] = await createLimiters(
    alone,
    new Counters(undefined),
    limits.filter(({ name }) => name === 'assets/ip'),
  )
  for (let index = 0; index < 500; index++) expect(await limiter!.count('203.0.113.1')).toBeUndefined()
  expect(await limiter!.count('203.0.113.1')).toBe(60_000)
  expect(await limiter!.count('203.0.113.2')).toBeUndefined()
  const browser = from(newAddress())
  expect((await repeat(301, () => browser({ path: '/assets/staff/app-1a2b3c.js' }))).at(-1)).toBe(429)
})

describe('the last step of the wizard counts like the form on one page', () => {
  const headers = { host: 'champions.example.edu', 'sec-fetch-site': 'same-origin' }
  const mei = { first_name: 'Mei', last_name: 'Lin', country: 'US', zip_code: '02118', consent: 'yes' }
  const onOnePage = (address: string, email: string) =>
    from(address)({ method: 'POST', path: '/', body: { ...mei, email }, headers })

  async function stepByStep(address: string, email: string) {
    const answers: Answer[] = []
    for (const step of signupSteps) {
      const cookie = answers[0]?.headers['set-cookie']?.[0]?.split(';')[0]
      const body = { ...mei, email, step }
      answers.push(
        await from(address)({
          method: 'POST',
          path: '/signups',
          body,
          headers: { ...headers, ...(cookie ? { cookie } : {}) },
        }),
      )
    }
    return answers.map(({ status }) => status)
  }
  const allWell = [303, 303, 303, 303]
  const refusedAtTheEnd = [303, 303, 303, 429]

  test('for the address of the caller', async () => {
    const address = newAddress()
    for (let index = 0; index < 3; index++)
      expect(await stepByStep(address, `step${index}@example.org`)).toEqual(allWell)
    expect(await repeat(2, (index) => onOnePage(address, `page${index}@example.org`))).toEqual([303, 303])
    expect(await stepByStep(address, 'sixth@example.org')).toEqual(refusedAtTheEnd)
    expect((await onOnePage(address, 'seventh@example.org')).status).toBe(429)
    expect(await stepByStep(newAddress(), 'sixth@example.org')).toEqual(allWell)
  })

  test('for the e-mail address', async () => {
    expect(await stepByStep(newAddress(), 'mei@example.org')).toEqual(allWell)
    expect(await stepByStep(newAddress(), 'MEI@example.org')).toEqual(allWell)
    expect((await onOnePage(newAddress(), 'mei@example.org')).status).toBe(303)
    expect(await stepByStep(newAddress(), 'mei@Example.org')).toEqual(refusedAtTheEnd)
  })
})

test('a caller over one limit is still served elsewhere', async () => {
  const caller = from(newAddress())
  expect((await repeat(4, (index) => caller(requests['password-resets/ip']!(index)))).at(-1)).toBe(429)
  expect((await caller({ path: '/login' })).status).toBe(200)
  const logins = await Promise.all(
    [...Array(6)].map(() =>
      caller({ method: 'POST', path: '/login', body: { email: 'both@example.edu', password: 'wrong' } }),
    ),
  )
  expect(logins.filter(({ status }) => status === 429)).toHaveLength(1)
})

describe('the e-mail address is trimmed and folded before it is counted', () => {
  test.each([
    ['sign-ins', '/login', 5],
    ['new accounts', '/', 3],
  ] as const)('for %s', async (_name, path, max) => {
    const spellings = [
      'zoe@example.edu',
      ' ZOE@example.edu',
      'Zoe@Example.EDU\t',
      'zoe@example.edu ',
      'ｚｏｅ@example.edu',
      'zoe@EXAMPLE。edu',
    ]
    const statuses = await repeat(max + 1, (index) =>
      from(newAddress())({ method: 'POST', path, body: { email: spellings[index], password: 'x' } }),
    )
    expect(statuses.map((status) => status === 429)).toEqual([...Array(max).fill(false), true])
  })

  test('in a form too, and in a body that the route would refuse', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const statuses = await repeat(6, (index) =>
      from(newAddress())({
        method: 'POST',
        path: '/login',
        ...(index % 2
          ? { body: 'email=form%40example.edu&password=x', headers }
          : { body: { email: 'form@example.edu' } }),
      }),
    )
    expect(statuses.at(-1)).toBe(429)
    expect(statuses.slice(0, 5)).not.toContain(429)
  })

  test.each([[['a@example.edu']], [{ a: 1 }], [7], [null], ['']])(
    'an e-mail address of %j is refused without an error',
    async (email) => {
      expect(
        (await from(newAddress())({ method: 'POST', path: '/login', body: { email, password: 'x' } })).status,
      ).toBe(400)
    },
  )
})

test('a browser gets the small page with the same message, on both sites', async () => {
  for (const host of ['alumni.example.edu', 'champions.example.edu']) {
    const caller = from(newAddress())
    const page = { method: 'POST', path: '/password-resets', headers: { host, accept: 'text/html' } }
    await repeat(3, () => caller(page))
    const reply = await caller(page)
    expect(reply.status).toBe(429)
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(reply.text).toContain('<h1>Too many attempts. Try again in 30 minutes.</h1>')
  }
})
