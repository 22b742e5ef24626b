import { expect, test } from 'vitest'
import { createSignup, type SignupValues } from '../../../testing/champions.ts'
import { Browser } from '../../../testing/browser.ts'
import { viewOf } from '../../../testing/portal-view.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import { championCookies } from './cookies.ts'
import { rememberDevice, revokeDevice } from './devices.ts'
import { openSession } from './sessions.ts'

const { visitor, db, config } = await buildTestApp()
const cookies = championCookies(config)

async function browserWithDevice(values: SignupValues) {
  const signup = await createSignup(db, values)
  const device = await rememberDevice(db, config, { signup, name: 'Firefox on Windows' })
  const browser = new Browser(visitor)
  browser.cookies.set(cookies.device.name, device.token)
  return { signup, device, browser, token: () => browser.cookies.get(cookies.device.name) }
}

async function browserWithSession(values: SignupValues) {
  const signup = await createSignup(db, values)
  const browser = new Browser(visitor)
  browser.cookies.set(cookies.session.name, await openSession(db, config, signup))
  return { signup, browser }
}

const visitorOf = async (browser: Browser) => viewOf(await browser.visit('/')).site.visitor
const eventsOf = (signup: number) =>
  db.selectFrom('activity_events').select(['type', 'payload']).where('signup_id', '=', signup).execute()
const update = (signup: number, values: SignupValues) =>
  db.updateTable('champion_signups').set(values).where('id', '=', signup).execute()

test('a session verifies until it is 12 hours unused or 7 days old', async () => {
  const { signup, browser } = await browserWithSession({ email: 'rosa@example.org', first_name: 'Rosa' })
  expect(await visitorOf(browser)).toEqual({ state: 'verified', name: 'Rosa' })
  const age = (columns: Record<string, string>) =>
    db.updateTable('champion_sessions').set(columns).where('signup_id', '=', signup.id).execute()
  await age({ used_at: new Date(Date.now() - 11.9 * 3600_000).toISOString() })
  expect(await visitorOf(browser)).toEqual({ state: 'verified', name: 'Rosa' })
  await age({ created_at: new Date(Date.now() - 7.1 * 24 * 3600_000).toISOString() })
  expect(await visitorOf(browser)).toEqual({ state: 'anonymous', name: null })
})

test('a remembered device only recognizes, and its token changes at each use', async () => {
  const { browser, token } = await browserWithDevice({ email: 'ana@example.org', first_name: 'Ana' })
  const tokens = new Set([token()])
  for (let visit = 0; visit < 3; visit++) {
    expect(await visitorOf(browser)).toMatchObject({ state: 'recognized', name: 'Ana' })
    tokens.add(token())
  }
  expect(tokens.size).toBe(4)
})

test('two tabs at once are recognized by one token, and using a replaced token ends the device', async () => {
  const { browser, token, signup, device } = await browserWithDevice({ email: 'ben@example.org', first_name: 'Ben' })
  const copy = new Browser(visitor)
  copy.cookies.set(cookies.device.name, token()!)
  const states = await Promise.all([visitorOf(browser), visitorOf(browser), visitorOf(browser)])
  expect(states.map(({ state }) => state)).toEqual(['recognized', 'recognized', 'recognized'])
  expect((await visitorOf(browser)).state).toBe('recognized')
  expect((await visitorOf(copy)).state).toBe('anonymous')
  expect((await visitorOf(browser)).state).toBe('anonymous')
  expect(await eventsOf(signup.id)).toEqual([
    { type: 'device_remembered', payload: { device: device.id } },
    { type: 'device_revoked', payload: { device: device.id, reason: 'replayed' } },
  ])
})

test('a revoked, expired or unknown device recognizes no one', async () => {
  const cleo = await browserWithDevice({ email: 'cleo@example.org' })
  await revokeDevice(db, { signup: cleo.signup.id, device: cleo.device.id, reason: 'by the champion' })
  expect((await visitorOf(cleo.browser)).state).toBe('anonymous')
  const dora = await browserWithDevice({ email: 'dora@example.org' })
  await db.updateTable('champion_devices').set({ expires_at: '2026-01-01' }).execute()
  expect((await visitorOf(dora.browser)).state).toBe('anonymous')
  for (const made of ['', 'x', `${crypto.randomUUID()}.${'a'.repeat(43)}`, '../../etc', 'é'.repeat(80)]) {
    const browser = new Browser(visitor)
    browser.cookies.set(cookies.device.name, encodeURIComponent(made))
    browser.cookies.set(cookies.session.name, encodeURIComponent(made))
    expect((await visitorOf(browser)).state).toBe('anonymous')
  }
})

test('every credential follows merges over a chain, and does not work for a deleted signup', async () => {
  const first = await browserWithDevice({ email: 'first@example.org', first_name: 'Eva' })
  const session = await browserWithSession({ email: 'session@example.org', first_name: 'Eva' })
  const second = await createSignup(db, { email: 'second@example.org', first_name: 'Eva' })
  const third = await createSignup(db, { email: 'third@example.org', first_name: 'Eva-Maria' })
  const merge = (from: number, into: number) => update(from, { merged_into_id: into, deleted_at: '2026-11-01' })
  await merge(first.signup.id, second.id)
  await merge(session.signup.id, second.id)
  await merge(second.id, third.id)
  expect(await visitorOf(first.browser)).toMatchObject({ state: 'recognized', name: 'Eva-Maria' })
  expect(await visitorOf(session.browser)).toEqual({ state: 'verified', name: 'Eva-Maria' })
  await update(third.id, { deleted_at: '2026-11-02' })
  expect((await visitorOf(first.browser)).state).toBe('anonymous')
  expect((await visitorOf(session.browser)).state).toBe('anonymous')
})

test('a circle of merges resolves to no one', async () => {
  const { browser, signup } = await browserWithSession({ email: 'circle@example.org' })
  const other = await createSignup(db, { email: 'other@example.org', merged_into_id: signup.id })
  await update(signup.id, { merged_into_id: other.id, deleted_at: '2026-11-01' })
  expect((await visitorOf(browser)).state).toBe('anonymous')
})
