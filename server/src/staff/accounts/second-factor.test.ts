import { beforeEach, describe, expect, test } from 'vitest'
import { generate } from 'otplib'
import type { LightMyRequestResponse as Response } from 'fastify'
import type { Caller } from '../../../testing/caller.ts'
import { buildTestApp, testPassword } from '../../../testing/test-app.ts'
import { AuditEntry, StaffSession } from './staff-user.ts'
import { resetSecondFactor } from './save-factors.ts'

const { as, nobody, db, people, sendLetters, logs } = await buildTestApp()
const stan = { email: people.staff.email, password: testPassword }
const cookieOf = (reply: Response) => reply.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
const wrong = 'That was not right or has been used before. Wait for the next code, then try again.'

const codeOf = (secret: string) => generate({ secret })

async function addApp(browser: Caller): Promise<{ secret: string; codes: string[] }> {
  const { secret } = (await browser.post('/account/totp')).json<{ secret: string; uri: string }>()
  const reply = await browser.post('/account/totp/confirm', { code: await codeOf(secret) })
  expect(reply.statusCode).toBe(200)
  // Allows the current code to be used again.
  await db.update('staff_totp', {}, { last_step: 0 })
  return { secret, codes: reply.json().backup_codes }
}

async function askWith(body: object = stan): Promise<Caller> {
  return nobody.with({ cookie: cookieOf(await nobody.post('/login', body)) })
}

const expireProof = (user = people.staff) =>
  db.entities.nativeUpdate(StaffSession, { user }, { proven_at: new Date(Date.now() - 30 * 60_000 - 1000) })

beforeEach(async () => {
  await resetSecondFactor(db, people.staff)
  await resetSecondFactor(db, people.admin)
  await sendLetters()
})

describe('an authenticator app', () => {
  test('Stan adds one with its first code, gets ten backup codes and a letter, and the password alone no longer signs in', async () => {
    const browser = await as('staff')
    const { secret, uri } = (await browser.post('/account/totp')).json()
    expect(new URL(uri).searchParams.get('secret')).toBe(secret)
    expect((await browser.post('/account/totp/confirm', { code: '000000' })).statusCode).toBe(422)
    expect((await nobody.post('/login', stan)).json().user).toBeDefined()
    const { codes } = await addApp(browser)
    expect(new Set(codes).size).toBe(10)
    expect((await sendLetters()).map(({ text }) => text).join()).toContain('an authenticator app was added')
    expect((await browser.get('/account')).json().second_factor).toMatchObject({
      totp: { confirmed_at: expect.any(String) },
      backup_codes_left: 10,
    })

    const reply = await nobody.post('/login', stan)
    expect([reply.statusCode, reply.json()]).toEqual([200, { second_factor: ['totp', 'backup_code'] }])
    expect(reply.cookies.map(({ name }) => name)).toEqual(['__Host-staff_second_factor'])
    expect((await nobody.with({ cookie: cookieOf(reply) }).get('/session')).statusCode).toBe(401)
  })

  test('a code signs in once, and ends the pending sign-in', async () => {
    const { secret } = await addApp(await as('staff'))
    const [first, second] = [await askWith(), await askWith()]
    expect((await first.get('/login/second-factor')).json().second_factor).toEqual(['totp', 'backup_code'])
    const code = await codeOf(secret)
    const entered = await first.post('/login/second-factor', { code: ` ${code.slice(0, 3)} ${code.slice(3)}` })
    expect([entered.statusCode, entered.json().user.name]).toEqual([200, 'Stan Okafor'])
    expect((await nobody.with({ cookie: cookieOf(entered) }).get('/session')).statusCode).toBe(200)
    const again = await second.post('/login/second-factor', { code })
    expect([again.statusCode, again.json()]).toEqual([401, { error: wrong }])
    expect((await first.post('/login/second-factor', { code: await codeOf(secret) })).statusCode).toBe(410)
  })

  test('one code used by fifty sign-ins at once opens one session', async () => {
    const { secret } = await addApp(await as('staff'))
    const waiting = []
    for (let n = 0; n < 50; n++) waiting.push(await askWith())
    await db.entities.nativeDelete(StaffSession, { user: people.staff })
    const code = await codeOf(secret)
    const replies = await Promise.all(waiting.map((each) => each.post('/login/second-factor', { code })))
    const statuses = replies.map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(new Set(statuses)).toEqual(expect.toSatisfy((all: Set<number>) => !all.has(500)))
    expect(await db.entities.count(StaffSession, { user: people.staff })).toBe(1)
  })

  test('the desktop app gets tokens in place of cookies', async () => {
    const { secret } = await addApp(await as('staff'))
    const reply = await nobody.post('/login', { ...stan, token: true })
    expect([reply.cookies, Object.keys(reply.json())]).toEqual([[], ['second_factor', 'second_factor_token']])
    const { second_factor_token } = reply.json()
    const entered = await nobody.post('/login/second-factor', { code: await codeOf(secret), second_factor_token })
    expect(entered.cookies.filter(({ value }) => value)).toEqual([])
    const session = await nobody.with({ authorization: `Bearer ${entered.json().token}` }).get('/session')
    expect(session.json().user.name).toBe('Stan Okafor')
  })

  test('a form leads to the page of the second factor, and keeps its target', async () => {
    await addApp(await as('staff'))
    const reply = await nobody.submit('/login', { ...stan, return_to: '/tools' })
    expect([reply.statusCode, reply.headers.location]).toEqual([303, '/login/second-factor?return_to=%2Ftools'])
  })

  test('the secrets are readable neither in the database nor in the log', async () => {
    const browser = await as('staff')
    const { secret, codes } = await addApp(browser)
    const stored = [
      JSON.stringify(await db.entities.execute('select * from staff_totp')),
      JSON.stringify(await db.entities.execute('select * from staff_backup_codes')),
      JSON.stringify(await db.entities.execute('select * from letters')),
      ...logs,
    ].join()
    for (const word of [secret, ...codes]) expect(stored).not.toContain(word)
  })
})

describe('backup codes', () => {
  test('each signs in once in any spelling, and new ones replace the old', async () => {
    const browser = await as('staff')
    const { codes } = await addApp(browser)
    const code = codes[0]!.toUpperCase().replace('-', ' ')
    expect((await (await askWith()).post('/login/second-factor', { code })).statusCode).toBe(200)
    expect((await (await askWith()).post('/login/second-factor', { code: codes[0] })).json()).toEqual({ error: wrong })
    expect((await browser.get('/account')).json().second_factor.backup_codes_left).toBe(9)
    const fresh = (await browser.post('/account/backup_codes')).json().backup_codes as string[]
    expect((await (await askWith()).post('/login/second-factor', { code: codes[1] })).statusCode).toBe(401)
    expect((await (await askWith()).post('/login/second-factor', { code: fresh[1] })).statusCode).toBe(200)
  })

  test('cannot be created without another factor', async () => {
    const browser = await as('staff')
    expect((await browser.post('/account/backup_codes')).statusCode).toBe(409)
    await addApp(browser)
    expect((await browser.request({ method: 'DELETE', url: '/account/totp' })).statusCode).toBe(204)
    expect((await browser.get('/account')).json().second_factor).toMatchObject({ totp: null, backup_codes_left: 0 })
    expect((await nobody.post('/login', stan)).json().user.name).toBe('Stan Okafor')
  })
})

describe('wrong codes', () => {
  test('after ten in an hour none is accepted, not even a right one, and Stan gets a letter', async () => {
    const { secret, codes } = await addApp(await as('staff'))
    await sendLetters()
    const browser = await askWith()
    const replies = await Promise.all(
      Array.from({ length: 15 }, (_, n) =>
        browser.post('/login/second-factor', { code: n % 2 ? '123456' : 'abcde-fghjk' }),
      ),
    )
    expect(replies.filter(({ statusCode }) => statusCode === 401)).toHaveLength(10)
    const late = await browser.post('/login/second-factor', { code: await codeOf(secret) })
    expect([late.statusCode, late.json()]).toEqual([
      429,
      {
        error: expect.stringMatching(/^Too many wrong attempts/),
        retry_after: expect.toSatisfy((s) => s > 3500 && s <= 3600),
      },
    ])
    expect((await browser.post('/login/second-factor', { code: codes[0] })).statusCode).toBe(429)
    expect((await sendLetters()).map(({ subject }) => subject)).toEqual([
      'Wrong codes were entered for your Bayside account',
    ])
    await db.entities.execute("update staff_users set wrong_codes_since = now() - interval '61 minutes'")
    expect((await browser.post('/login/second-factor', { code: codes[0] })).statusCode).toBe(200)
  })

  test('a stranger without the password cannot use up the attempts', async () => {
    const { secret } = await addApp(await as('staff'))
    for (let n = 0; n < 12; n++) await nobody.post('/login/second-factor', { code: '123456' })
    expect((await (await askWith()).post('/login/second-factor', { code: await codeOf(secret) })).statusCode).toBe(200)
  })
})

describe('proving one’s identity again', () => {
  test('Ada, without a second factor, enters her password again before she issues an API key', async () => {
    const ada = await as('admin')
    await expireProof(people.admin)
    const issue = () => ada.post('/settings/api_keys', { name: 'Events app' })
    const reply = await issue()
    expect([reply.statusCode, reply.json()]).toEqual([
      403,
      {
        error: 'Confirm that it is you to continue.',
        prove: true,
        methods: ['password'],
        confirms: 'Issue an API key',
      },
    ])
    expect((await ada.post('/account/proof', { password: 'not this one, surely' })).json().fields).toHaveProperty(
      'password',
    )
    expect((await issue()).statusCode).toBe(403)
    expect((await ada.post('/account/proof', { password: testPassword })).statusCode).toBe(204)
    expect((await issue()).statusCode).toBe(201)
  })

  test('Stan, with an app, enters a code, and his password is not accepted', async () => {
    const browser = await as('staff')
    const { secret } = await addApp(browser)
    await expireProof()
    expect((await browser.post('/account/backup_codes')).json().methods).toEqual(['totp', 'backup_code'])
    expect((await browser.post('/account/proof', { password: testPassword })).statusCode).toBe(422)
    const code = await codeOf(secret)
    expect((await browser.post('/account/proof', { code })).statusCode).toBe(204)
    expect((await browser.get('/account/proof')).json()).toEqual({ is_fresh: true, methods: ['totp', 'backup_code'] })
    expect((await browser.post('/account/backup_codes')).statusCode).toBe(200)
    const another = await as('staff')
    await expireProof()
    expect((await another.post('/account/proof', { code })).statusCode).toBe(422)
  })
})

describe('administrators who are required to have a second factor', () => {
  const decide = async (admins_need_second_factor: boolean) =>
    (await as('admin')).request({ method: 'PATCH', url: '/users/policy', payload: { admins_need_second_factor } })

  test('must set one up before they may do anything as administrators', async () => {
    expect((await decide(true)).statusCode).toBe(200)
    const ada = await as('admin')
    expect((await ada.get('/session')).json()).toMatchObject({ must_set_up_second_factor: true })
    const refused = await ada.get('/users')
    expect([refused.statusCode, refused.json().set_up_second_factor]).toEqual([403, true])
    expect((await ada.visit('/users')).headers.location).toBe('/account')
    expect((await ada.get('/alumni_search')).statusCode).toBe(200)
    await addApp(ada)
    expect((await ada.get('/users')).statusCode).toBe(200)
    expect((await ada.get('/session')).json()).not.toHaveProperty('must_set_up_second_factor')
    const removal = await ada.request({ method: 'DELETE', url: '/account/totp' })
    expect([removal.statusCode, removal.json().error]).toEqual([409, expect.stringMatching(/^Administrators need/)])
    expect((await as('staff').then((browser) => browser.get('/session'))).json().must_set_up_second_factor).toBe(
      undefined,
    )
    expect((await decide(false)).statusCode).toBe(200)
    expect(
      await db.entities.findOneOrFail(AuditEntry, { action: 'staff-policy.changed' }, { orderBy: { id: 'desc' } }),
    ).toMatchObject({
      detail: { before: { admins_need_second_factor: true }, after: { admins_need_second_factor: false } },
    })
  })
})
