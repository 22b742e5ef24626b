import { beforeEach, expect, test } from 'vitest'
import { confirmEmailPage, emailPage } from '@alumni/shared/champions/profile'
import { createSignup, type SignupValues } from '../../../testing/champions.ts'
import { propsOf } from '../../../testing/portal-view.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import { deleteOldEmailChanges } from './change-email.ts'

const { db, visitor, asChampion, sendLetters, logs } = await buildTestApp()
let number = 0

beforeEach(async () => void (await sendLetters()))

async function createChampion(values: SignupValues = {}) {
  const email = `champion${++number}@example.com`
  const signup = await createSignup(db, { email, ...values })
  return { signup, email, browser: await asChampion(signup) }
}

async function requestChange({ browser }: { browser: Awaited<ReturnType<typeof asChampion>> }, email: string) {
  expect((await browser.submit('/profile/email', { email })).statusCode).toBe(303)
  const letters = await sendLetters()
  const [, path] = /(\/profile\/email\/[\w-]{43})/.exec(letters.find(({ to }) => to === email)?.text ?? '') ?? []
  return { letters, path: path! }
}

const emailOf = async (id: number) =>
  (await db.selectFrom('champion_signups').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email
const eventsOf = (id: number) =>
  db.selectFrom('activity_events').select(['type', 'payload']).where('signup_id', '=', id).execute()

test('a new address is confirmed in any browser, and the old one is notified of the request and the change', async () => {
  const majo = await createChampion()
  const { letters, path } = await requestChange(majo, 'majo.new@example.org')
  expect(letters.map(({ to, subject }) => [to, subject])).toEqual([
    ['majo.new@example.org', 'Confirm your e-mail address for Bayside alumni champions'],
    [majo.email, 'A request to change your e-mail address for Bayside alumni champions'],
  ])
  expect(propsOf(await majo.browser.visit('/profile/email'), emailPage)).toMatchObject({
    email: majo.email,
    sent_to: 'majo.new@example.org',
  })
  expect(await emailOf(majo.signup.id)).toBe(majo.email)
  const reply = await visitor.submit(path, {})
  expect([reply.statusCode, reply.headers['referrer-policy']]).toEqual([200, 'no-referrer'])
  expect(propsOf(reply, confirmEmailPage)).toEqual({ email: 'majo.new@example.org', token: '', problem: null })
  expect(await emailOf(majo.signup.id)).toBe('majo.new@example.org')
  expect((await sendLetters()).map(({ to, subject }) => [to, subject])).toEqual([
    [majo.email, 'Your e-mail address for Bayside alumni champions was changed'],
  ])
  expect(await eventsOf(majo.signup.id)).toEqual([{ type: 'email_changed', payload: { change: expect.any(Number) } }])
})

test('a champion who is signed in returns to the hub', async () => {
  const majo = await createChampion()
  const { path } = await requestChange(majo, 'hub@example.org')
  expect((await majo.browser.submit(path, {})).headers.location).toBe('/profile?saved=email')
})

test('25 GETs and 5 HEADs do not use up the link, and one of 50 simultaneous confirmations takes effect', async () => {
  const majo = await createChampion()
  const { path } = await requestChange(majo, 'once@example.org')
  for (let visit = 0; visit < 25; visit++)
    expect(propsOf(await visitor.visit(path), confirmEmailPage)).toMatchObject({ email: 'once@example.org' })
  for (let visit = 0; visit < 5; visit++)
    expect((await visitor.request({ method: 'HEAD', url: path })).statusCode).toBe(200)
  const replies = await Promise.all(Array.from({ length: 50 }, () => visitor.submit(path, {})))
  expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(replies.every(({ statusCode }) => [200, 409, 410].includes(statusCode))).toBe(true)
  expect(await eventsOf(majo.signup.id)).toHaveLength(1)
  expect((await visitor.visit(path)).statusCode).toBe(410)
})

test('an earlier link stays valid if requested again, ends with a request for another address, and all end with a confirmation', async () => {
  const majo = await createChampion()
  const first = await requestChange(majo, 'first@example.org')
  const again = await requestChange(majo, 'first@example.org')
  expect((await visitor.visit(first.path)).statusCode).toBe(200)
  const other = await requestChange(majo, 'other@example.org')
  expect((await visitor.visit(first.path)).statusCode).toBe(410)
  expect((await visitor.visit(again.path)).statusCode).toBe(410)
  expect((await visitor.submit(other.path, {})).statusCode).toBe(200)
})

test('a change can be canceled, and expires after 24 hours', async () => {
  const majo = await createChampion()
  const { path } = await requestChange(majo, 'off@example.org')
  expect((await majo.browser.submit('/profile/email/cancel', {})).headers.location).toBe('/profile/email')
  expect((await visitor.submit(path, {})).statusCode).toBe(410)
  const late = await requestChange(majo, 'late@example.org')
  await db.updateTable('email_changes').set({ expires_at: '2026-01-01' }).execute()
  const reply = await visitor.submit(late.path, {})
  expect([reply.statusCode, propsOf(reply, confirmEmailPage).problem]).toEqual([
    410,
    expect.stringContaining('used or has expired'),
  ])
  expect(await emailOf(majo.signup.id)).toBe(majo.email)
})

test('a request for a taken address looks like any other, and only its owner is told why it fails', async () => {
  const [majo, siobhan] = [await createChampion(), await createChampion()]
  const free = await majo.browser.submit('/profile/email', { email: 'free@example.org' })
  await sendLetters()
  const refused = await majo.browser.submit('/profile/email', { email: siobhan.email.toUpperCase() })
  expect([refused.statusCode, refused.headers.location]).toEqual([free.statusCode, free.headers.location])
  const [letter] = await sendLetters()
  expect([letter!.to, letter!.subject]).toEqual([
    siobhan.email.toUpperCase(),
    'You have already signed up for Bayside alumni champions',
  ])
  expect(letter!.text).not.toContain('/profile/email/')
})

test('an address that was taken meanwhile is refused without naming its owner', async () => {
  const majo = await createChampion()
  const { path } = await requestChange(majo, 'meanwhile@example.org')
  await createSignup(db, { email: 'Meanwhile@Example.org' })
  const reply = await visitor.submit(path, {})
  expect(reply.statusCode).toBe(409)
  expect(propsOf(reply, confirmEmailPage)).toEqual({
    email: null,
    token: '',
    problem: 'This address cannot be used for your signup, so your address has not changed. Try another one.',
  })
  expect(await emailOf(majo.signup.id)).toBe(majo.email)
  expect(await eventsOf(majo.signup.id)).toEqual([])
})

test('confirming the change ends sign-ins requested at the old address', async () => {
  const majo = await createChampion()
  await db
    .insertInto('signin_requests')
    .values({
      email_hash: 'x',
      browser_hash: 'y',
      signup_id: majo.signup.id,
      expires_at: new Date(Date.now() + 600_000),
    })
    .execute()
  const { path } = await requestChange(majo, 'signin@example.org')
  await visitor.submit(path, {})
  const [request] = await db
    .selectFrom('signin_requests')
    .select('ended_at')
    .where('signup_id', '=', majo.signup.id)
    .execute()
  expect(request!.ended_at).not.toBeNull()
})

test('an invalid address, the current one, and the sixth letter within an hour are refused with a message', async () => {
  const majo = await createChampion()
  const refusal = async (email: string) => {
    const reply = await majo.browser.submit('/profile/email', { email })
    return [reply.statusCode, propsOf(reply, emailPage).form]
  }
  expect(await refusal('majo')).toEqual([
    422,
    { values: { email: 'majo' }, errors: { email: 'Enter an e-mail address such as name@example.com.' } },
  ])
  expect(await refusal(` ${majo.email.toUpperCase()} `)).toMatchObject([
    422,
    { errors: { email: 'This is already your e-mail address.' } },
  ])
  for (let letter = 0; letter < 5; letter++) await requestChange(majo, `many${letter}@example.org`)
  expect(await refusal('many6@example.org')).toMatchObject([
    422,
    { errors: { email: expect.stringContaining('Wait an hour') } },
  ])
})

test('the link of a merged or deleted signup changes no address', async () => {
  const [majo, survivor] = [await createChampion(), await createChampion()]
  const { path } = await requestChange(majo, 'merged@example.org')
  await db
    .updateTable('champion_signups')
    .set({ merged_into_id: survivor.signup.id, deleted_at: '2026-11-01' })
    .where('id', '=', majo.signup.id)
    .execute()
  expect((await visitor.submit(path, {})).statusCode).toBe(410)
  expect(await emailOf(survivor.signup.id)).toBe(survivor.email)
})

test('no token is logged, and changes are deleted after 30 days', async () => {
  const majo = await createChampion()
  const { path } = await requestChange(majo, 'log@example.org')
  await visitor.visit(path)
  expect(logs.join('')).not.toContain(path.split('/').at(-1))
  await db
    .updateTable('email_changes')
    .set({ created_at: '2026-01-01' })
    .where('signup_id', '=', majo.signup.id)
    .execute()
  await deleteOldEmailChanges(db)
  expect(await db.selectFrom('email_changes').select('id').where('signup_id', '=', majo.signup.id).execute()).toEqual(
    [],
  )
})
