import type { FastifyReply, InjectOptions } from 'fastify'
import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { codeOf, linkOf } from '../../src/champions/sign-in/testing/read-letter.ts'
import { buildAppWithRoutes } from '../all-routes.ts'
import { Browser } from '../browser.ts'
import { createSignup } from '../champions.ts'
import { externalHost, internalHost } from '../test-app.ts'

const canary = 'canary4711zebra'
const lateEndings = {
  value: () => ({}),
  reply: (reply: FastifyReply) => reply.code(200).send({}),
  failure: () => Promise.reject(new Error(`There is no "${canary}" at /people/${canary}`)),
}

const { routes, app, as, nobody, visitor, sendLetters, logs, db } = await buildAppWithRoutes({
  env: { LOG_LEVEL: 'debug', LOG_ASSET_REQUESTS: 'true' },
  probe(scope) {
    for (const [ending, end] of Object.entries(lateEndings))
      scope.get(`/late/${ending}/:name`, { handlerTimeout: 20 }, async (_request, reply) => {
        await once(reply.raw, 'finish')
        return end(reply)
      })
  },
})
const cookiesOf = (value: string) =>
  ['staff_session', ...['session', 'device', 'browser', 'google', 'draft'].map((name) => `champion_${name}`)]
    .map((name) => `__Host-${name}=${value}`)
    .join('; ')

test('a secret sent in every place of every request is neither in the log nor in jobs', async () => {
  const ada = await as('admin')
  const headers = {
    authorization: `Bearer ${canary}`,
    'x-forwarded-for': `${canary}, 203.0.113.1`,
    referer: `https://x/${canary}`,
    'user-agent': canary,
    'x-api-key': canary,
    'idempotency-key': canary,
    from: `${canary}@example.edu`,
  }
  logs.length = 0
  for (const { method, url, query, site } of routes) {
    const path = url.replace(/:\w+(\([^)]*\))?/g, canary).replace('*', canary)
    const asked = new URLSearchParams(
      [...query, 'token', 'q', 'email'].map((name) => [name, `${canary}@example.edu`] as [string, string]),
    ).toString()
    const host = site === 'external' ? externalHost : internalHost
    const payload = {
      email: `${canary}@example.edu`,
      password: canary,
      token: canary,
      name: canary,
      address: canary,
      batch_id: canary,
      code: canary,
    }
    for (const caller of [nobody.with({ ...headers, host, cookie: cookiesOf(canary) }), ada.with({ host })]) {
      await caller.request({
        method: method as InjectOptions['method'],
        url: `${path}?${asked}`,
        ...(method === 'GET' ? {} : { payload }),
      })
    }
  }
  for (const table of ['job_outbox', 'letters']) {
    const rows = JSON.stringify(await db.entities.execute(`select * from ${table}`))
    expect(rows).toContain('"id"')
    expect(rows.toLowerCase()).not.toContain(canary)
  }
  expect(logs.length).toBeGreaterThan(routes.length)
  expect(logs.filter((line) => line.toLowerCase().includes(canary))).toEqual([])
})

test.each(Object.keys(lateEndings))(
  'a secret is not logged when a handler ends after its time limit with a %s',
  async (ending) => {
    logs.length = 0
    const reply = await (await as('admin')).get(`/late/${ending}/${canary}?q=${canary}`)
    expect(reply.statusCode).toBe(503)
    await setImmediate()
    expect(logs.filter((line) => line.includes('/late/'))).not.toEqual([])
    expect(logs.join('\n')).not.toContain(canary)
    expect(logs.filter((line) => line.includes('"level":"warn"'))).toEqual([])
  },
)

test('a secret is not logged in a library’s message or an error', () => {
  logs.length = 0
  app.log.warn(`Route GET:/alumni_search?q=${canary} not found`)
  app.log.warn(`Reply was already sent, did you forget to "return reply" in the "/alumni/${canary}" (GET) route?`)
  app.log.error(new Error(`relation '${canary}, O'${canary}' does not exist`))
  app.log.error({ err: new TypeError(`${canary}@example.edu is unknown`) })
  app.log.error({ err: new Error('outer', { cause: new Error(`no "${canary}"`) }) }, 'failed for %s', canary)
  expect(logs).toHaveLength(5)
  expect(logs.join('\n')).not.toContain(canary)
})

test('a secret is not logged when the guard refuses the request', async () => {
  logs.length = 0
  const stranger = (url: string, payload?: object) =>
    app.inject({
      method: payload ? 'POST' : 'GET',
      url,
      remoteAddress: '203.0.113.9',
      headers: { 'user-agent': canary, 'x-forwarded-for': canary },
      ...(payload ? { payload } : {}),
    })
  for (const path of ['/.env', '/wp-login.php', '/login'])
    await stranger(`${path}?screenshotCacheBust=${canary}&email=${canary}@example.edu`)
  for (let turn = 0; turn < 20; turn++)
    await stranger(`/login?${canary}`, { email: `${canary}@example.edu`, password: canary })
  const tags = logs.map((line) => (JSON.parse(line) as { msg: string }).msg)
  for (const tag of ['[blocklist]', '[throttle]', '[fail2ban]']) expect(tags).toContain(tag)
  expect(logs.join('').toLowerCase()).not.toContain(canary)
})

test('the link, the code, the cookies and the address of a champion’s sign-in are not logged', async () => {
  logs.length = 0
  const email = `${canary}@example.org`
  await createSignup(db, { email })
  const secrets = [canary]
  for (const use of ['code', 'link'] as const) {
    const browser = new Browser(visitor)
    await browser.submit('/profile-link', { email, keep_me_signed_in: 'yes', return_to: `/news?q=${canary}` })
    secrets.push(...browser.cookies.values())
    const letter = (await sendLetters()).find(({ to }) => to === email)!
    const token = new URL(linkOf(letter)).searchParams.get('token')!
    await browser.visit(`/sign-in/link?token=${token}`)
    if (use === 'code') await browser.submit('/sign-in/code', { code: codeOf(letter) })
    else await browser.submit('/sign-in/link', { token })
    secrets.push(token, ...[...browser.cookies.values()].flatMap((value) => value.split('.')))
    // Many ids and times contain six digits.
    expect(logs.join('')).not.toMatch(new RegExp(`(?<!\\d)${codeOf(letter)}(?!\\d)`))
    await browser.submit('/sign-out', {})
  }
  const kept: string[] = []
  for (const table of ['letters', 'activity_events', 'signin_requests', 'champion_sessions', 'job_outbox'])
    kept.push(JSON.stringify(await db.entities.execute(`select * from ${table}`)))
  for (const secret of secrets.filter(({ length }) => length > 10)) {
    expect(logs.filter((line) => line.toLowerCase().includes(secret.toLowerCase()))).toEqual([])
    expect(kept.filter((rows) => rows.includes(secret))).toEqual([])
  }
})
