import { generate } from 'otplib'
import { expect, test } from 'vitest'
import { createSignup } from '../champions.ts'
import { buildTestApp } from '../test-app.ts'
import { createBackupCodes, consumeBackupCode } from '../../src/staff/accounts/backup-codes.ts'
import { consumeTotp, createTotpSecret } from '../../src/staff/accounts/totp.ts'
import { findSession, openSession } from '../../src/staff/accounts/sessions.ts'
import { rememberDevice, useDevice } from '../../src/champions/sign-in/devices.ts'
import { openSession as openAlumniSession, signupOfSession } from '../../src/champions/sign-in/sessions.ts'
import { buildRemindersUrl } from '../../src/publications/events/reminders.ts'
import { readConfig } from '../../src/foundations/process/config.ts'

const [old, secret] = ['the secret that has leaked, long enough', 'the secret that came after it, long enough']
const { config, db, people, visitor } = await buildTestApp({
  env: { SESSION_SECRET: secret, SESSION_SECRET_PREVIOUS: old },
})
const { staff: stan } = people
const before = { ...config, SESSION_SECRET: old, SESSION_SECRET_PREVIOUS: undefined }
const without = { ...config, SESSION_SECRET_PREVIOUS: undefined }

test('after a change of the secret everyone stays signed in and remembered while the old secret is listed', async () => {
  const majo = await createSignup(db)
  const session = await openSession(db, before, stan)
  const alumniSession = await openAlumniSession(db, before, majo)
  const { token } = await rememberDevice(db, before, { signup: majo, name: 'Firefox on Windows' })

  expect(await findSession(db, without, session)).toBeNull()
  expect((await findSession(db, config, session))?.user.email).toBe(stan.email)
  expect(await signupOfSession(db, without, alumniSession)).toBeUndefined()
  expect((await signupOfSession(db, config, alumniSession))?.id).toBe(majo.id)
  const used = await useDevice(db, config, token)
  expect(used?.signup.id).toBe(majo.id)
  // A token that is issued now depends only on the new secret.
  expect((await useDevice(db, without, used!.token))?.signup.id).toBe(majo.id)
})

test("Stan's authenticator app is encrypted again at its next code, and his backup codes stay valid", async () => {
  const { secret: ofApp } = await createTotpSecret(db, before, stan)
  const [code] = await createBackupCodes(db, before, stan.id)
  const enter = async (of: typeof config, isConfirmed = true) => {
    await db.update('staff_totp', {}, { last_step: 0 })
    return consumeTotp(db, of, stan.id, await generate({ secret: ofApp }), { isConfirmed })
  }
  expect(await enter(before, false)).toBe(true)
  await expect(enter(without)).rejects.toThrow()
  expect(await enter(config)).toBe(true)
  expect(await enter(without)).toBe(true)

  expect(await consumeBackupCode(db, without, stan.id, code!)).toBe(false)
  expect(await consumeBackupCode(db, config, stan.id, code!)).toBe(true)
})

test('the link in an old letter still turns reminders off', async () => {
  const majo = await createSignup(db, { email: 'majo.2@example.com' })
  const { pathname } = new URL(buildRemindersUrl(before, majo))
  expect((await visitor.get(pathname)).statusCode).toBe(200)
  expect(
    (await visitor.get(new URL(buildRemindersUrl({ ...before, SESSION_SECRET: 'x' }, majo)).pathname)).statusCode,
  ).toBe(404)
})

test('a short secret is refused with the name of its variable', () => {
  expect(() => readConfig({ SESSION_SECRET_PREVIOUS: 'short' })).toThrow(
    'SESSION_SECRET_PREVIOUS must have at least 32 characters',
  )
})
