import { expect, test } from 'vitest'
import type { SignupPage } from '@alumni/shared/champions/staff-page'
import { rememberDevice } from '../sign-in/devices.ts'
import { openSession } from '../sign-in/sessions.ts'
import { buildSignupStory } from './testing/signup-story.ts'

const { stan, ada, asChampion, listAuditActions, config, db, page, signUp } = await buildSignupStory()
const revoke = (id: number, path: string, caller = stan) =>
  caller.request({ method: 'DELETE', url: `/champion_signups/${id}/${path}` })
const remember = (signup: { id: number }, name: string) => rememberDevice(db, config, { signup, name })

test('Stan forgets a lost phone, which is signed out, and the laptop stays', async () => {
  const signup = await signUp()
  const [phone] = [await remember(signup, 'Safari on iPhone'), await remember(signup, 'Firefox on Windows')]
  await openSession(db, config, signup, phone!.id)
  await openSession(db, config, signup)
  expect((await page(signup.id)).sessions).toBe(2)
  const { devices, sessions, timeline } = (await revoke(signup.id, `devices/${phone!.id}`)).json<SignupPage>()
  expect([devices.map(({ name }) => name), sessions]).toEqual([['Firefox on Windows'], 1])
  expect(timeline.events[0]).toMatchObject({ type: 'device_revoked', by: 'Stan Okafor', about: 'Safari on iPhone' })
  expect((await revoke(signup.id, `devices/${phone!.id}`)).statusCode).toBe(404)
  expect(await listAuditActions(signup.id)).toEqual(['champion-signup.device-revoked'])
})

test('a device of another signup cannot be forgotten', async () => {
  const [ana, ben] = [await signUp(), await signUp()]
  const { id } = await remember(ben, 'Chrome on Android')
  expect((await revoke(ana.id, `devices/${id}`)).statusCode).toBe(404)
  expect((await page(ben.id)).devices).toHaveLength(1)
})

test('after being signed out everywhere, Majo is recognized nowhere, including by merged signups', async () => {
  const signup = await signUp()
  const earlier = await signUp({ merged_into_id: signup.id, deleted_at: '2026-11-01' })
  for (const each of [signup, earlier]) await remember(each, `Browser of ${each.id}`)
  const browsers = [await asChampion(signup), await asChampion(earlier)]
  expect(await page(signup.id)).toMatchObject({ sessions: 2, devices: [{}, {}] })
  expect((await revoke(signup.id, 'devices')).json<SignupPage>()).toMatchObject({ sessions: 0, devices: [] })
  for (const browser of browsers) expect((await browser.visit('/profile')).statusCode).toBe(302)
})

test('an unlinked Google account cannot sign in, and its sessions end', async () => {
  const signup = await signUp({ google_uid: 'google-majo', google_linked_at: '2026-01-01' })
  const browser = await asChampion(signup)
  const replies = await Promise.all([revoke(signup.id, 'google'), revoke(signup.id, 'google', ada)])
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  const { signup: unlinked, timeline } = await page(signup.id)
  expect(unlinked.google_linked_at).toBeNull()
  expect(timeline.events[0]).toMatchObject({ type: 'google_unlinked', by: expect.any(String) })
  expect((await browser.visit('/profile')).statusCode).toBe(302)
  expect(await listAuditActions(signup.id)).toEqual(['champion-signup.google-unlinked'])
})
