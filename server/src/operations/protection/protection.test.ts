import { execFile } from 'node:child_process'
import type { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test, vi } from 'vitest'
import type { ProtectionPage } from '@alumni/shared/operations/protection'
import { LocalBanStore } from '../../foundations/protection/ban-store.ts'
import type { Guard } from '../../foundations/protection/index.ts'
import { createLog } from '../../foundations/process/log.ts'
import { buildApp } from '../../app.ts'
import { liftRequestedBans } from './lift-bans.ts'
import { readProtectionPage } from './routes.ts'
import { buildGuardedApp, repeat } from '../../foundations/protection/testing/many-callers.ts'

const { app, as, nobody, from, db, people, context, config, database, sendLetters } = await buildGuardedApp()
const url = '/settings/protection'
const ada = (await as('admin')).with({ 'x-forwarded-for': '192.0.2.1' })
const page = async (query = '') => (await ada.get(`${url}${query}`)).json<ProtectionPage>()
const reset = (address: string) => from(address)({ method: 'POST', path: '/password-resets' })

test('Ada sees who was refused, who is banned and why, and lifts a ban, which is recorded', async () => {
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
  await repeat(13, () => reset(locked))
  await repeat(4, () => reset(refused))
  expect((await from(locked)({ path: '/login' })).status).toBe(403)

  const firstPage = await page()
  expect(firstPage.bans).toEqual([
    {
      address: '2001:db8:7:8::/64',
      limit: 'password-resets/ip',
      violations: 10,
      since: expect.any(String),
      until: expect.any(String),
    },
  ])
  expect(Date.parse(firstPage.bans[0]!.until) - Date.parse(firstPage.bans[0]!.since)).toBe(3_600_000)
  expect(firstPage.violations).toEqual([
    { address: '203.0.113.5', limit: 'password-resets/ip', count: 1, at: expect.any(String) },
    { address: '2001:db8:7:8::/64', limit: 'password-resets/ip', count: 10, at: expect.any(String) },
  ])

  const liftBan = () => ada.request({ method: 'DELETE', url: `${url}/bans/${encodeURIComponent('2001:db8:7:8::/64')}` })
  const reply = await liftBan()
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

  const again = await liftBan()
  expect([again.statusCode, again.json().error]).toEqual([404, 'This address is not locked out anymore.'])
  expect(
    await db.entities.getConnection().execute(`select 1 from audit_entries where action = 'ban.lifted'`),
  ).toHaveLength(1)
})

describe('an office that is locked out', async () => {
  const office = '192.0.2.40'
  const stan = (await as('staff')).with({ 'x-forwarded-for': office })
  const elsewhere = await buildApp(context, { log: createLog(config, { write: () => undefined }) })
  afterAll(() => elsewhere.close())
  const lockOut = async (guard: Guard) => {
    const caller = { headers: { 'x-forwarded-for': office }, socket: { remoteAddress: '127.0.0.1' } as Socket }
    for (let turn = 0; turn < 13; turn++) await guard.check({ ...caller, method: 'POST', url: '/password-resets' })
    return async () => (await guard.check({ ...caller, method: 'GET', url: '/login' }))?.problem.status
  }

  test('is let in again by the command at every server', async () => {
    const statuses = [await lockOut(app.guard), await lockOut(elsewhere.guard)]
    const program = fileURLToPath(new URL('../../commands/unban.ts', import.meta.url))
    const env = { ...process.env, NODE_ENV: 'test', DATABASE_URL: database.owner, DATA_DIR: config.DATA_DIR }
    for (const guard of [app.guard, elsewhere.guard]) await liftRequestedBans(db, guard)
    for (const status of statuses) expect(await status()).toBe(403)
    const { stdout } = await promisify(execFile)(process.execPath, [program, office], { env })
    expect(stdout).toContain(`${office} is unlocked`)
    for (const guard of [app.guard, elsewhere.guard]) await liftRequestedBans(db, guard)
    for (const status of statuses) expect(await status()).toBe(undefined)
  })

  test('is locked out again by later requests', async () => {
    const status = await lockOut(app.guard)
    await liftRequestedBans(db, app.guard)
    expect(await status()).toBe(403)
    await ada.request({ method: 'DELETE', url: `${url}/bans/${office}` })
  })

  test('is reported to administrators if staff were signed in there, with the time and the remedy', async () => {
    await lockOut(app.guard)
    await ada.request({ method: 'DELETE', url: `${url}/bans/${office}` })
    expect(await sendLetters()).toEqual([])
    expect((await stan.get('/account')).statusCode).toBe(200)
    await lockOut(app.guard)
    const letters = await vi.waitUntil(async () => (await sendLetters()).find(({ to }) => to === people.admin.email))
    expect(letters.text).toContain(`Address: ${office}`)
    expect(letters.text).toContain('/settings/protection')
  })
})

test('the list can be searched by address and limit, has pages of 50, and keeps the newest thousand entries for a day', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.parse('2026-11-21T09:00:00Z') })
  const { limits, banRule } = app.guard
  const bans = new LocalBanStore(banRule)
  const guard = {
    limits,
    banRule,
    listBans: () => bans.listBans(),
    listViolations: () => bans.listViolations(),
    isShared: 'no',
  } as const
  for (let index = 0; index < 1010; index++) bans.record(`198.51.${index >> 8}.${index & 255}`, 'logins/ip')
  const all = await readProtectionPage(guard, { page: 1 })
  expect(all).toMatchObject({ total: 1000, matching: 1000, pages: 20 })
  expect(all.violations).toHaveLength(50)
  expect(all.violations[0]!.address).toBe('198.51.3.241')
  expect((await readProtectionPage(guard, { page: 20 })).violations.at(-1)!.address).toBe('198.51.0.10')
  expect(await readProtectionPage(guard, { q: '198.51.3.2', page: 2 })).toMatchObject({
    matching: 53,
    total: 1000,
    pages: 2,
    violations: [{}, {}, {}],
  })
  expect(await readProtectionPage(guard, { limit: 'email-check', page: 1 })).toMatchObject({
    matching: 0,
    violations: [],
  })
  vi.advanceTimersByTime(24 * 3600_000)
  expect(await readProtectionPage(guard, { page: 1 })).toMatchObject({ total: 0 })
  vi.useRealTimers()
})

test('an invalid filter is refused', async () => {
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
