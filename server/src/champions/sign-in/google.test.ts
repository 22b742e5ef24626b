import { signInPage } from '@alumni/shared/champions/sign-in'
import { Events } from 'oauth2-mock-server'
import { describe, expect, test } from 'vitest'
import { createSignup, type SignupValues } from '../../../testing/champions.ts'
import { Browser } from '../../../testing/browser.ts'
import { googleEnv, startGoogle, type GoogleAccount } from '../../../testing/google-server.ts'
import { propsOf, viewOf } from '../../../testing/portal-view.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import { championCookies } from './cookies.ts'
import { openSession } from './sessions.ts'
import { codeOf } from './testing/read-letter.ts'

const google = await startGoogle()
const { visitor, db, config, sendLetters } = await buildTestApp({
  env: googleEnv,
  context: { google: google.provider },
})
const cookies = championCookies(config)

let people = 0
async function peggy(values: SignupValues = {}) {
  const email = `peggy${++people}@example.org`
  const signup = await createSignup(db, { email, first_name: 'Peggy', ...values })
  return { signup, account: accountOf(email), browser: new Browser(visitor) }
}
const accountOf = (email: string): GoogleAccount => ({
  sub: `google-${email}`,
  email,
  email_verified: true,
  given_name: 'Margaret',
  family_name: 'O’Neil',
})
async function browserOf(signup: { id: number }) {
  const browser = new Browser(visitor)
  browser.cookies.set(cookies.session.name, await openSession(db, config, signup))
  return browser
}
const visitorOf = async (browser: Browser) => viewOf(await browser.visit('/')).site.visitor
const eventsOf = async (signup: number) =>
  (
    await db
      .selectFrom('activity_events')
      .select(['type', 'payload'])
      .where('signup_id', '=', signup)
      .orderBy('id')
      .execute()
  ).map(({ type, payload }) => [type, payload])
const uidOf = async (signup: number) =>
  (await db.selectFrom('champion_signups').select('google_uid').where('id', '=', signup).executeTakeFirstOrThrow())
    .google_uid
const update = (signup: number, values: SignupValues) =>
  db.updateTable('champion_signups').set(values).where('id', '=', signup).execute()

describe('the button', () => {
  test('leads to Google with state, PKCE and nonce, and our redirect URI', async () => {
    const browser = new Browser(visitor)
    const reply = await browser.submit('/auth/signup_google', {})
    expect(reply.statusCode).toBe(302)
    const request = Object.fromEntries(new URL(reply.headers.location!).searchParams)
    expect(request).toMatchObject({
      client_id: 'our-client',
      redirect_uri: 'https://champions.example.edu/auth/signup_google/callback',
      response_type: 'code',
      code_challenge_method: 'S256',
      scope: 'openid email profile',
    })
    for (const name of ['state', 'nonce', 'code_challenge']) expect(request[name]!.length).toBeGreaterThanOrEqual(43)
    const again = await browser.submit('/auth/signup_google', {})
    expect(new URL(again.headers.location!).searchParams.get('state')).not.toBe(request.state)
    expect(JSON.stringify([...browser.cookies])).not.toContain(request.state)
  })

  test('is on the sign-in page only if Google is configured', async () => {
    expect(propsOf(await visitor.visit('/sign-in'), signInPage).hasGoogle).toBe(true)
    const without = await buildTestApp()
    expect(propsOf(await without.visitor.visit('/sign-in'), signInPage).hasGoogle).toBe(false)
    expect((await without.visitor.submit('/auth/signup_google', {})).statusCode).toBe(404)
    expect((await without.visitor.visit('/auth/signup_google/callback?code=x&state=y')).statusCode).toBe(404)
  })

  test('may send a form to Google and nowhere else', async () => {
    const { headers } = await visitor.visit('/sign-in')
    expect(headers['content-security-policy']).toContain("form-action 'self' https://accounts.google.com;")
  })
})

describe('returning from Google', () => {
  test('signs in a linked identity whatever its address is now', async () => {
    const { signup, account, browser } = await peggy({ google_uid: 'google-linked-before' })
    const reply = await google.signIn(
      browser,
      { ...account, sub: 'google-linked-before', email: 'new@example.net' },
      { return_to: '/news' },
    )
    expect(reply.headers.location).toBe('/news')
    expect(await visitorOf(browser)).toEqual({ state: 'verified', name: 'Peggy' })
    expect(await eventsOf(signup.id)).toEqual([['signin_completed', { method: 'google' }]])
  })

  test('links and signs in a verified address of an active signup, and next time by the identity alone', async () => {
    const { signup, account, browser } = await peggy()
    await google.signIn(browser, { ...account, email: account.email!.toUpperCase() }, { keep_me_signed_in: 'yes' })
    expect(await visitorOf(browser)).toEqual({ state: 'verified', name: 'Peggy' })
    expect((await eventsOf(signup.id)).map(([type]) => type)).toEqual([
      'google_linked',
      'device_remembered',
      'signin_completed',
    ])
    await update(signup.id, { email: 'moved@example.org' })
    const second = new Browser(visitor)
    await google.signIn(second, account)
    expect((await visitorOf(second)).state).toBe('verified')
  })

  test('brings an unknown person to the signup form with Google’s data, and stores nothing else', async () => {
    const browser = new Browser(visitor)
    const reply = await google.signIn(browser, accountOf('new.champion@example.org'))
    expect(reply.headers.location).toBe('/sign-up')
    expect((await visitorOf(browser)).state).toBe('anonymous')
    const drafts = await db.selectFrom('signup_drafts').select('answers').execute()
    expect(drafts.at(-1)!.answers).toEqual({
      email: 'new.champion@example.org',
      first_name: 'Margaret',
      last_name: 'O’Neil',
    })
    expect(browser.cookies.has(cookies.draft.name)).toBe(true)
    expect(JSON.stringify(drafts)).not.toContain('google-')
    await browser.submit('/', { ...drafts.at(-1)!.answers, zip_code: '02118', consent: 'yes' } as Record<
      string,
      string
    >)
    const { source } = await db
      .selectFrom('champion_signups')
      .select('source')
      .where('email', '=', 'new.champion@example.org')
      .executeTakeFirstOrThrow()
    expect(source).toBe('google')
  })

  test('follows identities over several merges, and ignores those of deleted signups', async () => {
    const first = await peggy({ google_uid: 'google-chain' })
    const second = await peggy()
    const third = await peggy({ first_name: 'Margaret' })
    await update(first.signup.id, { merged_into_id: second.signup.id, deleted_at: '2026-11-01' })
    await update(second.signup.id, { merged_into_id: third.signup.id, deleted_at: '2026-11-01' })
    const account = { ...third.account, sub: 'google-chain' }
    await google.signIn(first.browser, account)
    expect(await visitorOf(first.browser)).toEqual({ state: 'verified', name: 'Margaret' })
    await update(third.signup.id, { deleted_at: '2026-11-02' })
    const gone = new Browser(visitor)
    expect((await google.signIn(gone, account)).headers.location).toBe('/sign-up')
    const successor = await createSignup(db, { email: account.email!, first_name: 'Anew' })
    const back = new Browser(visitor)
    await google.signIn(back, account)
    expect(await visitorOf(back)).toEqual({ state: 'verified', name: 'Anew' })
    expect([await uidOf(first.signup.id), await uidOf(successor.id)]).toEqual([null, 'google-chain'])
  })

  test('works once, in the same browser, within ten minutes', async () => {
    const { account, browser } = await peggy()
    const { headers } = await browser.submit('/auth/signup_google', {})
    const callback = await google.agree(headers.location!, account)
    const stranger = new Browser(visitor)
    expect((await stranger.visit(callback)).statusCode).toBe(400)
    await stranger.submit('/auth/signup_google', {})
    expect((await stranger.visit(callback)).statusCode).toBe(400)
    expect((await browser.visit(callback)).statusCode).toBe(303)
    await db.deleteFrom('button_presses').execute()
    expect((await browser.visit(callback)).statusCode).toBe(400)
    expect((await visitorOf(stranger)).state).toBe('anonymous')
  })

  test('gets the first reply and one session if the same browser repeats it', async () => {
    const { signup, account, browser } = await peggy()
    const { headers } = await browser.submit('/auth/signup_google', { return_to: '/news' })
    const callback = await google.agree(headers.location!, account)
    const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
    const copy = visitor.with({ cookie })
    const replies = [
      ...(await Promise.all([copy.visit(callback), copy.visit(callback)])),
      await browser.visit(callback),
    ]
    for (const reply of replies) {
      expect([reply.statusCode, reply.headers.location]).toEqual([303, '/news'])
      expect(reply.headers['set-cookie']).toEqual(replies[0]!.headers['set-cookie'])
    }
    expect((await browser.visit(callback)).headers.location).toBe('/news')
    expect((await visitorOf(browser)).state).toBe('verified')
    expect(
      await db.selectFrom('champion_sessions').select('signup_id').where('signup_id', '=', signup.id).execute(),
    ).toHaveLength(1)
  })

  test('repeats a refusal too', async () => {
    const browser = await browserOf((await peggy()).signup)
    const { account } = await peggy({ google_uid: 'google-repeated' })
    const { headers } = await browser.submit('/auth/signup_google', {})
    const callback = await google.agree(headers.location!, { ...account, sub: 'google-repeated' })
    const [first, second] = [await browser.visit(callback), await browser.visit(callback)]
    expect([first.statusCode, second.statusCode, second.body === first.body]).toEqual([409, 409, true])
  })

  test('works in each of several tabs, in any order, and leads where each tab was going', async () => {
    const { account, browser } = await peggy()
    const setOut = async (return_to: string) =>
      (await browser.submit('/auth/signup_google', { return_to })).headers.location!
    const [news, events] = [await setOut('/news'), await setOut('/events')]
    for (const [url, page] of [
      [events, '/events'],
      [news, '/news'],
    ] as const) {
      const reply = await browser.visit(await google.agree(url, account))
      expect([reply.statusCode, reply.headers.location]).toEqual([303, page])
    }
    expect((await visitorOf(browser)).state).toBe('verified')
    expect([...browser.cookies.keys()].filter((name) => name.includes('google'))).toEqual([])
  })

  test('works in the newest of very many tabs, and their cookies stay below the limit of proxies', async () => {
    const { account, browser } = await peggy()
    const tabs: string[] = []
    for (let tab = 0; tab < 30; tab++) {
      const { headers } = await browser.submit('/auth/signup_google', { return_to: `/news?${'q'.repeat(500)}` })
      tabs.push(headers.location!)
    }
    const cookies = [...browser.cookies].filter(([name]) => name.includes('google'))
    expect(cookies.map((pair) => pair.join('=')).join('; ').length).toBeLessThan(6_000)
    for (const tab of tabs.slice(-2))
      expect((await browser.visit(await google.agree(tab, account))).statusCode).toBe(303)
  })

  test('signing out removes the cookies of all tabs, and any cookie name is accepted', async () => {
    const { signup, account } = await peggy()
    const browser = await browserOf(signup)
    const { headers } = await browser.submit('/auth/signup_google', {})
    browser.cookies.set('__Host-champion_google_a b', 'x').set('__Host-champion_google_', 'x')
    expect((await browser.submit('/sign-out', {})).statusCode).toBe(303)
    expect((await browser.visit(await google.agree(headers.location!, account))).statusCode).toBe(400)
  })

  test.each([
    '?error=access_denied',
    '?error=server_error&state=x',
    '',
    '?code=x',
    '?code=x&state=y',
    '?code=x&code=y&state=z',
  ])('without Google’s parameters shows a message to a person who agreed: %j', async (query) => {
    const browser = new Browser(visitor)
    await browser.submit('/auth/signup_google', { return_to: '/news' })
    const reply = await browser.visit(`/auth/signup_google/callback${query}`)
    expect(reply.statusCode).toBe(400)
    const { form, returnTo } = propsOf(reply, signInPage)
    expect(form.errors.form).toBe('Signing in with Google did not work. Try again, or sign in by e-mail.')
    expect(returnTo).toBe('/news')
    expect((await visitorOf(browser)).state).toBe('anonymous')
  })

  test.each([
    ['another nonce', { nonce: 'of another sign-in' }],
    ['another program', { aud: 'their-client' }],
    ['another issuer', { iss: 'https://evil.example' }],
    ['an expired time', { exp: 1_700_000_000 }],
    ['no account', { sub: '' }],
  ])('a token for %s does not sign in', async (_, claims) => {
    const { account, browser } = await peggy()
    expect((await google.signIn(browser, { ...account, ...claims })).statusCode).toBe(400)
    expect((await visitorOf(browser)).state).toBe('anonymous')
  })

  test('a failure of Google, or a wrong verifier, shows a message', async () => {
    const { account, browser } = await peggy()
    google.server.service.once(Events.BeforeResponse, (reply) => {
      reply.statusCode = 500
      reply.body = { error: 'server_error' }
    })
    expect((await google.signIn(browser, account)).statusCode).toBe(400)
    expect((await visitorOf(browser)).state).toBe('anonymous')
  })
})

describe('in the hub', () => {
  test('a champion links an account of another address, and unlinks it', async () => {
    const { signup, account } = await peggy()
    const browser = await browserOf(signup)
    const other = { ...account, sub: `google-private-${people}`, email: 'private@example.net' }
    expect((await google.signIn(browser, other, { return_to: '/profile' })).headers.location).toBe('/profile')
    expect(await uidOf(signup.id)).toBe(other.sub)
    expect((await browser.submit('/profile/google/unlink', {})).headers.location).toBe('/profile?saved=google')
    expect(await uidOf(signup.id)).toBe(null)
    await browser.submit('/profile/google/unlink', {})
    expect((await eventsOf(signup.id)).map(([type]) => type)).toEqual(['google_linked', 'google_unlinked'])
  })

  test('an account that is another champion’s stays theirs', async () => {
    const ana = await peggy({ google_uid: 'google-ana' })
    const { signup } = await peggy()
    const browser = await browserOf(signup)
    const reply = await google.signIn(browser, { ...ana.account, sub: 'google-ana' })
    expect(reply.statusCode).toBe(409)
    expect([await uidOf(ana.signup.id), await uidOf(signup.id)]).toEqual(['google-ana', null])
    expect((await visitorOf(browser)).name).toBe('Peggy')
  })

  test('a champion who returns as another champion, or signed out, links nothing', async () => {
    const [first, second] = [await peggy(), await peggy()]
    const browser = await browserOf(first.signup)
    for (const token of [await openSession(db, config, second.signup), 'nonsense']) {
      browser.cookies.set(cookies.session.name, await openSession(db, config, first.signup))
      const { headers } = await browser.submit('/auth/signup_google', {})
      browser.cookies.set(cookies.session.name, token)
      expect((await browser.visit(await google.agree(headers.location!, second.account))).statusCode).toBe(403)
    }
    expect([await uidOf(first.signup.id), await uidOf(second.signup.id)]).toEqual([null, null])
  })

  test('only a signed-in champion can unlink', async () => {
    expect((await visitor.submit('/profile/google/unlink', {})).headers.location).toMatch(/^\/sign-in/)
  })
})

/** The five attacks of account pre-hijacking: Sudhodanan and Paverd, USENIX Security 2022. */
describe('someone who signed up with Peggy’s address before her', () => {
  test('cannot sign in after she comes by Google (classic-federated merge)', async () => {
    const { signup, account } = await peggy({ first_name: 'Mallory typed this' })
    const mallory = new Browser(visitor)
    await mallory.submit('/profile-link', { email: account.email! })
    await sendLetters()
    const browser = new Browser(visitor)
    await google.signIn(browser, account)
    expect((await visitorOf(browser)).state).toBe('verified')
    expect((await visitorOf(mallory)).state).toBe('anonymous')
    expect(
      await db.selectFrom('champion_sessions').select('signup_id').where('signup_id', '=', signup.id).execute(),
    ).toHaveLength(1)
  })

  test('keeps no session after she comes (unexpired session)', async () => {
    const { account } = await peggy()
    const mallory = new Browser(visitor)
    const mallorysOwn = await createSignup(db, { email: `mallory${people}@example.net`, first_name: 'Mallory' })
    const planted = await openSession(db, config, mallorysOwn)
    // Peggy gets a new session, and Mallory’s session in her browser ends.
    const browser = new Browser(visitor)
    browser.cookies.set(cookies.session.name, planted)
    await browser.submit('/profile-link', { email: account.email! })
    const [letter] = await sendLetters()
    await browser.submit('/sign-in/code', { code: codeOf(letter!) })
    mallory.cookies.set(cookies.session.name, planted)
    expect([await visitorOf(browser), await visitorOf(mallory)]).toEqual([
      { state: 'verified', name: 'Peggy' },
      { state: 'anonymous', name: null },
    ])
  })

  test('cannot leave an identity of their own on the signup (trojan identifier)', async () => {
    const { signup, account } = await peggy()
    const mallory = new Browser(visitor)
    const mallorysAccount = accountOf(`mallory${people}@example.net`)
    // Neither an unverified nor a recognized visitor can link an account.
    expect((await google.signIn(mallory, mallorysAccount)).headers.location).toBe('/sign-up')
    expect(await uidOf(signup.id)).toBe(null)
    const browser = new Browser(visitor)
    await google.signIn(browser, account)
    expect((await google.signIn(new Browser(visitor), { ...account, sub: 'another of that address' })).statusCode).toBe(
      409,
    )
    expect(await uidOf(signup.id)).toBe(account.sub)
  })

  test('gains nothing by an unconfirmed e-mail change to her address (unexpired email change)', async () => {
    const mallory = await createSignup(db, { email: `mallory${people}@example.org`, first_name: 'Mallory' })
    const hers = `peggy.unknown${people}@example.org`
    await db
      .insertInto('email_changes')
      .values({
        signup_id: mallory.id,
        old_email: mallory.email,
        new_email: hers,
        token_hash: `hash${people}`,
        expires_at: new Date(Date.now() + 3600_000),
      })
      .execute()
    const browser = new Browser(visitor)
    expect((await google.signIn(browser, accountOf(hers))).headers.location).toBe('/sign-up')
    await browser.submit('/profile-link', { email: hers })
    expect(await sendLetters()).toEqual([])
    expect([(await visitorOf(browser)).state, await uidOf(mallory.id)]).toEqual(['anonymous', null])
  })

  test.each([false, 'true', 1, undefined, null])(
    'cannot claim the address with an unverified identity (email_verified: %j)',
    async (email_verified) => {
      const { signup, account, browser } = await peggy()
      const reply = await google.signIn(browser, { ...account, email_verified })
      expect(reply.statusCode).toBe(403)
      expect(propsOf(reply, signInPage).form.errors.form).toContain('has not verified')
      expect([(await visitorOf(browser)).state, await uidOf(signup.id)]).toEqual(['anonymous', null])
    },
  )
})
