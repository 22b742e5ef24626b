import { createHash, randomBytes } from 'node:crypto'
import { serverRelease } from '@alumni/shared/operations/releases'
import { expect, test } from 'vitest'
import type { Caller } from '../../../testing/caller.ts'
import { buildTestApp, externalHost } from '../../../testing/test-app.ts'
import { StaffUser } from './staff-user.ts'

const { nobody, as, db, people } = await buildTestApp()

function openApp(port = 50_123) {
  const [verifier, state] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')]
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const query = { port: String(port), challenge, state }
  return {
    verifier,
    state,
    query,
    async consent(browser: Caller): Promise<URL> {
      return new URL((await browser.post('/auth/app', query)).json().url)
    },
  }
}
const exchange = (code: string | null, verifier: string) =>
  nobody.post('/auth/google/app', { code: code ?? '', verifier })

test('Stan consents in his browser, and the app that asked gets its own session', async () => {
  const app = openApp()
  const back = await app.consent(await as('staff'))
  expect([back.origin, back.searchParams.get('state')]).toEqual(['http://127.0.0.1:50123', app.state])
  const reply = await exchange(back.searchParams.get('code'), app.verifier)
  expect(reply.json()).toMatchObject({ user: { email: 'staff@example.edu' }, token: expect.any(String) })
  expect([reply.cookies, back.href.includes(reply.json().token)]).toEqual([[], false])
  const inside = await nobody.with({ authorization: `Bearer ${reply.json().token}` }).get('/session')
  expect(inside.json().user.email).toBe('staff@example.edu')
})

test('someone who is signed out signs in first and returns to the same page, and no code is issued before', async () => {
  const { query } = openApp()
  const page = `/auth/app?${new URLSearchParams(query)}`
  const led = await nobody.with({ accept: 'text/html' }).get(page)
  expect(new URL(led.headers.location!, 'http://x').searchParams.get('return_to')).toBe(page)
  expect((await nobody.post('/auth/app', query)).statusCode).toBe(401)
})

test('one of fifty requests with the code at once succeeds, and none afterwards', async () => {
  const app = openApp()
  const code = (await app.consent(await as('staff'))).searchParams.get('code')
  const replies = await Promise.all(Array.from({ length: 50 }, () => exchange(code, app.verifier)))
  expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(replies.filter(({ statusCode }) => statusCode === 410)).toHaveLength(49)
  expect((await exchange(code, app.verifier)).statusCode).toBe(410)
})

test('another program with the code gets nothing, and the code becomes invalid', async () => {
  const app = openApp()
  const code = (await app.consent(await as('staff'))).searchParams.get('code')
  expect((await exchange(code, openApp().verifier)).statusCode).toBe(410)
  expect((await exchange(code, app.verifier)).statusCode).toBe(410)
})

test('a code is valid for two minutes, and ends with the sessions of a deactivated person', async () => {
  const [late, ended] = [openApp(), openApp()]
  const lateCode = (await late.consent(await as('staff'))).searchParams.get('code')
  await db.entities.execute("update staff_app_codes set expires_at = now() - interval '1 second'")
  expect((await exchange(lateCode, late.verifier)).statusCode).toBe(410)
  const endedCode = (await ended.consent(await as('staff'))).searchParams.get('code')
  await db.entities.nativeUpdate(StaffUser, { id: people.staff.id }, { is_active: false })
  expect((await exchange(endedCode, ended.verifier)).statusCode).toBe(410)
  await db.entities.nativeUpdate(StaffUser, { id: people.staff.id }, { is_active: true })
})

test('a code ends when Stan signs out of its browser, or that session expires', async () => {
  const [signedOut, expired, other] = [openApp(), openApp(), openApp()]
  const browser = await as('staff')
  const leftCode = (await signedOut.consent(browser)).searchParams.get('code')
  const otherCode = (await other.consent(await as('staff'))).searchParams.get('code')
  await browser.post('/logout')
  expect((await exchange(leftCode, signedOut.verifier)).statusCode).toBe(410)
  expect((await exchange(otherCode, other.verifier)).statusCode).toBe(200)

  const expiredCode = (await expired.consent(await as('staff'))).searchParams.get('code')
  await db.entities.execute("update staff_sessions set created_at = created_at - interval '30 days'")
  expect((await exchange(expiredCode, expired.verifier)).statusCode).toBe(410)
})

test('a browser with an old sign-in requires a proof before it admits an app', async () => {
  const browser = await as('staff')
  await db.entities.execute("update staff_sessions set proven_at = now() - interval '31 minutes'")
  const refused = await browser.post('/auth/app', openApp().query)
  expect([refused.statusCode, refused.json().prove]).toEqual([403, true])
})

test.each(['port=80', 'port=3000x', 'challenge=short', 'state=', 'port='])('%s is refused', async (wrong) => {
  const [name, value] = wrong.split('=') as [string, string]
  const query = { ...openApp().query, [name]: value }
  expect((await (await as('staff')).post('/auth/app', query)).statusCode).toBe(400)
})

test('the app reads the running release, on the staff’s site only', async () => {
  const reply = serverRelease.parse((await nobody.get('/release')).json())
  expect(reply.oldest_contract).toBeLessThanOrEqual(reply.contract)
  expect((await nobody.with({ host: externalHost }).get('/release')).statusCode).toBe(404)
})
