import { confirmEmailPage } from '@alumni/shared/champions/profile'
import { expect, test } from 'vitest'
import { Browser } from '../../../testing/browser.ts'
import { createSignup, sessionCookieOf } from '../../../testing/champions.ts'
import { propsOf, viewOf } from '../../../testing/portal-view.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import { codeOf, linkOf } from './testing/read-letter.ts'

const { visitor, db, config, sendLetters } = await buildTestApp()
const stateOf = async (browser: Browser) => viewOf(await browser.visit('/')).site.visitor.state
const sessionsOf = (signup: number) =>
  db.selectFrom('champion_sessions').select('token_hash').where('signup_id', '=', signup).execute()

let people = 0
async function requestLetter() {
  const signup = await createSignup(db, { email: `rosa${++people}@example.org`, first_name: 'Rosa' })
  const browser = new Browser(visitor)
  await browser.submit('/profile-link', { email: signup.email })
  const [letter] = await sendLetters()
  return { signup, browser, code: codeOf(letter!), link: linkOf(letter!) }
}

async function openLink(link: string) {
  const browser = new Browser(visitor)
  const { pathname, search, searchParams } = new URL(link)
  await browser.visit(pathname + search)
  return { browser, press: () => browser.submit('/sign-in/link', { token: searchParams.get('token')! }) }
}

/** Submits a form twice with the same cookies, before the first reply. */
async function pressTwice(browser: Browser, url: string, fields: Record<string, string>) {
  const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
  return Promise.all([1, 2].map(() => visitor.with({ cookie }).submit(url, fields)))
}

test('a link’s button pressed twice at once signs in with either reply, and one session', async () => {
  const { signup, link } = await requestLetter()
  const { browser } = await openLink(link)
  const token = new URL(link).searchParams.get('token')!
  const replies = await pressTwice(browser, '/sign-in/link', { token })
  expect(replies.map(({ statusCode, headers }) => [statusCode, headers.location])).toEqual([
    [303, '/profile'],
    [303, '/profile'],
  ])
  expect(replies[0]!.headers['set-cookie']).toEqual(replies[1]!.headers['set-cookie'])
  for (const reply of replies) {
    const cookie = reply.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    expect(viewOf(await visitor.with({ cookie }).visit('/')).site.visitor.state).toBe('verified')
  }
  expect(await sessionsOf(signup.id)).toHaveLength(1)
})

test('a button pressed again within ten seconds gets the same reply', async () => {
  const { link } = await requestLetter()
  const { browser, press } = await openLink(link)
  for (let time = 0; time < 3; time++) expect((await press()).headers.location).toBe('/profile')
  expect(await stateOf(browser)).toBe('verified')
  await db
    .updateTable('button_presses')
    .set({ expires_at: new Date(Date.now() - 1) })
    .execute()
  expect((await press()).statusCode).toBe(410)
  expect(await stateOf(browser)).toBe('verified')
})

test('another browser, or the same one after signing out, does not get the stored reply', async () => {
  const { signup, link } = await requestLetter()
  const [first, second] = [await openLink(link), await openLink(link)]
  expect((await first.press()).statusCode).toBe(303)
  expect((await second.press()).statusCode).toBe(410)
  expect(await stateOf(second.browser)).toBe('anonymous')
  await first.browser.submit('/sign-out', {})
  expect((await first.press()).statusCode).toBe(410)
  expect(await stateOf(first.browser)).toBe('anonymous')
  expect(await sessionsOf(signup.id)).toEqual([])
})

test('a code sent twice at once signs in with either reply, and a wrong one counts each time', async () => {
  const { signup, browser, code } = await requestLetter()
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  const refused = await pressTwice(browser, '/sign-in/code', { code: wrong })
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([422, 422])
  const { wrong_codes } = await db
    .selectFrom('signin_requests')
    .select('wrong_codes')
    .where('signup_id', '=', signup.id)
    .executeTakeFirstOrThrow()
  expect(wrong_codes).toBe(2)
  const replies = await pressTwice(browser, '/sign-in/code', { code })
  expect(replies.map(({ headers }) => headers.location)).toEqual(['/profile', '/profile'])
  expect(await sessionsOf(signup.id)).toHaveLength(1)
})

test('a stored reply contains no token, cookie or session', async () => {
  const { link } = await requestLetter()
  const { browser, press } = await openLink(link)
  await press()
  const stored = JSON.stringify(await db.selectFrom('button_presses').selectAll().execute())
  expect(stored).toContain('answer')
  for (const secret of [new URL(link).searchParams.get('token')!, '/profile', ...browser.cookies.values()])
    expect(stored).not.toContain(secret)
})

test('either of two confirmations of a new address works, in any browser', async () => {
  const ask = async (email: string) => {
    const signup = await createSignup(db, { email: `peggy${++people}@example.org`, first_name: 'Peggy' })
    const [name, value] = (await sessionCookieOf(db, config, signup)).split('=') as [string, string]
    const browser = new Browser(visitor)
    browser.cookies.set(name, value)
    await browser.submit('/profile/email', { email })
    const letter = (await sendLetters()).find(({ to }) => to === email)!
    return { browser, path: /\/profile\/email\/[\w-]{43}/.exec(letter.text)![0] }
  }
  const first = await ask('peggy.new@example.org')
  await first.browser.visit(first.path)
  const replies = await pressTwice(first.browser, first.path, {})
  expect(replies.map(({ headers }) => headers.location)).toEqual(['/profile?saved=email', '/profile?saved=email'])

  const second = await ask('peggy.other@example.org')
  const elsewhere = new Browser(visitor)
  await elsewhere.visit(second.path)
  for (const reply of await pressTwice(elsewhere, second.path, {}))
    expect(propsOf(reply, confirmEmailPage)).toMatchObject({ email: 'peggy.other@example.org', problem: null })
  expect((await new Browser(visitor).submit(second.path, {})).statusCode).toBe(410)
})

test('the one-page form sent twice at once makes one signup and one letter, and shows the same page', async () => {
  await sendLetters()
  const browser = new Browser(visitor)
  await browser.visit('/sign-up')
  const form = { first_name: 'Mei', last_name: 'Lin', email: 'mei@example.org', zip_code: '02118', consent: 'yes' }
  const [first, second] = await pressTwice(browser, '/', form)
  expect(first!.headers.location).toMatch(/\/signups\/[\w-]{36}$/)
  expect(second!.headers.location).toBe(first!.headers.location)
  expect((await sendLetters()).map(({ to }) => to)).toEqual(['mei@example.org'])
})
