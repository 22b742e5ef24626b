import { generate } from 'otplib'
import { expect, test } from 'vitest'
import { Browser } from '../../../testing/browser.ts'
import { googleEnv, startGoogle, type GoogleAccount } from '../../../testing/google-server.ts'
import { buildTestApp, externalHost } from '../../../testing/test-app.ts'
import { resetSecondFactor } from './save-factors.ts'
import { StaffUser } from './staff-user.ts'

const google = await startGoogle()
const { nobody, db, people, as } = await buildTestApp({
  env: { ...googleEnv, STAFF_GOOGLE_HOSTED_DOMAIN: 'Example.edu' },
  context: { google: google.provider },
})
const stan: GoogleAccount = { sub: 'google-stan', email: 'Staff@example.edu', email_verified: true, hd: 'example.edu' }
const signIn = async (account: GoogleAccount, fields: Record<string, string> = {}) => {
  const browser = new Browser(nobody)
  const reply = await google.signIn(browser, account, fields, '/auth/google')
  const session = await browser.visit('/session', { headers: { accept: 'application/json' } })
  const { user } = session.json<{ user?: { email: string } }>()
  return { browser, location: reply.headers.location, who: user?.email }
}
const refused = { location: '/login?refused=google', who: undefined }

test('Stan signs in with his work account and reaches his page, and the sign-in is recorded', async () => {
  expect(await signIn(stan, { return_to: '/tools' })).toMatchObject({ location: '/tools', who: 'staff@example.edu' })
  const [entry] = await db.entities.execute<object[]>(
    'select action, subject from audit_entries order by id desc limit 1',
  )
  expect(entry).toEqual({ action: 'signed in with Google', subject: `staff-users/${people.staff.id}` })
  for (const return_to of ['//evil.example', 'https://evil.example'])
    expect((await signIn(stan, { return_to })).location).toBe('/')
})

test('the account is bound to Stan: another one with his address is refused, and his own may change its address', async () => {
  await signIn(stan)
  expect(await signIn({ ...stan, sub: 'google-successor' })).toMatchObject(refused)
  expect(await signIn({ ...stan, email: 'stan.okafor@example.edu' })).toMatchObject({ who: 'staff@example.edu' })
})

test.each([
  ['a private account', { hd: undefined }],
  ['an account of another institution', { hd: 'elsewhere.edu' }],
  ['a domain with the same start', { hd: 'example.edu.evil.example' }],
  [
    'an address that Google has not verified',
    { sub: 'google-vera', email: 'viewer@example.edu', email_verified: false },
  ],
  ['a person without an account here', { sub: 'google-nobody', email: 'nobody@example.edu' }],
])('%s is refused', async (_, claims) => {
  expect(await signIn({ ...stan, ...claims })).toMatchObject(refused)
})

test('a deactivated user is refused, with or without a bound account', async () => {
  const vera = { ...stan, sub: 'google-vera', email: 'viewer@example.edu' }
  const deactivate = (is_active: boolean) =>
    db.entities.nativeUpdate(StaffUser, { id: people.viewer.id }, { is_active })
  await deactivate(false)
  expect(await signIn(vera)).toMatchObject(refused)
  await deactivate(true)
  expect((await signIn(vera)).who).toBe('viewer@example.edu')
  await deactivate(false)
  expect(await signIn(vera)).toMatchObject(refused)
})

test('a second factor is required after Google too', async () => {
  const browser = await as('staff')
  const { secret } = (await browser.post('/account/totp')).json<{ secret: string }>()
  await browser.post('/account/totp/confirm', { code: await generate({ secret }) })
  const { location, who } = await signIn(stan, { return_to: '/tools' })
  expect([location, who]).toEqual(['/login/second-factor?return_to=%2Ftools', undefined])
  await resetSecondFactor(db, people.staff)
})

test('Google is asked for the institution’s accounts, and its reply works once and only in that browser', async () => {
  const browser = new Browser(nobody)
  const { headers } = await browser.submit('/auth/google', {})
  const parameters = new URL(headers.location!).searchParams
  expect(parameters.get('hd')).toBe('example.edu')
  expect(parameters.get('redirect_uri')).toBe('https://alumni.example.edu/auth/google/callback')
  const callback = await google.agree(headers.location!, stan)
  expect((await new Browser(nobody).visit(callback)).headers.location).toBe(refused.location)
  for (let time = 0; time < 2; time++) expect((await browser.visit(callback)).headers.location).toBe('/')
  await db.deleteFrom('button_presses').execute()
  expect((await browser.visit(callback)).headers.location).toBe(refused.location)
})

test('Stan starts in two tabs, and both lead to their pages', async () => {
  const browser = new Browser(nobody)
  const setOut = async (return_to: string) => (await browser.submit('/auth/google', { return_to })).headers.location!
  const [tools, users] = [await setOut('/tools'), await setOut('/account')]
  expect((await browser.visit(await google.agree(tools, stan))).headers.location).toBe('/tools')
  expect((await browser.visit(await google.agree(users, stan))).headers.location).toBe('/account')
})

test('signing in with another account replaces the session', async () => {
  const ada = await as('admin')
  const { browser } = await signIn(stan)
  const before = [...browser.cookies.values()].at(-1)!
  await google.signIn(browser, { ...stan, sub: 'google-ada', email: 'admin@example.edu' }, {}, '/auth/google')
  expect((await browser.visit('/session', { headers: { accept: 'application/json' } })).json().user.email).toBe(
    ada.user!.email,
  )
  const copy = nobody.with({ cookie: `__Host-staff_session=${before}` })
  expect((await copy.get('/session')).statusCode).toBe(401)
})

test('the button exists only if Google and a domain are configured, on the staff’s site only', async () => {
  expect((await nobody.get('/login')).json()).toMatchObject({ has_google: true })
  expect(
    (await nobody.with({ host: externalHost, origin: `https://${externalHost}` }).submit('/auth/google', {}))
      .statusCode,
  ).toBe(404)
  const without = await buildTestApp({ env: googleEnv })
  expect((await without.nobody.get('/login')).json()).toMatchObject({ has_google: false })
  expect((await without.nobody.submit('/auth/google', {})).statusCode).toBe(404)
  expect((await without.nobody.visit('/auth/google/callback?code=x&state=y')).statusCode).toBe(404)
})
