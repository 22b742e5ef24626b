import { codePage, linkPage, otherBrowserMessage, signInPage, spentLinkMessage } from '@alumni/shared/champions/sign-in'
import { homePage } from '@alumni/shared/home'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { createSignup } from '../../../testing/champions.ts'
import { Browser } from '../../../testing/browser.ts'
import { propsOf, viewOf } from '../../../testing/portal-view.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import { enqueue } from '../../foundations/jobs/queue.ts'
import { championCookies } from './cookies.ts'
import { pruneIdentity } from './prune.ts'
import { codeOf, linkOf } from './testing/read-letter.ts'

const { visitor, db, config, sendLetters } = await buildTestApp()
const cookies = championCookies(config)

let people = 0
async function requestSignin({ keep = false, returnTo = '' } = {}) {
  const email = `rosa${++people}@example.org`
  const signup = await createSignup(db, { email, first_name: 'Rosa' })
  const browser = new Browser(visitor)
  await ask(browser, email, { keep, returnTo })
  const [letter] = await sendLetters()
  return { email, signup, browser, letter: letter!, code: codeOf(letter!), link: linkOf(letter!) }
}

const ask = (browser: Browser, email: string, { keep = false, returnTo = '' } = {}) =>
  browser.submit('/profile-link', {
    email,
    ...(keep ? { keep_me_signed_in: 'yes' } : {}),
    ...(returnTo ? { return_to: returnTo } : {}),
  })
const enter = (browser: Browser, code: string, email?: string) =>
  browser.submit('/sign-in/code', { code, ...(email ? { email } : {}) })
const pressLink = (browser: Browser, link: string) =>
  browser.submit('/sign-in/link', { token: new URL(link).searchParams.get('token')! })
const stateOf = async (browser: Browser) => viewOf(await browser.visit('/')).site.visitor.state
const eventsOf = (signup: number) =>
  db.selectFrom('activity_events').select(['type', 'payload']).where('signup_id', '=', signup).orderBy('id').execute()
const sessionsOf = (signup: number) =>
  db.selectFrom('champion_sessions').select('token_hash').where('signup_id', '=', signup).execute()
const anotherCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('the letter', () => {
  test('has a link and a code, and a subject without them', async () => {
    const { letter, code, email } = await requestSignin()
    expect(letter.to).toBe(email)
    expect(letter.subject).toBe('Your sign-in for Bayside alumni champions')
    expect(letter.text).toContain(code)
    expect(letter.subject).not.toContain(code)
    expect(letter.html).toContain('https://champions.example.edu/sign-in/link?token=')
  })

  test('is requested with the address in any letter case, and is sent to the stored one', async () => {
    await createSignup(db, { email: 'Siobhan@Example.net', first_name: 'Siobhán' })
    await ask(new Browser(visitor), '  sIOBHAN@example.NET ')
    expect((await sendLetters()).map(({ to }) => to)).toEqual(['Siobhan@Example.net'])
  })

  test('is not sent to an unknown or deleted person', async () => {
    await createSignup(db, { email: 'gone@example.org', deleted_at: '2026-11-01' })
    await ask(new Browser(visitor), 'gone@example.org')
    await ask(new Browser(visitor), 'nobody@example.org')
    expect(await sendLetters()).toEqual([])
  })

  test('is not sent again after a crash of the worker if it has been used meanwhile', async () => {
    const { browser, code } = await requestSignin()
    await enter(browser, code)
    const { id } = await db
      .updateTable('letters')
      .set({ sent_at: null, attempts: 0 })
      .where('id', '=', ({ selectFrom }) => selectFrom('letters').select(({ fn }) => fn.max('id').as('id')))
      .returning('id')
      .executeTakeFirstOrThrow()
    await enqueue(db, 'send-letter', { letter: id })
    expect(await sendLetters()).toEqual([])
  })

  test('is sent three times in 15 minutes and then silently not, and earlier ones stay valid', async () => {
    const { email, browser, code } = await requestSignin()
    for (let more = 0; more < 4; more++) expect((await ask(browser, email)).statusCode).toBe(303)
    expect(await sendLetters()).toHaveLength(2)
    await db.updateTable('signin_requests').set({ expires_at: '2027-01-01' }).where('ended_at', 'is', null).execute()
    await enter(browser, code)
    expect(await stateOf(browser)).toBe('verified')
    await db
      .updateTable('signin_requests')
      .set({ created_at: new Date(Date.now() - 16 * 60_000) })
      .execute()
    await ask(browser, email)
    expect(await sendLetters()).toHaveLength(1)
  })

  test('is not sent after it has expired', async () => {
    await createSignup(db, { email: 'late@example.org' })
    await ask(new Browser(visitor), 'late@example.org')
    await db.updateTable('signin_requests').set({ expires_at: '2026-01-01' }).execute()
    expect(await sendLetters()).toEqual([])
  })
})

describe('a code', () => {
  test('signs in the browser that requested it, and leads to the page the champion wanted', async () => {
    const { browser, code, signup } = await requestSignin({ returnTo: '/events/homecoming?tab=2' })
    const reply = await enter(browser, ` ${code.slice(0, 3)}-${code.slice(3)} `)
    expect([reply.statusCode, reply.headers.location]).toEqual([303, '/events/homecoming?tab=2'])
    expect(await stateOf(browser)).toBe('verified')
    expect(browser.cookies.has(cookies.device.name)).toBe(false)
    expect((await eventsOf(signup.id)).map(({ type }) => type)).toEqual(['signin_requested', 'signin_completed'])
  })

  test('works in no other browser, whichever address that one enters', async () => {
    const { email, browser, code } = await requestSignin()
    const stranger = new Browser(visitor)
    const unasked = await enter(stranger, code, email)
    expect(unasked.statusCode).toBe(422)
    expect(propsOf(unasked, signInPage).form).toEqual({
      values: { code, email },
      errors: { code: otherBrowserMessage },
    })
    await ask(stranger, email)
    expect((await enter(stranger, code, email)).statusCode).toBe(422)
    await enter(browser, code)
    expect([await stateOf(stranger), await stateOf(browser)]).toEqual(['anonymous', 'verified'])
    await sendLetters()
  })

  test.each([
    ['', 'Enter the code from the e-mail.'],
    ['12 34', 'That is too short: the code has 6 digits.'],
    ['1234567', 'That is too long: the code has 6 digits.'],
    ['12E456', 'The code has digits only. Check what you entered.'],
  ])('with an invalid format does not count as an attempt: %j', async (wrongCode, message) => {
    const { browser, code } = await requestSignin()
    for (let time = 0; time < 6; time++) {
      const reply = await enter(browser, wrongCode)
      expect(reply.statusCode).toBe(422)
      expect(propsOf(reply, codePage).form).toEqual({ values: { code: wrongCode }, errors: { code: message } })
    }
    await enter(browser, code)
    expect(await stateOf(browser)).toBe('verified')
  })

  test('can be typed with digits of other scripts and widths', async () => {
    const { browser, code } = await requestSignin()
    await enter(
      browser,
      code.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
    )
    expect(await stateOf(browser)).toBe('verified')
  })

  test('may be wrong four times, and the fifth ends all requests of this browser', async () => {
    const { email, browser, code, signup } = await requestSignin()
    for (let time = 0; time < 3; time++) await enter(browser, anotherCode(code))
    await ask(browser, email)
    const [second] = await sendLetters()
    const wrong = anotherCode(anotherCode(codeOf(second!) === anotherCode(code) ? anotherCode(code) : code))
    const fourth = await enter(browser, wrong)
    expect(propsOf(fourth, codePage).form.errors.code).toContain('may have expired or been used')
    await enter(browser, wrong)
    for (const right of [code, codeOf(second!)]) expect((await enter(browser, right)).statusCode).toBe(422)
    expect(await sessionsOf(signup.id)).toEqual([])
    expect((await pressLink(browser, linkOf(second!))).statusCode).toBe(410)
    const failures = (await eventsOf(signup.id)).filter(({ type }) => type === 'signin_failed')
    expect(failures.map(({ payload }) => (payload as { wrong_codes: number }).wrong_codes)).toEqual([1, 2, 3, 4, 5])
  })

  test('guessed by a stranger does not affect the champion', async () => {
    const { email, browser, code } = await requestSignin()
    const stranger = new Browser(visitor)
    await ask(stranger, email)
    await sendLetters()
    for (let time = 0; time < 8; time++) await enter(stranger, anotherCode(code))
    await enter(browser, code)
    expect([await stateOf(stranger), await stateOf(browser)]).toEqual(['anonymous', 'verified'])
  })

  test('stops working for a day after a hundred wrong ones for the address, and the link still works', async () => {
    const { email, browser, code, link } = await requestSignin()
    const stranger = new Browser(visitor)
    await ask(stranger, email)
    await db
      .updateTable('signin_requests')
      .set({ wrong_codes: 100, ended_at: '2026-11-01' })
      .where('link_hash', 'is', null)
      .execute()
    expect((await enter(browser, code)).statusCode).toBe(422)
    await pressLink(browser, link)
    expect(await stateOf(browser)).toBe('verified')
    await sendLetters()
  })

  test('expires after ten minutes', async () => {
    const { browser, code } = await requestSignin()
    await db.updateTable('signin_requests').set({ expires_at: new Date() }).execute()
    expect((await enter(browser, code)).statusCode).toBe(422)
  })

  test('cannot be distinguished from one of an unknown address', async () => {
    const { browser, code, email } = await requestSignin()
    const unknown = new Browser(visitor)
    await ask(unknown, `nobody${people}@example.org`)
    const enterWrongCode = async (browser: Browser, as: string) => {
      const reply = await enter(browser, anotherCode(code))
      return [reply.statusCode, reply.body.replaceAll(as, 'X').replace(/"secondsToWait":\d+/, '')]
    }
    for (let time = 0; time < 7; time++)
      expect(await enterWrongCode(unknown, `nobody${people}@example.org`)).toEqual(await enterWrongCode(browser, email))
  })
})

describe('a link', () => {
  test('is not used up by 25 GETs and 5 HEADs, and then its button works', async () => {
    const { link, browser } = await requestSignin()
    const { pathname, search } = new URL(link)
    for (let time = 0; time < 25; time++) {
      const reply = await new Browser(visitor).visit(pathname + search)
      expect(reply.statusCode).toBe(200)
      expect(reply.headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' })
      expect(reply.cookies.map(({ name }) => name)).toEqual(['__Host-champion_press'])
      expect(propsOf(reply, linkPage).problem).toBeNull()
    }
    for (let time = 0; time < 5; time++)
      expect((await visitor.request({ method: 'HEAD', url: pathname + search })).statusCode).toBe(200)
    expect((await pressLink(browser, link)).headers.location).toBe('/profile')
    expect(await stateOf(browser)).toBe('verified')
    expect(propsOf(await browser.visit(pathname + search), linkPage).problem).toBe(spentLinkMessage)
  })

  test('works once in another browser', async () => {
    const { link, browser, code } = await requestSignin()
    const phone = new Browser(visitor)
    await pressLink(phone, link)
    expect(await stateOf(phone)).toBe('verified')
    expect((await pressLink(new Browser(visitor), link)).statusCode).toBe(410)
    expect((await enter(browser, code)).statusCode).toBe(422)
    expect(await stateOf(browser)).toBe('anonymous')
  })

  test('used by 50 browsers at once signs one in, and a code sent 50 times opens one session', async () => {
    for (const use of ['link', 'code'] as const) {
      const { link, code, browser, signup } = await requestSignin()
      const replies = await Promise.all(
        Array.from({ length: 50 }, () =>
          use === 'link' ? pressLink(new Browser(visitor), link) : enter(browser, code),
        ),
      )
      expect(replies.filter(({ statusCode }) => statusCode === 303)).toHaveLength(use === 'link' ? 1 : 50)
      expect(await sessionsOf(signup.id)).toHaveLength(1)
    }
  })

  test('and its code used at once open one session', async () => {
    const { link, code, browser, signup, email } = await requestSignin()
    await ask(browser, email)
    const [second] = await sendLetters()
    await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        [
          () => pressLink(new Browser(visitor), link),
          () => enter(browser, code),
          () => pressLink(browser, linkOf(second!)),
        ][index % 3]!(),
      ),
    )
    expect(await sessionsOf(signup.id)).toHaveLength(1)
  })

  test('of every letter of the last ten minutes works until one is used, which ends them all', async () => {
    const { browser, link, email } = await requestSignin()
    await ask(browser, email)
    const [second] = await sendLetters()
    await pressLink(browser, link)
    expect((await pressLink(browser, linkOf(second!))).statusCode).toBe(410)
  })

  test('that has expired ends no other request', async () => {
    const { browser, link, email } = await requestSignin()
    await db.updateTable('signin_requests').set({ expires_at: new Date() }).execute()
    await ask(browser, email)
    const [second] = await sendLetters()
    expect((await pressLink(browser, link)).statusCode).toBe(410)
    expect((await pressLink(browser, linkOf(second!))).statusCode).toBe(303)
  })

  test('replaces the session of another person, with a new token', async () => {
    const { link, signup } = await requestSignin()
    const other = await requestSignin()
    await enter(other.browser, other.code)
    const before = other.browser.cookies.get(cookies.session.name)
    const { pathname, search } = new URL(link)
    expect(propsOf(await other.browser.visit(pathname + search), linkPage).problem).toBeNull()
    await pressLink(other.browser, link)
    expect(await sessionsOf(other.signup.id)).toEqual([])
    expect(await sessionsOf(signup.id)).toHaveLength(1)
    expect(other.browser.cookies.get(cookies.session.name)).not.toBe(before)
  })

  test('in the URL of the hub is offered instead of an existing session', async () => {
    const { browser, link, signup } = await requestSignin()
    const other = await requestSignin()
    await enter(other.browser, other.code)
    for (const reader of [other.browser, browser]) {
      const reply = await reader.visit(`/profile${new URL(link).search}`)
      expect([reply.statusCode, reply.headers.location]).toEqual([302, new URL(link).pathname + new URL(link).search])
    }
    expect(await sessionsOf(signup.id)).toEqual([])
  })

  test('follows merges, and does not work for a deleted signup', async () => {
    const { link, signup, browser } = await requestSignin()
    const second = await createSignup(db, { email: 'kept@example.org', first_name: 'Rosalind' })
    await db
      .updateTable('champion_signups')
      .set({ merged_into_id: second.id, deleted_at: '2026-11-20' })
      .where('id', '=', signup.id)
      .execute()
    await pressLink(browser, link)
    expect(viewOf(await browser.visit('/')).site.visitor).toEqual({ state: 'verified', name: 'Rosalind' })
    const late = await requestSignin()
    await db
      .updateTable('champion_signups')
      .set({ deleted_at: '2026-11-20' })
      .where('id', '=', late.signup.id)
      .execute()
    expect((await pressLink(late.browser, late.link)).statusCode).toBe(410)
    expect(await stateOf(late.browser)).toBe('anonymous')
  })

  test.each(['', 'x', 'a'.repeat(101), '%00', 'é'])('that was never sent is refused: %j', async (token) => {
    const reply = await visitor.visit(`/sign-in/link?token=${encodeURIComponent(token)}`)
    expect(reply.statusCode).toBe(410)
    expect(propsOf(reply, linkPage)).toEqual({ token: '', problem: spentLinkMessage })
  })
})

describe('the pages', () => {
  test('lead back after signing in, within this site only', async () => {
    for (const [returnTo, destination] of [
      ['/events?x=1', '/events?x=1'],
      ['//evil.example', '/'],
      ['https://evil.example', '/'],
      ['/\\evil.example', '/'],
    ]) {
      const page = propsOf(await visitor.visit(`/sign-in?return_to=${encodeURIComponent(returnTo!)}`), signInPage)
      expect(page.returnTo).toBe(destination)
      const { browser, code } = await requestSignin({ returnTo: returnTo! })
      expect((await enter(browser, code)).headers.location).toBe(destination)
    }
  })

  test('accept a code on the sign-in page in the browser that requested it, and lead to its target', async () => {
    const { browser, code, email } = await requestSignin({ returnTo: '/events' })
    const page = propsOf(await browser.visit('/sign-in?return_to=/news'), signInPage)
    expect([page.askedFor, page.returnTo]).toEqual([email, '/news'])
    expect(propsOf(await visitor.visit('/sign-in'), signInPage).askedFor).toBeNull()
    const refused = await browser.submit('/profile-link', { email: 'rosa' })
    expect(propsOf(refused, signInPage)).toMatchObject({ askedFor: email, form: { values: { email: 'rosa' } } })
    const short = await new Browser(visitor).submit('/sign-in/code', { code: '12 34', return_to: '/news' })
    expect(propsOf(short, signInPage)).toMatchObject({
      returnTo: '/news',
      form: { values: { code: '12 34' }, errors: { code: 'That is too short: the code has 6 digits.' } },
    })
    const reply = await browser.submit('/sign-in/code', { code, return_to: '/news' })
    expect([reply.statusCode, reply.headers.location]).toEqual([303, '/news'])
    expect(await stateOf(browser)).toBe('verified')
    expect((await enter(browser, code)).headers.location).toBe('/profile')
  })

  test('redirect a champion who is already signed in', async () => {
    const { browser, code } = await requestSignin()
    await enter(browser, code)
    expect((await browser.visit('/sign-in')).headers.location).toBe('/profile')
    expect((await browser.visit('/sign-in?return_to=/news')).headers.location).toBe('/news')
  })

  test('remember what was typed in this browser, but neither in a URL nor for anyone else', async () => {
    const { browser, email } = await requestSignin({ keep: true })
    const page = propsOf(await browser.visit('/sign-in/code'), codePage)
    expect(page).toMatchObject({ email, keepMeSignedIn: true, mailbox: null })
    expect(page.secondsToWait).toBeGreaterThan(0)
    expect(propsOf(await browser.visit('/sign-in'), signInPage).form.values).toEqual({
      email,
      keep_me_signed_in: 'yes',
    })
    expect((await visitor.visit('/sign-in/code')).headers.location).toBe('/sign-in')
    const stolen = new Browser(visitor)
    stolen.cookies.set(cookies.signin.name, browser.cookies.get(cookies.signin.name)!.slice(0, -3) + 'AAA')
    expect((await stolen.visit('/sign-in/code')).headers.location).toBe('/sign-in')
    expect(browser.cookies.get(cookies.signin.name)).not.toContain(
      Buffer.from(email).toString('base64url').slice(0, 12),
    )
  })

  test.each([
    ['', 'Enter your e-mail address.'],
    ['rosa', 'Enter an e-mail address such as name@example.org.'],
    ['rosa@example', 'Enter an e-mail address such as name@example.org.'],
    [`${'r'.repeat(250)}@example.org`, 'An e-mail address has at most 254 characters.'],
  ])('show the error beside the field for %j', async (email, message) => {
    const reply = await new Browser(visitor).submit('/profile-link', { email, return_to: '/news' })
    expect(reply.statusCode).toBe(422)
    const { form, returnTo } = propsOf(reply, signInPage)
    expect([form.errors, form.values.email, returnTo]).toEqual([{ email: message }, email, '/news'])
  })

  test('reply alike to known and unknown addresses: body, status, cookies, and SQL statements', async () => {
    await createSignup(db, { email: 'known@example.org' })
    const requestLetter = async (email: string) => {
      const statements: string[] = []
      const stop = listenTo(statements)
      const reply = await new Browser(visitor).submit('/profile-link', { email })
      stop()
      const { statusCode, body, headers } = reply
      const { 'set-cookie': _, date: __, ...rest } = headers
      return {
        statusCode,
        body,
        headers: rest,
        cookies: reply.cookies.map(({ name, value, ...options }) => ({
          name,
          length: value.length,
          ...options,
          expires: null,
        })),
        statements,
      }
    }
    await requestLetter('warm@example.org')
    const [known, unknown] = [await requestLetter('known@example.org'), await requestLetter('unown@example.org')]
    expect(known).toEqual(unknown)
    expect(known.statements.length).toBeGreaterThan(3)
    await sendLetters()
  })
})

describe('a remembered device', () => {
  test('is created only on request, with a readable name', async () => {
    const { browser, code, signup } = await requestSignin({ keep: true })
    await enter(browser, code)
    const devices = () =>
      db.selectFrom('champion_devices').select(['name', 'revoked_at']).where('signup_id', '=', signup.id).execute()
    expect(await devices()).toEqual([{ name: 'A browser', revoked_at: null }])
    expect((await eventsOf(signup.id)).map(({ type }) => type)).toEqual([
      'signin_requested',
      'device_remembered',
      'signin_completed',
    ])
    browser.cookies.delete(cookies.session.name)
    expect(await stateOf(browser)).toBe('recognized')
    await ask(browser, signup.email, { keep: true })
    const [letter] = await sendLetters()
    await enter(browser, codeOf(letter!))
    expect(await devices()).toHaveLength(1)
    expect(await stateOf(browser)).toBe('verified')
  })

  test('is replaced only by a next person who wants to be remembered', async () => {
    const rosa = await requestSignin({ keep: true })
    await enter(rosa.browser, rosa.code)
    const ben = await createSignup(db, { email: `ben${people}@example.org`, first_name: 'Ben' })
    rosa.browser.cookies.delete(cookies.session.name)
    await ask(rosa.browser, ben.email)
    await enter(rosa.browser, codeOf((await sendLetters())[0]!))
    rosa.browser.cookies.delete(cookies.session.name)
    expect(viewOf(await rosa.browser.visit('/')).site.visitor).toMatchObject({ state: 'recognized', name: 'Rosa' })
    await ask(rosa.browser, ben.email, { keep: true })
    await enter(rosa.browser, codeOf((await sendLetters())[0]!))
    rosa.browser.cookies.delete(cookies.session.name)
    expect(viewOf(await rosa.browser.visit('/')).site.visitor).toMatchObject({ state: 'recognized', name: 'Ben' })
    expect((await eventsOf(rosa.signup.id)).at(-1)).toMatchObject({
      type: 'device_revoked',
      payload: { reason: 'replaced' },
    })
  })
})

describe('signing out', () => {
  const startSignup = (browser: Browser) => browser.submit('/signups', { step: 'who', first_name: 'Rosa' })

  test('ends the session, forgets the device, the requests of the browser, and started forms', async () => {
    const { browser, code, signup } = await requestSignin({ keep: true })
    await enter(browser, code)
    await startSignup(browser)
    const copy = new Browser(visitor)
    for (const [name, value] of browser.cookies) copy.cookies.set(name, value)
    const reply = await browser.submit('/sign-out', {})
    expect([...browser.cookies.keys()]).toEqual([])
    expect(propsOf(await browser.visit(String(reply.headers.location)), homePage).notice).toBe('signed-out')
    expect(await stateOf(copy)).toBe('anonymous')
    expect((await eventsOf(signup.id)).slice(-2)).toMatchObject([
      { type: 'device_revoked', payload: { reason: 'signed out' } },
      { type: 'signed_out' },
    ])
  })

  test('“Not you?” forgets the device of a recognized person, and their started forms', async () => {
    const { browser, code, signup } = await requestSignin({ keep: true })
    await enter(browser, code)
    browser.cookies.delete(cookies.session.name)
    await startSignup(browser)
    expect(await stateOf(browser)).toBe('recognized')
    const reply = await browser.submit('/not-you', {})
    expect(propsOf(await browser.visit(String(reply.headers.location)), homePage).notice).toBe('forgotten')
    expect(propsOf(await browser.visit('/?done=nonsense'), homePage).notice).toBeNull()
    expect([await stateOf(browser), [...browser.cookies.keys()]]).toEqual(['anonymous', []])
    expect((await eventsOf(signup.id)).at(-1)).toMatchObject({ type: 'device_revoked', payload: { reason: 'not me' } })
  })

  test('cannot be caused by another site, nor can requesting a letter or using a link', async () => {
    for (const url of [
      '/sign-out',
      '/not-you',
      '/profile-link',
      '/sign-in/code',
      '/sign-in/link',
      '/auth/signup_google',
    ]) {
      const foreign = visitor.with({ 'sec-fetch-site': 'cross-site', origin: 'https://evil.example', cookie: 'x=y' })
      expect((await foreign.submit(url, { email: 'rosa1@example.org' })).statusCode).toBe(403)
    }
  })
})

test('requesting and entering codes share a limit of 5 in 20 seconds for an address', async () => {
  const far = await buildTestApp()
  const statuses: number[] = []
  for (let time = 0; time < 7; time++) {
    const url = time % 2 ? '/profile-link' : '/sign-in/code'
    const options = { payload: { email: 'x@example.org', code: '123456' }, remoteAddress: '203.0.113.7' }
    statuses.push((await far.visitor.post(url, options.payload, options)).statusCode)
  }
  expect(statuses.slice(5)).toEqual([429, 429])
  expect(statuses.slice(0, 5)).not.toContain(429)
})

test('the daily job deletes only sign-in data that has expired', async () => {
  const { browser, code, signup } = await requestSignin({ keep: true })
  await enter(browser, code)
  const count = async () => [
    (await db.selectFrom('signin_requests').select('id').where('signup_id', '=', signup.id).execute()).length,
    (await sessionsOf(signup.id)).length,
    (await db.selectFrom('champion_devices').select('id').where('signup_id', '=', signup.id).execute()).length,
  ]
  await pruneIdentity({ db })
  expect(await count()).toEqual([1, 1, 1])
  await db
    .updateTable('signin_requests')
    .set({ created_at: new Date(Date.now() - 49 * 3600_000) })
    .execute()
  await db
    .updateTable('champion_sessions')
    .set({ used_at: new Date(Date.now() - 13 * 3600_000) })
    .execute()
  await db
    .updateTable('champion_devices')
    .set({ expires_at: new Date(Date.now() - 31 * 24 * 3600_000) })
    .execute()
  for (let run = 0; run < 2; run++) await pruneIdentity({ db })
  expect(await count()).toEqual([0, 0, 0])
})

test('links, codes, browsers and addresses are stored as keyed hashes only', async () => {
  const { link, code, email, browser } = await requestSignin({ keep: true })
  const stored = JSON.stringify(await db.entities.execute('select * from signin_requests'))
  const token = new URL(link).searchParams.get('token')!
  for (const secret of [token, `"${code}"`, email]) expect(stored).not.toContain(secret)
  await enter(browser, code)
  const later = JSON.stringify([
    await db.entities.execute('select * from champion_devices'),
    await db.entities.execute('select * from champion_sessions'),
    await db.entities.execute('select * from activity_events'),
    await db.entities.execute('select * from letters'),
  ])
  for (const value of browser.cookies.values()) expect(later).not.toContain(value.split('.').at(-1))
  expect(later).not.toContain(email)
})

/** Records the statements that this process sends to PostgreSQL, without their values. */
function listenTo(statements: string[]): () => void {
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first] = args as [string | { text: string }]
    statements.push(typeof first === 'string' ? first : first.text)
    return query.apply(this, args)
  } as typeof pg.Client.prototype.query
  return () => void (pg.Client.prototype.query = query as typeof pg.Client.prototype.query)
}
