import { createHash, randomBytes } from 'node:crypto'
import { serverRelease } from '@alumni/shared/operations/releases'
import { generate } from 'otplib'
import { expect, test } from 'vitest'
import { Browser } from '../../../testing/browser.ts'
import { googleEnv, openGoogle, type GoogleAccount } from '../../../testing/google-server.ts'
import { buildTestApp, externalHost } from '../../../testing/test-app.ts'
import { resetSecondFactor } from './save-factors.ts'
import { StaffUser } from './staff-user.ts'

const google = await openGoogle()
const { nobody, as, db, people } = await buildTestApp({
  env: { ...googleEnv, STAFF_GOOGLE_HOSTED_DOMAIN: 'example.edu' },
  context: { google: google.provider },
})
const stan: GoogleAccount = { sub: 'google-stan', email: 'staff@example.edu', email_verified: true, hd: 'example.edu' }

/** The desktop app of one computer, and the browser that it opens there. */
function openApp(port = 50_123) {
  const verifier = randomBytes(32).toString('base64url')
  const state = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const url = `/auth/google/app?${new URLSearchParams({ port: String(port), challenge, state })}`
  const browser = new Browser(nobody)
  return {
    verifier,
    state,
    browser,
    url,
    /** Where the browser comes back to on that computer. */
    async agree(account: GoogleAccount): Promise<URL> {
      const { headers } = await browser.visit(url)
      const callback = await google.agree(headers.location!, account)
      return new URL((await browser.visit(callback)).headers.location!)
    },
  }
}
const exchange = (code: string | null, verifier: string) =>
  nobody.post('/auth/google/app', { code: code ?? '', verifier })

test('Stan’s app asks, Google vouches in his browser, and the app gets the session; the browser gets none', async () => {
  const app = openApp()
  const back = await app.agree(stan)
  expect([back.origin, back.searchParams.get('state')]).toEqual(['http://127.0.0.1:50123', app.state])
  const reply = await exchange(back.searchParams.get('code'), app.verifier)
  expect(reply.json()).toMatchObject({ user: { email: 'staff@example.edu' }, token: expect.any(String) })
  expect(reply.cookies).toEqual([])
  const inside = await nobody.with({ authorization: `Bearer ${reply.json().token}` }).get('/session')
  expect(inside.json().user.email).toBe('staff@example.edu')
  const browserSession = await app.browser.visit('/session', { headers: { accept: 'application/json' } })
  expect(browserSession.statusCode).toBe(401)
})

test('of fifty who bring the code at once one gets in, and none afterwards', async () => {
  const app = openApp()
  const code = (await app.agree(stan)).searchParams.get('code')
  const replies = await Promise.all(Array.from({ length: 50 }, () => exchange(code, app.verifier)))
  expect(replies.map(({ statusCode }) => statusCode).toSorted()[0]).toBe(200)
  expect(replies.filter(({ statusCode }) => statusCode === 410)).toHaveLength(49)
  expect((await exchange(code, app.verifier)).statusCode).toBe(410)
})

test('whoever has seen the code but is not the app that asked gets nothing, and the code is over', async () => {
  const app = openApp()
  const code = (await app.agree(stan)).searchParams.get('code')
  expect((await exchange(code, openApp().verifier)).statusCode).toBe(410)
  expect((await exchange(code, app.verifier)).statusCode).toBe(410)
})

test('a code lives two minutes, and ends with the sessions of a person who is deactivated', async () => {
  const [late, gone] = [openApp(), openApp()]
  const lateCode = (await late.agree(stan)).searchParams.get('code')
  await db.entities.execute("update staff_app_codes set expires_at = now() - interval '1 second'")
  expect((await exchange(lateCode, late.verifier)).statusCode).toBe(410)
  const goneCode = (await gone.agree(stan)).searchParams.get('code')
  await db.entities.nativeUpdate(StaffUser, { id: people.staff.id }, { is_active: false })
  expect((await exchange(goneCode, gone.verifier)).statusCode).toBe(410)
  await db.entities.nativeUpdate(StaffUser, { id: people.staff.id }, { is_active: true })
})

test('the code alone opens nothing for whoever has a second factor', async () => {
  const browser = await as('staff')
  const { secret } = (await browser.post('/account/totp')).json<{ secret: string }>()
  const seconds = Math.floor(Date.now() / 1000)
  await browser.post('/account/totp/confirm', { code: await generate({ secret, epoch: seconds - 30 }) })
  const app = openApp()
  const asked = await exchange((await app.agree(stan)).searchParams.get('code'), app.verifier)
  expect(Object.keys(asked.json())).toEqual(['second_factor', 'second_factor_token'])
  const entered = await nobody.post('/login/second-factor', {
    code: await generate({ secret, epoch: seconds }),
    second_factor_token: asked.json().second_factor_token,
  })
  expect(entered.json()).toMatchObject({ user: { email: 'staff@example.edu' }, token: expect.any(String) })
  await resetSecondFactor(db, people.staff)
})

test('someone without an account here comes back to the app refused', async () => {
  const app = openApp()
  const back = await app.agree({ ...stan, sub: 'google-nobody', email: 'nobody@example.edu' })
  expect(Object.fromEntries(back.searchParams)).toEqual({ refused: 'google', state: app.state })
})

test.each(['port=80', 'port=3000x', 'challenge=short', 'state=', 'port='])(
  '%s is refused before Google',
  async (wrong) => {
    const asked = new URLSearchParams(openApp().url.split('?')[1])
    const [name, value] = wrong.split('=') as [string, string]
    asked.set(name, value)
    expect((await nobody.get(`/auth/google/app?${asked}`)).statusCode).toBe(400)
  },
)

test('the app learns which release runs, on the staff’s site only', async () => {
  const reply = serverRelease.parse((await nobody.get('/release')).json())
  expect(reply.oldest_contract).toBeLessThanOrEqual(reply.contract)
  expect((await nobody.with({ host: externalHost }).get('/release')).statusCode).toBe(404)
})
