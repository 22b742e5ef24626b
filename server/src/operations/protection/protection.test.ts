import { expect, test, vi } from 'vitest'
import type { ProtectionPage } from '@alumni/shared/operations/protection'
import { OwnOffences } from '../../foundations/protection/offences.ts'
import { showProtection } from './routes.ts'
import { buildGuardedApp, times } from '../../foundations/protection/testing/many-callers.ts'

const { app, as, nobody, from, db, people } = await buildGuardedApp()
const url = '/settings/protection'
const ada = (await as('admin')).with({ 'x-forwarded-for': '192.0.2.1' })
const page = async (query = '') => (await ada.get(`${url}${query}`)).json<ProtectionPage>()
const reset = (address: string) => from(address)({ method: 'POST', path: '/password-resets' })

test('Ada sees who was refused, who is locked out and why, lifts the ban, and is named for it', async () => {
  expect(await page()).toMatchObject({
    bans: [],
    violations: [],
    matching: 0,
    total: 0,
    page: 1,
    pages: 1,
    shared: 'no',
    banning: { violations: 10, window_seconds: 600, ban_seconds: 3600 },
  })
  expect((await page()).limits).toContainEqual({
    name: 'logins/ip',
    max: 5,
    window_seconds: 20,
    whom: 'address',
    what: 'Staff sign-ins',
  })
  const [locked, refused] = ['2001:db8:7:8::9', '203.0.113.5']
  await times(13, () => reset(locked))
  await times(4, () => reset(refused))
  expect((await from(locked)({ path: '/login' })).status).toBe(403)

  const seen = await page()
  expect(seen.bans).toEqual([
    {
      address: '2001:db8:7:8::/64',
      limit: 'password-resets/ip',
      violations: 10,
      since: expect.any(String),
      until: expect.any(String),
    },
  ])
  expect(Date.parse(seen.bans[0]!.until) - Date.parse(seen.bans[0]!.since)).toBe(3_600_000)
  expect(seen.violations).toEqual([
    { address: '203.0.113.5', limit: 'password-resets/ip', count: 1, at: expect.any(String) },
    { address: '2001:db8:7:8::/64', limit: 'password-resets/ip', count: 10, at: expect.any(String) },
  ])

  const lift = () => ada.request({ method: 'DELETE', url: `${url}/bans/${encodeURIComponent('2001:db8:7:8::/64')}` })
  const reply = await lift()
  expect([reply.statusCode, reply.json()]).toEqual([200, { lifted: '2001:db8:7:8::/64' }])
  expect((await page()).bans).toEqual([])
  expect((await reset(locked)).status).not.toBe(429)
  const entries = await db.entities
    .getConnection()
    .execute(`select staff_user_id, subject, detail from audit_entries where action = 'ban.lifted'`)
  expect(entries).toEqual([
    {
      staff_user_id: people.admin.id,
      subject: 'addresses/2001:db8:7:8::/64',
      detail: { address: '2001:db8:7:8::/64' },
    },
  ])

  const again = await lift()
  expect([again.statusCode, again.json().error]).toEqual([404, 'This address is not locked out any more.'])
  expect(
    await db.entities.getConnection().execute(`select 1 from audit_entries where action = 'ban.lifted'`),
  ).toHaveLength(1)
})

test('the list is searched by address and limit, in pages of 50, and keeps the newest thousand for a day', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.parse('2026-11-21T09:00:00Z') })
  const { limits, banning } = app.guard
  const offences = new OwnOffences(banning)
  const guard = {
    limits,
    banning,
    bans: () => offences.bans(),
    violations: () => offences.violations(),
    isShared: 'no',
  } as const
  for (let index = 0; index < 1010; index++) offences.note(`198.51.${index >> 8}.${index & 255}`, 'logins/ip')
  const all = await showProtection(guard, { page: 1 })
  expect(all).toMatchObject({ total: 1000, matching: 1000, pages: 20 })
  expect(all.violations).toHaveLength(50)
  expect(all.violations[0]!.address).toBe('198.51.3.241')
  expect((await showProtection(guard, { page: 20 })).violations.at(-1)!.address).toBe('198.51.0.10')
  expect(await showProtection(guard, { q: '198.51.3.2', page: 2 })).toMatchObject({
    matching: 53,
    total: 1000,
    pages: 2,
    violations: [{}, {}, {}],
  })
  expect(await showProtection(guard, { limit: 'email-check', page: 1 })).toMatchObject({ matching: 0, violations: [] })
  vi.advanceTimersByTime(24 * 3600_000)
  expect(await showProtection(guard, { page: 1 })).toMatchObject({ total: 0 })
  vi.useRealTimers()
})

test('a filter that makes no sense is told', async () => {
  expect((await ada.get(`${url}?limit=nonsense`)).json().fields).toEqual({ limit: 'There is no such limit.' })
})

test.each([
  ['viewer', 403],
  ['staff', 403],
] as const)('a %s gets %i', async (role, status) => {
  const person = await as(role)
  expect([
    (await person.get(url)).statusCode,
    (await person.request({ method: 'DELETE', url: `${url}/bans/1.2.3.4` })).statusCode,
  ]).toEqual([status, status])
  expect((await nobody.get(url)).statusCode).toBe(401)
})
