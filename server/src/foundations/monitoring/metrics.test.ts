import type { InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import { buildAppWithRoutes } from '../../../testing/all-routes.ts'
import { externalHost, internalHost } from '../../../testing/test-app.ts'
import { createMetricsRenderer } from './exposition.ts'
import { RecentRequests } from './requests.ts'

const { routes, app, as, nobody, people } = await buildAppWithRoutes()
const { text } = createMetricsRenderer(app.monitor)
const canary = 'canary4711zebra'
const address = '203.0.113.77'
const id = '987654321'

test('after requests with ids, addresses and secrets to every route, the metrics contain none of them and are small', async () => {
  const ada = await as('admin')
  const forged = { 'user-agent': canary, authorization: `Bearer ${canary}` }
  for (const { method, url, query, site } of routes) {
    const host = site === 'external' ? externalHost : internalHost
    for (const [caller, value] of [
      [nobody.with({ host, ...forged }), canary],
      [ada.with({ host }), id],
    ] as const) {
      const path = url.replace(/:\w+(\([^)]*\))?/g, value).replace('*', value)
      const parameters = new URLSearchParams(query.map((name) => [name, `${value}@example.edu`] as [string, string]))
      await caller.request({
        method: method as InjectOptions['method'],
        url: `${path}?${parameters.toString()}`,
        remoteAddress: address,
        ...(method === 'GET' ? {} : { payload: { email: `${canary}@example.edu`, name: canary, id } }),
      })
    }
  }
  await nobody.get(`/%zz${canary}`)
  await nobody.get(`/${canary}/${id}`)
  const scrape = await text()
  for (const secret of [canary, address, id, people.admin.email, '@']) expect(scrape).not.toContain(secret)

  const lines = scrape.split('\n')
  expect(scrape).toContain('alumni_requests_total{route="/champion_signups/:id",status="4xx"}')
  expect(scrape).toContain('route="none",status="4xx"')
  const values = Map.groupBy(
    lines.flatMap((line) => [...line.matchAll(/(\w+)="([^"]*)"/g)]),
    ([, label]) => label!,
  )
  for (const [label, found] of values)
    expect([label, new Set(found.map(([, , value]) => value)).size]).toEqual([
      label,
      expect.toSatisfy((count: number) => count <= 300),
    ])
  expect(Buffer.byteLength(scrape)).toBeLessThanOrEqual(250_000)
})

test('refused requests are counted by the name of the limit', async () => {
  for (let turn = 0; turn < 8; turn++)
    await app.inject({
      method: 'POST',
      url: '/login',
      remoteAddress: '203.0.113.9',
      payload: { email: 'x@example.edu' },
    })
  await app.inject({ url: '/.env', remoteAddress: '203.0.113.9' })
  const scrape = await text()
  expect(scrape).toMatch(/alumni_requests_refused_total\{reason="logins\/ip"\} 3/)
  expect(scrape).toContain('alumni_requests_refused_total{reason="scanner-path"} 1')
})

test('probes are not counted, and a removed value has no line', async () => {
  await nobody.get('/up')
  await nobody.get('/ready')
  let people: Record<string, number> = { 'send-letter': 2 }
  app.monitor.add(() => ({ alumni_jobs_failed: people }))
  expect(await text()).toContain('alumni_jobs_failed{kind="send-letter"} 2')
  people = {}
  const scrape = await text()
  expect(scrape).not.toContain('alumni_jobs_failed{')
  expect(scrape).not.toMatch(/route="\/(?:up|ready)"/)
})

test('an unreadable value is left out, and the others are reported', async () => {
  app.monitor.add(() => Promise.reject(new Error('The database is away')))
  app.monitor.add(() => {
    throw new Error('Nothing is there')
  })
  expect(await text()).toContain('alumni_ready{program="server"} 0')
})

test('requests of the last five minutes are counted', () => {
  let now = 0
  const recent = new RecentRequests(() => now)
  for (let minute = 0; minute < 10; minute++) {
    now = minute * 60_000
    recent.add(minute % 2 === 1, minute === 9)
  }
  expect(recent.read()).toEqual({ all: 5, failed: 3, slow: 1 })
  now += 4 * 60_000
  expect(recent.read()).toEqual({ all: 1, failed: 1, slow: 1 })
  now += 60_000
  expect(recent.read()).toEqual({ all: 0, failed: 0, slow: 0 })
})
