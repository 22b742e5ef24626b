import { describe, expect, test } from 'vitest'
import type { EntityManager } from '../../foundations/database/orm.ts'
import { Browser } from '../../../testing/browser.ts'
import { createSignup } from '../../../testing/champions.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import { whileOpen } from '../../../testing/two-at-once.ts'
import { findOrLinkGoogle, linkGoogle, unlinkGoogle } from './google-identities.ts'
import { emailHash, takeLink, writeSigninSecrets } from './signin-requests.ts'
import { codeOf, linkOf } from './testing/read-letter.ts'

const { visitor, em, config, sendLetters } = await buildTestApp()
const db = () => em().getKysely()
const ipHash = 'somewhere'

let people = 0
const signUp = () => createSignup(em(), { email: `rosa${++people}@example.org`, first_name: 'Rosa' })
const eventsOf = (signup: number) =>
  db().selectFrom('activity_events').select(['type', 'payload']).where('signup_id', '=', signup).orderBy('id').execute()

test('thirty wrong codes at once are counted one by one: the fifth ends what was asked, and the right one fails', async () => {
  const { id, email } = await signUp()
  const browser = new Browser(visitor)
  await browser.submit('/profile-link', { email })
  const right = codeOf((await sendLetters())[0]!)
  const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, '0')
  await Promise.all(Array.from({ length: 30 }, () => browser.submit('/sign-in/code', { code: wrong })))
  expect((await browser.submit('/sign-in/code', { code: right })).statusCode).toBe(422)
  const failures = (await eventsOf(id)).filter(({ type }) => type === 'signin_failed')
  expect(failures.map(({ payload }) => (payload as { wrong_codes: number }).wrong_codes)).toEqual([1, 2, 3, 4, 5])
})

test('of five letters that are written at once three leave', async () => {
  const { email } = await signUp()
  for (let time = 0; time < 5; time++) await new Browser(visitor).submit('/profile-link', { email })
  const requests = await db()
    .selectFrom('signin_requests')
    .select('id')
    .where('email_hash', '=', emailHash(config, email))
    .execute()
  const write = (id: number) => (em: EntityManager) => writeSigninSecrets(em, config, id)
  const [one, two, ...others] = requests.map(({ id }) => write(id))
  const first = [await one!(em()), await two!(em())]
  const last = await whileOpen(
    em(),
    others[0]!,
    others.slice(1).map((other) => () => other(em())),
  )
  expect([first.filter(Boolean).length, last]).toEqual([2, [null, null]])
})

test('of two links to one address that are used at once one signs in', async () => {
  const { email, id } = await signUp()
  for (let time = 0; time < 2; time++) await new Browser(visitor).submit('/profile-link', { email })
  const letters = (await sendLetters()).filter(({ to }) => to === email)
  const [one, other] = letters.map((letter) => new URL(linkOf(letter)).searchParams.get('token')!)
  const take = (token: string) => (em: EntityManager) => takeLink(em, config, token)
  let first = undefined as Awaited<ReturnType<typeof takeLink>>
  const [second] = await whileOpen(em(), async (em) => (first = await take(one!)(em)), [
    () => em().transactional(take(other!)),
  ])
  expect([first?.signup.id, second]).toEqual([id, undefined])
})

describe('Google', () => {
  test('one account that comes back twice at once is linked once, and signs in both times', async () => {
    const { id, email } = await signUp()
    const arrive = (em: EntityManager) => findOrLinkGoogle(em, { identity: { uid: `uid-${email}`, email }, ipHash })
    const [second] = await whileOpen(em(), arrive, [() => em().transactional(arrive)])
    expect(second).toMatchObject({ state: 'known', signup: { id } })
    expect(await eventsOf(id)).toEqual([{ type: 'google_linked', payload: {} }])
  })

  test('of two accounts that one champion links at once the first stays', async () => {
    const { id } = await signUp()
    const linked = (uid: string) => (em: EntityManager) =>
      linkGoogle(em, id, { identity: { uid, email: undefined }, ipHash })
    const [second] = await whileOpen(em(), linked(`one-${id}`), [() => linked(`other-${id}`)(em())])
    expect(second).toEqual({ state: 'other' })
  })

  test('an account that is unlinked while it comes back does not sign in by what it was', async () => {
    const { id } = await signUp()
    const uid = `gone-${id}`
    await linkGoogle(em(), id, { identity: { uid, email: undefined }, ipHash })
    const unlink = (em: EntityManager) => unlinkGoogle(em, id, {})
    const arrive = (em: EntityManager) => findOrLinkGoogle(em, { identity: { uid, email: undefined }, ipHash })
    const [arrived] = await whileOpen(em(), unlink, [() => em().transactional(arrive)])
    expect(arrived).toEqual({ state: 'unknown' })
  })

  test('an account that two unlink at once is unlinked once', async () => {
    const { id } = await signUp()
    await linkGoogle(em(), id, { identity: { uid: `twice-${id}`, email: undefined }, ipHash })
    const unlink = (em: EntityManager) => unlinkGoogle(em, id, {})
    expect(await whileOpen(em(), unlink, [() => unlink(em())])).toEqual([false])
    expect((await eventsOf(id)).map(({ type }) => type)).toEqual(['google_linked', 'google_unlinked'])
  })
})
