import { describe, expect, test } from 'vitest'
import { transact, type Db } from '../../foundations/database/db.ts'
import { Browser } from '../../../testing/browser.ts'
import { createSignup } from '../../../testing/champions.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import { runDuring } from '../../../testing/run-during.ts'
import { findOrLinkGoogle, linkGoogle, unlinkGoogle } from './google-identities.ts'
import { emailHash, consumeLink, createSigninSecrets } from './signin-requests.ts'
import { codeOf, linkOf } from './testing/read-letter.ts'

const { visitor, db, config, sendLetters } = await buildTestApp()
const ipHash = 'somewhere'

let people = 0
const signUp = () => createSignup(db, { email: `rosa${++people}@example.org`, first_name: 'Rosa' })
const eventsOf = (signup: number) =>
  db.selectFrom('activity_events').select(['type', 'payload']).where('signup_id', '=', signup).orderBy('id').execute()

test('thirty simultaneous wrong codes are counted one by one, and the right one fails after the fifth', async () => {
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

test('three of five letters that are written at once are sent', async () => {
  const { email } = await signUp()
  for (let time = 0; time < 5; time++) await new Browser(visitor).submit('/profile-link', { email })
  const requests = await db
    .selectFrom('signin_requests')
    .select('id')
    .where('email_hash', '=', emailHash(config, email))
    .execute()
  const write = (id: number) => (db: Db) => createSigninSecrets(db, config, id)
  const [writeFirst, writeSecond, ...others] = requests.map(({ id }) => write(id))
  const first = [await writeFirst!(db), await writeSecond!(db)]
  const last = await runDuring(
    db,
    others[0]!,
    others.slice(1).map((other) => () => other(db)),
  )
  expect([first.filter(Boolean).length, last]).toEqual([2, [null, null]])
})

test('one of two links to one address that are used at once signs in', async () => {
  const { email, id } = await signUp()
  for (let time = 0; time < 2; time++) await new Browser(visitor).submit('/profile-link', { email })
  const letters = (await sendLetters()).filter(({ to }) => to === email)
  const [firstToken, secondToken] = letters.map((letter) => new URL(linkOf(letter)).searchParams.get('token')!)
  const consume = (token: string) => (db: Db) => consumeLink(db, config, token)
  let first = undefined as Awaited<ReturnType<typeof consumeLink>>
  const [second] = await runDuring(db, async (db) => (first = await consume(firstToken!)(db)), [
    () => transact(db, consume(secondToken!)),
  ])
  expect([first?.signup.id, second]).toEqual([id, undefined])
})

describe('Google', () => {
  test('an account that returns twice at once is linked once, and signs in both times', async () => {
    const { id, email } = await signUp()
    const arrive = (db: Db) => findOrLinkGoogle(db, { identity: { uid: `uid-${email}`, email }, ipHash })
    const [second] = await runDuring(db, arrive, [() => transact(db, arrive)])
    expect(second).toMatchObject({ state: 'known', signup: { id } })
    expect(await eventsOf(id)).toEqual([{ type: 'google_linked', payload: {} }])
  })

  test('the first of two accounts that one champion links at once stays', async () => {
    const { id } = await signUp()
    const linkAccount = (uid: string) => (db: Db) => linkGoogle(db, id, { identity: { uid, email: undefined }, ipHash })
    const [second] = await runDuring(db, linkAccount(`one-${id}`), [() => linkAccount(`other-${id}`)(db)])
    expect(second).toEqual({ state: 'other' })
  })

  test('an account that is unlinked while it returns does not sign in', async () => {
    const { id } = await signUp()
    const uid = `gone-${id}`
    await linkGoogle(db, id, { identity: { uid, email: undefined }, ipHash })
    const unlink = (db: Db) => unlinkGoogle(db, id, {})
    const arrive = (db: Db) => findOrLinkGoogle(db, { identity: { uid, email: undefined }, ipHash })
    const [arrived] = await runDuring(db, unlink, [() => transact(db, arrive)])
    expect(arrived).toEqual({ state: 'unknown' })
  })

  test('an account that two requests unlink at once is unlinked once', async () => {
    const { id } = await signUp()
    await linkGoogle(db, id, { identity: { uid: `twice-${id}`, email: undefined }, ipHash })
    const unlink = (db: Db) => unlinkGoogle(db, id, {})
    expect(await runDuring(db, unlink, [() => unlink(db)])).toEqual([false])
    expect((await eventsOf(id)).map(({ type }) => type)).toEqual(['google_linked', 'google_unlinked'])
  })
})
