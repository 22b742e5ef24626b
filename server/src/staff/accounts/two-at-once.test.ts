import { createHash, randomBytes } from 'node:crypto'
import type { LightMyRequestResponse as Response } from 'fastify'
import { generate } from 'otplib'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../foundations/database/db.ts'
import { createAuthenticator } from '../../../testing/authenticator.ts'
import { Browser } from '../../../testing/browser.ts'
import type { Caller } from '../../../testing/caller.ts'
import { googleEnv, startGoogle } from '../../../testing/google-server.ts'
import { buildTestApp, testPassword } from '../../../testing/test-app.ts'
import { runDuring } from '../../../testing/run-during.ts'
import { AuditEntry, StaffSession, StaffUser } from './staff-user.ts'
import { changePolicy, changeUser } from './change-user.ts'
import { lockUser } from './lock-user.ts'
import { invite, takeBackInvitation } from './invitations.ts'
import { confirmTotp, removePasskey, renamePasskey, resetSecondFactor } from './save-factors.ts'
import { createResetLink, resetPassword } from './password-resets.ts'
import { hashPassword, isPassword } from './password-rules.ts'
import { createTotpSecret } from './totp.ts'

const google = await startGoogle()
const { as, nobody, db, config, people } = await buildTestApp({
  env: { ...googleEnv, STAFF_GOOGLE_HOSTED_DOMAIN: 'example.edu' },
  context: { google: google.provider },
})
const stan = people.staff
const login = { email: stan.email, password: testPassword }
const account = { sub: 'google-stan', email: stan.email, email_verified: true, hd: 'example.edu' }
const password = 'seven purple tractors hum'
const cookieOf = (reply: Response) => reply.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
const codeOf = (secret: string) => generate({ secret })
const sessions = () => db.entities.count(StaffSession, { user: stan })
const readUser = ({ id } = stan) => db.entities.findOneOrFail(StaffUser, { id })

beforeEach(async () => {
  await resetSecondFactor(db, stan)
  await db.entities.nativeDelete(StaffSession, { user: stan })
  const password_hash = await hashPassword(testPassword)
  await db.entities.nativeUpdate(StaffUser, { id: stan.id }, { is_active: true, password_hash, google_uid: null })
})

async function addApp(browser: Caller): Promise<string> {
  const { secret } = (await browser.post('/account/totp')).json<{ secret: string }>()
  expect((await browser.post('/account/totp/confirm', { code: await codeOf(secret) })).statusCode).toBe(200)
  // Allows the current code to be used again.
  await db.update('staff_totp', {}, { last_step: 0 })
  return secret
}

async function addPasskey(browser: Caller) {
  const authenticator = createAuthenticator(config.PUBLIC_URL)
  const options = (await browser.post('/account/passkeys/options')).json()
  const reply = await browser.post('/account/passkeys', { passkey: authenticator.create(options), name: 'Phone' })
  expect(reply.statusCode).toBe(201)
  return authenticator
}

const endings: Record<string, (db: Db) => Promise<unknown>> = {
  'he chooses another password': async (db) => {
    const link = await createResetLink(db, config, stan)
    await resetPassword(db, config, link.split('/').at(-1)!, password)
  },
  'Ada deactivates him': async (db) => {
    const { version } = await db.entities.findOneOrFail(StaffUser, { id: stan.id }, { refresh: true })
    await changeUser(db, stan.id, { version, is_active: false }, people.admin)
  },
  'Ada deactivates him and takes it back': async (db) => {
    const { version } = await db.entities.findOneOrFail(StaffUser, { id: stan.id }, { refresh: true })
    await changeUser(db, stan.id, { version, is_active: false }, people.admin)
    await changeUser(db, stan.id, { version: version + 1, is_active: true }, people.admin)
  },
}

const ways: Record<string, () => Promise<() => Promise<Response>>> = {
  'with his password': async () => () => nobody.post('/login', login),
  'with an authenticator app': async () => {
    const secret = await addApp(await as('staff'))
    const half = nobody.with({ cookie: cookieOf(await nobody.post('/login', login)) })
    const code = await codeOf(secret)
    return () => half.post('/login/second-factor', { code })
  },
  'with a passkey': async () => {
    const authenticator = await addPasskey(await as('staff'))
    const half = nobody.with({ cookie: cookieOf(await nobody.post('/login', login)) })
    const passkey = authenticator.get((await half.post('/login/second-factor/passkey')).json())
    return () => half.post('/login/second-factor', { passkey })
  },
  'with his browser in the desktop app': async () => {
    const verifier = randomBytes(32).toString('base64url')
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    const reply = await (await as('staff')).post('/auth/app', { port: '50123', challenge, state: verifier })
    const code = new URL(reply.json().url).searchParams.get('code')
    return () => nobody.post('/auth/google/app', { code, verifier })
  },
}

describe.each(Object.entries(ways))('Stan signs in %s at the same moment', (_, way) => {
  test.each(Object.entries(endings))('%s: he has no session', async (_, ending) => {
    const goOn = await way()
    await db.entities.nativeDelete(StaffSession, { user: stan })
    const [reply] = await runDuring(db, ending, [goOn])
    expect([401, 410]).toContain(reply.statusCode)
    expect(await sessions()).toBe(0)
  })
})

test('an invited person who comes with Google while the invitation is withdrawn is refused, and has no account', async () => {
  const { entities } = db
  const iris = entities.create(StaffUser, { email: 'iris@example.edu', name: 'Iris Novak', role: 'staff' })
  await entities.persist(iris).flush()
  const browser = new Browser(nobody)
  const { headers } = await browser.submit('/auth/google', {})
  const callback = await google.agree(headers.location!, { ...account, sub: 'google-iris', email: iris.email })
  const withdraw = (db: Db) => takeBackInvitation(db, iris.id, people.admin)
  const [reply] = await runDuring(db, withdraw, [() => browser.visit(callback)])
  expect(reply.headers.location).toBe('/login?refused=google')
  expect(await entities.execute('select from staff_users where email = ?', [iris.email])).toEqual([])
})

test('a second factor that Stan confirms during a sign-in with his password is required there', async () => {
  const { secret } = (await (await as('staff')).post('/account/totp')).json<{ secret: string }>()
  const code = await codeOf(secret)
  const [reply] = await runDuring(db, async (db) => confirmTotp(db, config, await readUser(), code), [
    () => nobody.post('/login', login),
  ])
  expect(reply.json()).toEqual({ second_factor: ['totp', 'backup_code'] })
})

test('one backup code opens one of ten sign-ins, and ten codes open one sign-in once', async () => {
  const browser = await as('staff')
  await addApp(browser)
  const { backup_codes } = (await browser.post('/account/backup_codes')).json<{ backup_codes: string[] }>()
  const ask = async () => nobody.with({ cookie: cookieOf(await nobody.post('/login', login)) })
  const halves = await Promise.all(Array.from({ length: 10 }, ask))
  const replies = await Promise.all(halves.map((half) => half.post('/login/second-factor', { code: backup_codes[0] })))
  expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  await db.entities.nativeDelete(StaffSession, { user: stan })
  const half = await ask()
  await Promise.all(backup_codes.slice(1).map((code) => half.post('/login/second-factor', { code })))
  expect(await sessions()).toBe(1)
})

test('a new secret that is created while a code of the earlier one is checked is not confirmed by it', async () => {
  const browser = await as('staff')
  const { secret } = (await browser.post('/account/totp')).json<{ secret: string }>()
  const code = await codeOf(secret)
  const [reply] = await runDuring(db, (db) => createTotpSecret(db, config, stan), [
    () => browser.post('/account/totp/confirm', { code }),
  ])
  expect(reply.statusCode).toBe(422)
})

test('the second of two administrators who invite Ivo at the same moment reads that he has an account', async () => {
  const ivo = { email: 'ivo@example.edu', name: 'Ivo Brandt', role: 'staff' as const }
  const ada = await as('admin')
  const [reply] = await runDuring(db, (db) => invite(db, ivo, people.admin), [() => ada.post('/users', ivo)])
  expect([reply.statusCode, Object.keys(reply.json().fields)]).toEqual([409, ['email']])
})

describe('someone else uses a session of Stan’s while he chooses another password', () => {
  test('and chooses one too: Stan’s is kept', async () => {
    const thief = await as('staff')
    const passwords = { current_password: testPassword, password: 'nine orange ladders lean' }
    const [reply] = await runDuring(db, endings['he chooses another password']!, [
      () => thief.post('/account/password', passwords),
    ])
    expect(reply.statusCode).toBe(401)
    expect(await isPassword(password, (await readUser()).password_hash)).toBe(true)
  })

  test('and adds an authenticator app: it is refused', async () => {
    const thief = await as('staff')
    const { secret } = (await thief.post('/account/totp')).json<{ secret: string }>()
    const code = await codeOf(secret)
    const [reply] = await runDuring(db, endings['he chooses another password']!, [
      () => thief.post('/account/totp/confirm', { code }),
    ])
    expect(reply.statusCode).toBe(401)
    expect(await db.entities.execute('select from staff_totp where confirmed_at is not null')).toEqual([])
  })
})

test('Stan chooses a password with a link while Ada deactivates him: the link is invalid, and there is no deadlock', async () => {
  const link = new URL(await createResetLink(db, config, stan)).pathname
  const { version } = await readUser()
  const [reply] = await runDuring(
    db,
    (db) => lockUser(db, stan.id),
    [() => nobody.post(link, { password })],
    endings['Ada deactivates him'],
  )
  expect(reply.statusCode).toBe(410)
  expect(await readUser()).toMatchObject({ is_active: false, version: version + 1 })
})

test('one of two passkey responses to one challenge is accepted, and a repeated response is not', async () => {
  const browser = await as('staff')
  const authenticator = await addPasskey(browser)
  const question = (await browser.post('/account/proof/passkey')).json()
  const answers = [authenticator.get(question), authenticator.get(question)]
  const replies = await Promise.all(
    [...answers, ...answers].map((passkey) => browser.post('/account/proof', { passkey })),
  )
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 422, 422, 422])
  const half = nobody.with({ cookie: cookieOf(await nobody.post('/login', login)) })
  const passkey = authenticator.get((await half.post('/login/second-factor/passkey')).json())
  const other = nobody.with({ cookie: cookieOf(await nobody.post('/login', login)) })
  expect((await other.post('/login/second-factor', { passkey })).statusCode).toBe(401)
  expect((await half.post('/login/second-factor', { passkey })).statusCode).toBe(200)
  expect((await half.post('/login/second-factor', { passkey })).statusCode).toBe(410)
})

test('Ada renames a passkey twice at once, and the log has both names in order', async () => {
  const ada = await as('admin')
  await addPasskey(ada)
  const [{ id } = { id: 0 }] = await db.entities.execute<{ id: string }[]>(
    'select id from staff_passkeys order by id desc',
  )
  await runDuring(db, (db) => renamePasskey(db, people.admin, Number(id), 'Laptop'), [
    () => ada.request({ method: 'PATCH', url: `/account/passkeys/${id}`, payload: { name: 'Desk' } }),
  ])
  expect(await details('second-factor.passkey-renamed')).toEqual([
    { before: 'Phone', after: 'Laptop' },
    { before: 'Laptop', after: 'Desk' },
  ])
  const [gone] = await runDuring(db, async (db) => removePasskey(db, await readUser(people.admin), Number(id)), [
    () => ada.request({ method: 'PATCH', url: `/account/passkeys/${id}`, payload: { name: 'Late' } }),
  ])
  expect(gone.statusCode).toBe(404)
})

test('two administrators require second factors at the same moment, and the log has it once', async () => {
  const change = (db: Db) => changePolicy(db, true, people.admin)
  await runDuring(db, change, [() => change(db)])
  expect(await details('staff-policy.changed')).toHaveLength(1)
})

async function details(action: string): Promise<unknown[]> {
  const entries = await db.entities.find(AuditEntry, { action }, { orderBy: { id: 'asc' } })
  return entries.map(({ detail }) => detail)
}
