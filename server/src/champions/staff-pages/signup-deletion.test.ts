import { expect, test } from 'vitest'
import type { SignupPage } from '@alumni/shared/champions/staff-page'
import { rememberDevice } from '../sign-in/devices.ts'
import { buildSignupStory } from './testing/signup-story.ts'

const story = await buildSignupStory()
const { stan, ada, alumnus, asChampion, listAuditActions, config, db, page, sendLetters, signUp } = story
const remove = (id: number, caller = stan) => caller.request({ method: 'DELETE', url: `/champion_signups/${id}` })
const restore = (id: number, caller = stan) => caller.post(`/champion_signups/${id}/restore`)
const message = (reply: { statusCode: number; json(): unknown }) => [
  reply.statusCode,
  (reply.json() as { error: string }).error,
]

test('Stan deletes Majo’s signup: she is signed out and notified, and the page says who did it and how long it can be restored', async () => {
  const signup = await signUp({ google_uid: 'google-majo', google_linked_at: '2026-01-01' })
  await rememberDevice(db, config, { signup, name: 'Safari on iPhone' })
  const browser = await asChampion(signup)
  await sendLetters()
  const { signup: deleted, devices, sessions } = (await remove(signup.id)).json<SignupPage>()
  expect(deleted).toMatchObject({ condition: 'deleted', deleted_by: 'Stan Okafor', google_linked_at: null })
  expect(Date.parse(deleted.erased_from!) - Date.parse(deleted.deleted_at!)).toBe(30 * 86_400_000)
  expect([devices, sessions]).toEqual([[], 0])
  expect((await browser.visit('/profile')).statusCode).toBe(302)
  expect((await sendLetters()).map(({ to }) => to)).toEqual([signup.email])
  expect(await listAuditActions(signup.id)).toEqual(['champion-signup.deleted'])
})

test('a restored signup has its data, except what others have taken, and she is notified', async () => {
  const buid = await alumnus()
  const signup = await signUp({ buid, status: 'linked', phone: '617 555 0123' })
  await remove(signup.id)
  await sendLetters()
  const reply = await restore(signup.id, ada)
  expect(reply.json()).toMatchObject({
    signup: { condition: 'active', status: 'linked', phone: '617 555 0123', deleted_at: null },
    alumnus: { buid },
    timeline: {
      events: [
        { type: 'signup_restored', by: 'Ada Lindqvist' },
        { type: 'signup_deleted', by: 'Stan Okafor' },
      ],
    },
  })
  expect((await sendLetters()).map(({ to, subject }) => [to, subject])).toEqual([
    [signup.email, 'Your signup for Bayside alumni champions has been restored'],
  ])
})

test('a restored signup has no link if its alumnus has another signup', async () => {
  const buid = await alumnus()
  const signup = await signUp({ buid, status: 'linked' })
  await remove(signup.id)
  await signUp({ buid, status: 'linked' })
  expect((await restore(signup.id)).json()).toMatchObject({
    signup: { status: 'completed' },
    alumnus: null,
  })
})

test('a signup that is too old, or whose address has signed up again, is not restored', async () => {
  const signup = await signUp()
  await remove(signup.id)
  const next = await signUp({ email: signup.email.toUpperCase(), first_name: 'Ana' })
  const refused = await restore(signup.id)
  expect(message(refused)).toEqual([
    409,
    `Someone has since signed up with ${signup.email}: Ana García Márquez. An address can have only one signup.`,
  ])
  expect(refused.json()).toMatchObject({ links: { self: `/champion_signups/${next.id}` } })
  const old = await signUp({ deleted_at: new Date(Date.now() - 31 * 86_400_000) })
  expect(message(await restore(old.id))).toEqual([
    409,
    'A signup can be restored for 30 days. This one has been erased or is about to be.',
  ])
})

test('one of two simultaneous deletions or restorations takes effect, and the other person reads who was first', async () => {
  const signup = await signUp()
  for (const act of [remove, restore]) {
    const replies = await Promise.all([act(signup.id), act(signup.id, ada)])
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    const [, error] = message(replies.find(({ statusCode }) => statusCode === 409)!)
    expect(error).toMatch(
      act === remove
        ? /^(Stan Okafor|Ada Lindqvist) has just deleted this signup\.$/
        : /^This signup is not deleted\. (Stan Okafor|Ada Lindqvist) may have restored it\.$/,
    )
  }
})

test('a signup deleted by its champion says so, and a merged one names its survivor', async () => {
  const signup = await signUp()
  await (await asChampion(signup)).submit('/profile/delete', { sure: 'yes' })
  expect((await page(signup.id)).signup).toMatchObject({ condition: 'deleted', deleted_by: 'The champion' })
  const survivor = await signUp({ first_name: 'Ana' })
  const merged = await signUp({ merged_into_id: survivor.id, deleted_at: '2026-11-01' })
  expect((await page(merged.id)).signup).toMatchObject({
    condition: 'merged',
    merged_into: { id: survivor.id, name: 'Ana García Márquez' },
  })
  expect((await page(survivor.id)).merged).toMatchObject([{ id: merged.id }])
  for (const act of [remove, restore]) {
    const reply = await act(merged.id)
    expect([reply.statusCode, reply.json()]).toMatchObject([
      409,
      { links: { self: `/champion_signups/${survivor.id}` } },
    ])
  }
})

test('a deceased person gets no letter when the signup is deleted', async () => {
  const buid = await alumnus({ deceased: true })
  const signup = await signUp({ buid, status: 'linked' })
  await sendLetters()
  await remove(signup.id)
  expect(await sendLetters()).toEqual([])
  expect(
    await db
      .selectFrom('letters')
      .select('id')
      .where('about', '=', JSON.stringify({ signup: signup.id }) as never)
      .execute(),
  ).toEqual([])
})
