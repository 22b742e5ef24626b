import { codePage, signInPage } from '@alumni/shared/champions/sign-in'
import { expect, test } from 'vitest'
import { Browser } from '../../../testing/browser.ts'
import { createSignup } from '../../../testing/champions.ts'
import { propsOf, viewOf } from '../../../testing/portal-view.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import { championCookies } from './cookies.ts'
import { rememberDevice } from './devices.ts'
import { codeOf } from './testing/read-letter.ts'

const { visitor, db, config, sendLetters } = await buildTestApp()
const cookies = championCookies(config)

let people = 0
async function browserOfHalima() {
  const email = `halima${++people}@example.net`
  const signup = await createSignup(db, { email, first_name: 'Halima' })
  const browser = new Browser(visitor)
  const { token } = await rememberDevice(db, config, { signup, name: 'Firefox on Windows' })
  browser.cookies.set(cookies.device.name, token)
  return { browser, email, signup }
}
const visitorOf = async (browser: Browser) => viewOf(await browser.visit('/')).site.visitor

test('Halima, recognized by her device, gets a code with one button, and reaches the page she wanted', async () => {
  const { browser, email } = await browserOfHalima()
  expect(await visitorOf(browser)).toEqual({ state: 'recognized', name: 'Halima', email: 'h•••@e•••.net' })
  const requested = await browser.submit('/profile-link', { return_to: '/events/homecoming' })
  expect([requested.statusCode, requested.headers.location]).toEqual([303, '/sign-in/code'])
  const [letter] = await sendLetters()
  expect(letter!.to).toBe(email)
  const reply = await browser.submit('/sign-in/code', { code: codeOf(letter!) })
  expect([reply.statusCode, reply.headers.location]).toEqual([303, '/events/homecoming'])
  expect(await visitorOf(browser)).toEqual({ state: 'verified', name: 'Halima' })
  const remembered = await db.selectFrom('champion_devices').select('id').where('revoked_at', 'is', null).execute()
  expect(remembered).toHaveLength(1)
})

test('no page shows the full address of a recognized person', async () => {
  const { browser, email } = await browserOfHalima()
  await browser.submit('/profile-link', {})
  const code = await browser.visit('/sign-in/code')
  expect(propsOf(code, codePage)).toMatchObject({ email: 'h•••@e•••.net', isMasked: true, mailbox: null })
  const start = await browser.visit('/sign-in')
  expect(propsOf(start, signInPage)).toMatchObject({ askedFor: 'h•••@e•••.net', form: { values: {} } })
  const wrong = await browser.submit('/sign-in/code', { code: '000 000' })
  expect(wrong.statusCode).toBe(422)
  for (const { body } of [code, start, wrong, await browser.visit('/events')]) expect(body).not.toContain(email)
  await sendLetters()
})

test('a typed address is used instead of the recognized one, and an empty field is refused', async () => {
  const { browser } = await browserOfHalima()
  const empty = await browser.submit('/profile-link', { email: '' })
  expect(propsOf(empty, signInPage).form.errors).toEqual({ email: 'Enter your e-mail address.' })
  await browser.submit('/profile-link', { email: 'minh@example.com' })
  expect(propsOf(await browser.visit('/sign-in/code'), codePage)).toMatchObject({
    email: 'minh@example.com',
    isMasked: false,
  })
  expect(await sendLetters()).toEqual([])
})

test('a person who is not remembered is asked for an address', async () => {
  const reply = await new Browser(visitor).submit('/profile-link', { return_to: '/events' })
  expect(reply.statusCode).toBe(422)
  expect(propsOf(reply, signInPage)).toMatchObject({
    returnTo: '/events',
    form: { errors: { email: 'Enter your e-mail address.' } },
  })
})
