import { expect, test } from 'vitest'
import type { Db } from '../../foundations/database/db.ts'
import { Browser } from '../../../testing/browser.ts'
import { createSignup } from '../../../testing/champions.ts'
import { viewOf } from '../../../testing/portal-view.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import { runDuring } from '../../../testing/run-during.ts'
import { championCookies } from './cookies.ts'
import { rememberDevice, useDevice } from './devices.ts'
import { codeOf } from './testing/read-letter.ts'

const { visitor, db, config, sendLetters } = await buildTestApp()
const cookies = championCookies(config)

let people = 0
async function createDevice() {
  const signup = await createSignup(db, { email: `ana${++people}@example.org`, first_name: 'Ana' })
  const device = await rememberDevice(db, config, { signup, name: 'Firefox on Windows' })
  return { signup, id: device.id, token: device.token }
}
async function useToken(token: string): Promise<string | null> {
  const browser = new Browser(visitor)
  browser.cookies.set(cookies.device.name, token)
  const { state } = viewOf(await browser.visit('/')).site.visitor
  return state === 'recognized' ? browser.cookies.get(cookies.device.name)! : null
}
const revocationsOf = async (signup: number) =>
  (
    await db
      .selectFrom('activity_events')
      .select('payload')
      .where('signup_id', '=', signup)
      .where('type', '=', 'device_revoked')
      .execute()
  ).map(({ payload }) => (payload as { reason: string }).reason)

test('a token stays valid if its reply was lost, with a new successor each time, until a successor is used', async () => {
  const { signup, token } = await createDevice()
  const lost = await useToken(token)
  const arrived = await useToken(token)
  expect(new Set([token, lost, arrived]).size).toBe(3)
  const next = await useToken(arrived!)
  expect(next).not.toBeNull()
  expect(await revocationsOf(signup.id)).toEqual([])
  expect(await useToken(token)).toBeNull()
  expect(await revocationsOf(signup.id)).toEqual(['replayed'])
  expect(await useToken(next!)).toBeNull()
})

test('a token stays valid however many replies are lost', async () => {
  const { token } = await createDevice()
  let last = ''
  for (let time = 0; time < 30; time++) last = (await useToken(token))!
  expect(await useToken(last)).not.toBeNull()
})

test('two tabs with a token each are not taken for a copied token, in any order', async () => {
  const { signup, token } = await createDevice()
  const [first, second] = [await useToken(token), await useToken(token)]
  const successor = await useToken(first!)
  expect(await useToken(second!)).not.toBeNull()
  expect(await useToken(first!)).not.toBeNull()
  expect(await useToken(successor!)).not.toBeNull()
  expect(await revocationsOf(signup.id)).toEqual([])
})

test('a stolen token is detected when its owner uses it after the thief, or the thief after its owner', async () => {
  for (const thiefIsFirst of [true, false]) {
    const { signup, token } = await createDevice()
    const stolen = thiefIsFirst ? token : (await useToken(token))!
    await useToken((await useToken(stolen))!)
    expect(await useToken(stolen)).toBeNull()
    expect(await revocationsOf(signup.id)).toEqual(['replayed'])
  }
})

test('two simultaneous uses of one token both get a valid successor', async () => {
  const { token } = await createDevice()
  const tokens: string[] = []
  const useDeviceToken = async (executor: Db) => void tokens.push((await useDevice(executor, config, token))!.token)
  await runDuring(db, useDeviceToken, [() => useDeviceToken(db)])
  for (const each of tokens) expect(await useToken(each)).not.toBeNull()
})

test('Ben’s sign-in at Ana’s browser without being remembered leaves Ana’s cookie valid', async () => {
  const { signup, token } = await createDevice()
  const ben = await createSignup(db, { email: `ben${people}@example.org`, first_name: 'Ben' })
  const browser = new Browser(visitor)
  await browser.submit('/profile-link', { email: ben.email })
  browser.cookies.set(cookies.device.name, token)
  await browser.submit('/sign-in/code', { code: codeOf((await sendLetters())[0]!) })
  expect(viewOf(await browser.visit('/')).site.visitor).toEqual({ state: 'verified', name: 'Ben' })
  browser.cookies.delete(cookies.session.name)
  for (let visit = 0; visit < 3; visit++)
    expect(viewOf(await browser.visit('/')).site.visitor).toMatchObject({ state: 'recognized', name: 'Ana' })
  expect(await revocationsOf(signup.id)).toEqual([])
})
