import { describe, expect, test } from 'vitest'
import { signupAnswers } from '@alumni/shared/champions/answers'
import type { SignupPage } from '@alumni/shared/champions/staff-page'
import type { Db } from '../../foundations/database/db.ts'
import { rememberDevice, revokeDevice } from '../sign-in/devices.ts'
import { championCookies } from '../sign-in/cookies.ts'
import { codeOf, linkOf } from '../sign-in/testing/read-letter.ts'
import { Browser } from '../../../testing/browser.ts'
import { createSignup } from '../../../testing/champions.ts'
import { googleEnv, startGoogle } from '../../../testing/google-server.ts'
import { viewOf } from '../../../testing/portal-view.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import { runDuring } from '../../../testing/run-during.ts'

const google = await startGoogle()
const { visitor, db, config, sendLetters, as } = await buildTestApp({
  env: googleEnv,
  context: { google: google.provider },
})
const cookies = championCookies(config)
const stan = await as('staff')
const stateOf = async (browser: Browser) => viewOf(await browser.visit('/')).site.visitor.state

let people = 0
async function prepareSignins() {
  const email = `rosa${++people}@example.org`
  const sub = `google-rosa${people}`
  const rosa = await createSignup(db, { email, google_uid: sub })
  const ana = await createSignup(db, { email: `ana${people}@example.org` })
  const device = await rememberDevice(db, config, { signup: ana, name: 'Firefox' })
  const browser = new Browser(visitor)
  await browser.submit('/profile-link', { email })
  const letter = (await sendLetters()).find(({ subject }) => subject.startsWith('Your sign-in'))
  browser.cookies.set(cookies.device.name, device.token)
  const { headers } = await browser.submit('/auth/signup_google', {})
  const callback = await google.agree(headers.location!, { sub, email, email_verified: true })
  const token = new URL(linkOf(letter!)).searchParams.get('token')!
  const ways = {
    link: () => browser.submit('/sign-in/link', { token }),
    code: () => browser.submit('/sign-in/code', { code: codeOf(letter!) }),
    Google: () => browser.visit(callback, { headers: { 'sec-fetch-site': 'cross-site' } }),
  }
  return { rosa, ana, device, browser, ways }
}

const page = (id: number) => `/champion_signups/${id}`
const ends = {
  'deletes and restores her signup': async (id: number) => {
    await stan.request({ method: 'DELETE', url: page(id) })
    return stan.post(`${page(id)}/restore`)
  },
  'signs her out everywhere': (id: number) => stan.request({ method: 'DELETE', url: `${page(id)}/devices` }),
  'gives her another address': async (id: number) => {
    const answers = signupAnswers.parse((await stan.get(page(id))).json<SignupPage>().signup)
    const payload = { seen: answers, signin: { email: `new.${answers.email}` } }
    return stan.request({ method: 'PATCH', url: page(id), payload })
  },
  'unlinks her Google account': (id: number) => stan.request({ method: 'DELETE', url: `${page(id)}/google` }),
}

describe.each(['link', 'code', 'Google'] as const)('a sign-in by %s that is in progress', (way) => {
  test.each(Object.keys(ends) as (keyof typeof ends)[])('ends when Stan %s', async (end) => {
    const { rosa, device, browser, ways } = await prepareSignins()
    const [reply, ended] = await runDuring(
      db,
      // The sign-in has consumed its proof and waits for the device of its browser.
      (db) => db.selectFrom('champion_devices').select('id').where('id', '=', device.id).forUpdate().execute(),
      [ways[way], () => ends[end](rosa.id)],
    )
    expect([reply.statusCode, ended.statusCode]).toEqual([303, 200])
    expect(await stateOf(browser)).toBe('recognized')
    const sessions = db.selectFrom('champion_sessions').select('token_hash').where('signup_id', '=', rosa.id)
    expect(await sessions.execute()).toEqual([])
  })

  test('is refused after Stan has signed her out, unless it needs no earlier request', async () => {
    const { rosa, browser, ways } = await prepareSignins()
    await ends['signs her out everywhere'](rosa.id)
    expect((await ways[way]()).statusCode).toBe(way === 'link' ? 410 : way === 'code' ? 422 : 303)
    expect(await stateOf(browser)).toBe(way === 'Google' ? 'verified' : 'recognized')
  })
})

test('a device that two people revoke at once is revoked once', async () => {
  const { ana, device } = await prepareSignins()
  const revoke = (db: Db) => revokeDevice(db, { signup: ana.id, device: device.id, reason: 'by staff' })
  expect(await runDuring(db, revoke, [() => revoke(db)])).toEqual([false])
  const events = db.selectFrom('activity_events').select('type').where('signup_id', '=', ana.id)
  expect(await events.execute()).toEqual([{ type: 'device_remembered' }, { type: 'device_revoked' }])
})
