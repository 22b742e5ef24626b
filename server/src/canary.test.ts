import type { InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import { buildAppWithRoutes } from './testing/all-routes.ts'
import { externalHost, internalHost } from './testing/test-app.ts'

const { routes, app, as, nobody, logs, em } = await buildAppWithRoutes({
  env: { LOG_LEVEL: 'debug', LOG_ASSET_REQUESTS: 'true' },
})
const canary = 'canary4711zebra'

test('a secret sent through every route, in every place of a request, is nowhere in the log, nor in what jobs carry', async () => {
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
    for (const caller of [
      nobody.with({ ...headers, host, cookie: `__Host-staff_session=${canary}; champion_device=${canary}` }),
      ada.with({ host }),
    ]) {
      await caller.request({
        method: method as InjectOptions['method'],
        url: `${path}?${asked}`,
        ...(method === 'GET' ? {} : { payload }),
      })
    }
  }
  for (const table of ['job_outbox', 'letters']) {
    const rows = JSON.stringify(await em().execute(`select * from ${table}`))
    expect(rows).toContain('"id"')
    expect(rows.toLowerCase()).not.toContain(canary)
  }
  expect(logs.length).toBeGreaterThan(routes.length)
  expect(logs.filter((line) => line.toLowerCase().includes(canary))).toEqual([])
}, 120_000)

test('nor when the guard refuses it', async () => {
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
