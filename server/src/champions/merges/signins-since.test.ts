import { describe, expect, test } from 'vitest'
import { emailCheckReply } from '@alumni/shared/champions/sign-up'
import type { Signup } from '../record/find-signup.ts'
import type { Db } from '../../foundations/database/db.ts'
import { championCookies } from '../sign-in/cookies.ts'
import { codeOf, linkOf } from '../sign-in/testing/read-letter.ts'
import { Browser } from '../../../testing/browser.ts'
import { googleEnv, startGoogle } from '../../../testing/google-server.ts'
import { viewOf } from '../../../testing/portal-view.ts'
import { runDuring } from '../../../testing/run-during.ts'
import { mergeSignups } from './merge.ts'
import { buildMergeStory, buildMergeRequest } from './testing/merge-story.ts'
import { answerRules } from '../../publications/champion-answers.ts'
import { undoMerge } from './undo.ts'

const google = await startGoogle()
const story = await buildMergeStory({ env: googleEnv, context: { google: google.provider } })
const { stan, db, config, visitor, signup, read, merge, undo, sendLetters } = story
const cookies = championCookies(config)

const visitorOf = async (browser: Browser) => viewOf(await browser.visit('/')).site.visitor
async function visitorOfDevice(browser: Browser) {
  browser.cookies.delete(cookies.session.name)
  return visitorOf(browser)
}
async function requestSignin({ email }: Signup, keep: { keep_me_signed_in?: string } = { keep_me_signed_in: 'yes' }) {
  const browser = new Browser(visitor)
  await browser.submit('/profile-link', { email, ...keep })
  const letters = (await sendLetters()).filter(({ to }) => to === email)
  const letter = letters.at(-1)!
  return {
    browser,
    letters,
    press: () => browser.submit('/sign-in/link', { token: new URL(linkOf(letter)).searchParams.get('token')! }),
    enter: () => browser.submit('/sign-in/code', { code: codeOf(letter) }),
  }
}
const createPair = async () =>
  [await signup({ first_name: 'Margaret' }), await signup({ first_name: 'Peggy' })] as const
const anonymousVisitor = { state: 'anonymous', name: null }

test.each(['press', 'enter'] as const)(
  'a letter that Peggy requested before the merge signs in Margaret, and Peggy again after an undo: %s',
  async (use) => {
    const [margaret, peggy] = await createPair()
    const signin = await requestSignin(peggy)
    const { merge: made } = await merge(buildMergeRequest(margaret, peggy))
    expect((await signin[use]()).statusCode).toBe(303)
    expect(await visitorOf(signin.browser)).toEqual({ state: 'verified', name: 'Margaret' })
    expect((await undo(made.id)).status).toBe(200)
    expect(await visitorOf(signin.browser)).toEqual({ state: 'verified', name: 'Peggy' })
  },
)

test('a letter written after the merge signs in Margaret, and so does a link that is used during the merge', async () => {
  const [margaret, peggy] = await createPair()
  const browser = new Browser(visitor)
  await browser.submit('/profile-link', { email: peggy.email })
  await merge(buildMergeRequest(margaret, peggy))
  const [letter] = await sendLetters()
  await browser.submit('/sign-in/code', { code: codeOf(letter!) })
  expect(await visitorOf(browser)).toEqual({ state: 'verified', name: 'Margaret' })

  const [ada, ben] = await createPair()
  const signin = await requestSignin(ben)
  const [reply] = await runDuring(db, (db) => mergeSignups(db, buildMergeRequest(ada, ben), stan.user!, answerRules), [
    signin.press,
  ])
  expect(reply.statusCode).toBe(303)
  expect(await visitorOf(signin.browser)).toEqual({ state: 'verified', name: 'Margaret' })
})

describe('the address of a merged signup', () => {
  test('leads to the survivor over several merges, by a letter to the address that was entered', async () => {
    const [margaret, peggy] = await createPair()
    const between = await signup()
    await merge(buildMergeRequest(between, peggy))
    await merge(buildMergeRequest(margaret, between))
    const reply = await visitor.post('/sign-up/email-check', { email: peggy.email.toUpperCase(), website: '' })
    expect(emailCheckReply.parse(reply.json())).toEqual({ known: true })
    const { press, browser, letters } = await requestSignin(peggy)
    expect(letters).toHaveLength(1)
    expect((await press()).statusCode).toBe(303)
    expect(await visitorOf(browser)).toEqual({ state: 'verified', name: 'Margaret' })
    expect(await visitorOfDevice(browser)).toMatchObject({ state: 'recognized', name: 'Margaret' })
  })

  test('cannot sign up again, which only its owner is told, until the survivor is deleted', async () => {
    const [margaret, peggy] = [await signup(), await signup({ created_at: '2026-01-01' })]
    await merge(buildMergeRequest(margaret, peggy))
    const form = { first_name: 'Peggy', last_name: 'O’Neil', email: peggy.email, zip_code: '02118', consent: 'yes' }
    const signUp = () => new Browser(visitor).submit('/', form)
    const active = () =>
      db.selectFrom('champion_signups').select('id').where('email', '=', peggy.email).where('deleted_at', 'is', null)
    expect((await signUp()).statusCode).toBe(303)
    expect(await active().execute()).toEqual([])
    expect((await sendLetters()).map(({ to, subject }) => [to, subject])).toEqual([
      [peggy.email, 'You have already signed up for Bayside alumni champions'],
    ])
    await stan.request({ method: 'DELETE', url: `/champion_signups/${margaret.id}` })
    await signUp()
    expect(await active().execute()).toHaveLength(1)
  })

  test('cannot sign up again during the merge', async () => {
    const [margaret, peggy] = await createPair()
    const form = { first_name: 'Peggy', last_name: 'O’Neil', email: peggy.email, zip_code: '02118', consent: 'yes' }
    const mergePair = (db: Db) => mergeSignups(db, buildMergeRequest(margaret, peggy), stan.user!, answerRules)
    const [reply] = await runDuring(db, mergePair, [() => new Browser(visitor).submit('/', form)])
    expect(reply.statusCode).toBe(303)
    const active = db.selectFrom('champion_signups').select('id').where('email', '=', peggy.email)
    expect(await active.where('deleted_at', 'is', null).execute()).toEqual([])
  })

  test('can be taken only by its survivor', async () => {
    const [margaret, peggy] = await createPair()
    const other = await signup()
    await merge(buildMergeRequest(margaret, peggy))
    const confirm = async (champion: Signup) => {
      await (await story.asChampion(champion)).submit('/profile/email', { email: peggy.email })
      const link = (await sendLetters()).flatMap(({ text }) => /\/profile\/email\/\S+/.exec(text) ?? [])[0]
      return link ? (await visitor.submit(link, {})).statusCode : 'no letter with a link'
    }
    expect([await confirm(other), await confirm(margaret)]).toEqual(['no letter with a link', 200])
    expect((await read(margaret.id)).email).toBe(peggy.email)
  })
})

describe('after an undo, what a merged signup’s credentials brought belongs to that signup', () => {
  test('by its address', async () => {
    const [margaret, peggy] = await createPair()
    const { merge: made } = await merge(buildMergeRequest(margaret, peggy))
    const { press, browser } = await requestSignin(peggy)
    await press()
    const borrowed = await requestSignin(peggy, {})
    await borrowed.press()
    for (const each of [browser, borrowed.browser]) expect((await visitorOf(each)).name).toBe('Margaret')
    const { status, undo: outcome } = await undo(made.id)
    expect([status, outcome!.refusals]).toEqual([200, []])
    expect(outcome!.kept).toMatchObject([{ what: 'champion_devices', signup_id: peggy.id, how: 'new' }])
    for (const each of [browser, borrowed.browser])
      expect(await visitorOf(each)).toEqual({ state: 'verified', name: 'Peggy' })
    expect(await visitorOfDevice(browser)).toMatchObject({ state: 'recognized', name: 'Peggy' })
    expect(await visitorOfDevice(borrowed.browser)).toEqual(anonymousVisitor)
  })

  test('by its Google account, if both have one, while the survivor’s sign-ins stay', async () => {
    const [margaret, peggy] = await createPair()
    for (const { id } of [margaret, peggy])
      await db
        .updateTable('champion_signups')
        .set({ google_uid: `uid-${id}` })
        .where('id', '=', id)
        .execute()
    const { merge: made, outcome } = await merge(buildMergeRequest(margaret, peggy))
    expect(outcome!.google).toBe('both')
    const margarets = await requestSignin(margaret)
    await margarets.press()
    const hers = new Browser(visitor)
    const account = { sub: `uid-${peggy.id}`, email: peggy.email, email_verified: true }
    await google.signIn(hers, account, { keep_me_signed_in: 'yes' })
    expect(await visitorOf(hers)).toEqual({ state: 'verified', name: 'Margaret' })
    expect((await undo(made.id)).status).toBe(200)
    expect(await visitorOf(hers)).toEqual({ state: 'verified', name: 'Peggy' })
    expect(await visitorOf(margarets.browser)).toEqual({ state: 'verified', name: 'Margaret' })
    await google.signIn(hers, account)
    expect(await visitorOf(hers)).toEqual({ state: 'verified', name: 'Peggy' })
  })

  test('by a link that is used during the undo, which signs in to the restored signup', async () => {
    const [margaret, peggy] = await createPair()
    const { merge: made } = await merge(buildMergeRequest(margaret, peggy))
    const { press, browser } = await requestSignin(peggy)
    await runDuring(db, (db) => undoMerge(db, made.id, stan.user!, answerRules), [press])
    expect(await visitorOf(browser)).toEqual({ state: 'verified', name: 'Peggy' })
    const events = db.selectFrom('activity_events').select('payload').where('type', '=', 'signin_completed')
    expect(await events.where('signup_id', '=', peggy.id).execute()).toEqual([{ payload: { method: 'link' } }])
  })
})

test('an undo is refused while a browser is remembered by a Google account that moved to the survivor', async () => {
  const [margaret, peggy] = await createPair()
  await db.updateTable('champion_signups').set({ google_uid: 'uid-moves' }).where('id', '=', peggy.id).execute()
  const { merge: made, outcome } = await merge(buildMergeRequest(margaret, peggy))
  expect(outcome!.google).toBe('moves')
  const browser = new Browser(visitor)
  const account = { sub: 'uid-moves', email: peggy.email, email_verified: true }
  await google.signIn(browser, account, { keep_me_signed_in: 'yes' })
  expect((await undo(made.id)).error).toBe(
    'A browser has since been remembered, after a sign-in with a Google account that the undo takes away. Revoke it first.',
  )
  await browser.submit('/sign-out', {})
  expect((await undo(made.id)).status).toBe(200)
})
