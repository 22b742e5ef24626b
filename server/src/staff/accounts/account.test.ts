import { beforeEach, describe, expect, test } from 'vitest'
import type { AccountPage } from '@alumni/shared/staff/second-factor'
import { buildTestApp, testPassword } from '../../../testing/test-app.ts'
import { AuditEntry, StaffUser } from './staff-user.ts'
import { hashPassword } from './password-rules.ts'

const { as, nobody, db, people, sendLetters } = await buildTestApp()
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0'
const password = 'seven purple tractors hum'
const accountOf = async (browser: Awaited<ReturnType<typeof as>>) => (await browser.get('/account')).json<AccountPage>()

beforeEach(async () => {
  await db.entities.execute('delete from staff_sessions')
  const password_hash = await hashPassword(testPassword)
  await db.entities.nativeUpdate(
    StaffUser,
    { id: people.viewer.id },
    { password_hash, name: 'Vera Castillo', wrong_codes: 0 },
  )
  await sendLetters()
})

describe('Vera’s own account', () => {
  test('shows her name and her sessions, with this browser marked', async () => {
    const login = await nobody
      .with({ 'user-agent': firefox })
      .post('/login', { email: people.viewer.email, password: testPassword })
    const here = await as('viewer')
    expect(login.statusCode).toBe(200)
    expect(await accountOf(here)).toMatchObject({
      user: { name: 'Vera Castillo', role: 'viewer' },
      has_password: true,
      has_google: false,
      second_factor: { totp: null, passkeys: [], backup_codes_left: 0, is_required: false },
    })
    const { sessions } = await accountOf(here)
    expect(sessions.map(({ browser, is_this }) => [browser, is_this])).toEqual(
      expect.arrayContaining([
        ['Firefox on Windows', false],
        ['A browser', true],
      ]),
    )
  })

  test('can be renamed, with an audit entry before and after', async () => {
    const vera = await as('viewer')
    const send = (name: string) => vera.request({ method: 'PATCH', url: '/account', payload: { name } })
    expect((await send('  ')).json().fields).toEqual({ name: 'Enter a name.' })
    expect((await send(' Vera Castillo-Ruiz ')).statusCode).toBe(204)
    expect((await vera.get('/session')).json().user.name).toBe('Vera Castillo-Ruiz')
    const payload = { name: 'Vera Castillo-Ruiz', job_title: ' Assistant ' }
    expect((await vera.request({ method: 'PATCH', url: '/account', payload })).statusCode).toBe(204)
    expect((await vera.get('/account')).json().job_title).toBe('Assistant')
    expect(await db.entities.findOneOrFail(AuditEntry, { action: 'account.renamed' })).toMatchObject({
      detail: { before: 'Vera Castillo', after: 'Vera Castillo-Ruiz' },
    })
  })
})

describe('a new password', () => {
  const change = (browser: Awaited<ReturnType<typeof as>>, current_password = testPassword, next = password) =>
    browser.post('/account/password', { current_password, password: next })

  test('ends every other session but this one, and Vera gets a letter', async () => {
    const [here, there] = [await as('viewer'), await as('viewer')]
    expect((await change(here)).statusCode).toBe(204)
    expect((await here.get('/session')).statusCode).toBe(200)
    expect((await there.get('/session')).statusCode).toBe(401)
    expect((await sendLetters()).map(({ subject }) => subject)).toEqual([
      'Your Bayside alumni relations password was changed',
    ])
    expect((await nobody.post('/login', { email: people.viewer.email, password })).statusCode).toBe(200)
  })

  test('requires the current one, and follows the rules', async () => {
    const vera = await as('viewer')
    expect((await change(vera, 'not this one, surely')).json().fields).toEqual({
      current_password: 'This is not your current password.',
    })
    expect(Object.keys((await change(vera, testPassword, 'short')).json().fields)).toEqual(['password'])
    expect((await nobody.post('/login', { email: people.viewer.email, password: testPassword })).statusCode).toBe(200)
  })

  test('cannot be set by guessing the current one in her open browser', async () => {
    const vera = await as('viewer')
    const replies = await Promise.all(Array.from({ length: 12 }, () => change(vera, 'not this one, surely')))
    expect(replies.filter(({ statusCode }) => statusCode === 422)).toHaveLength(10)
    expect(replies.filter(({ statusCode }) => statusCode === 429)).toHaveLength(2)
  })
})

describe('sessions', () => {
  test('one session can be ended, then all others, but none of someone else', async () => {
    const [here, phone, tablet] = [await as('viewer'), await as('viewer'), await as('viewer')]
    const stan = await as('staff')
    const { sessions } = await accountOf(phone)
    const id = sessions.find(({ is_this }) => is_this)!.id
    const revokeSession = (session: typeof here) =>
      session.request({ method: 'DELETE', url: `/account/sessions/${id}` })
    expect((await revokeSession(stan)).statusCode).toBe(404)
    expect((await revokeSession(here)).statusCode).toBe(204)
    expect((await phone.get('/session')).statusCode).toBe(401)
    expect((await here.request({ method: 'DELETE', url: '/account/sessions' })).json()).toEqual({ sessions: 1 })
    expect((await tablet.get('/session')).statusCode).toBe(401)
    for (const browser of [here, stan]) expect((await browser.get('/session')).statusCode).toBe(200)
  })
})
