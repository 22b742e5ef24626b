import { describe, expect, test } from 'vitest'
import type { LightMyRequestResponse as Response } from 'fastify'
import { buildTestApp, externalHost, testPassword } from '../../../testing/test-app.ts'
import { StaffSession, StaffUser } from './staff-user.ts'

const { as, nobody, db, people } = await buildTestApp()
const ada = { email: 'admin@example.edu', password: testPassword }
const cookieOf = (reply: Response) => `${reply.cookies[0]!.name}=${reply.cookies[0]!.value}`

describe('signing in', () => {
  test('Ada signs in and has a session', async () => {
    const reply = await nobody.post('/login', { ...ada, email: ' Admin@Example.EDU ' })
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toEqual({
      user: { id: people.admin.id, email: 'admin@example.edu', name: 'Ada Lindqvist', role: 'admin' },
    })
    expect(reply.cookies).toEqual([
      {
        name: '__Host-staff_session',
        value: expect.stringMatching(/^[\w-]{43}$/),
        httpOnly: true,
        secure: true,
        sameSite: 'Lax',
        path: '/',
        maxAge: 30 * 86_400,
      },
    ])
    const session = await nobody.with({ cookie: cookieOf(reply) }).get('/session')
    expect(session.json()).toEqual({
      user: reply.json().user,
      institution: expect.objectContaining({ short_name: 'Bayside' }),
    })
  })

  test('a form gets the cookie and is redirected to its target', async () => {
    const reply = await nobody.submit('/login', { ...ada, return_to: '/settings?tab=1' })
    expect(reply.statusCode).toBe(303)
    expect(reply.headers.location).toBe('/settings?tab=1')
    expect(reply.cookies).toHaveLength(1)
  })

  test.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    'evil',
    '',
  ])('a target of "%s" is ignored', async (return_to) => {
    expect((await nobody.submit('/login', { ...ada, return_to })).headers.location).toBe('/')
  })

  test('the desktop app gets a token and no cookie', async () => {
    const reply = await nobody.post('/login', { ...ada, token: true })
    expect(reply.cookies).toEqual([])
    const session = await nobody.with({ authorization: `Bearer ${reply.json().token}` }).get('/session')
    expect(session.json().user.name).toBe('Ada Lindqvist')
  })

  test.each([
    ['a wrong password', { ...ada, password: 'not this one, surely' }],
    ['an unknown address', { ...ada, email: 'nobody@example.edu' }],
    ['a right password in another case', { ...ada, password: testPassword.toUpperCase() }],
  ])('%s gets the same reply', async (_name, body) => {
    const reply = await nobody.post('/login', body)
    expect(reply.statusCode).toBe(401)
    expect(reply.json()).toEqual({ error: 'The e-mail address or password is not correct.' })
    expect(reply.cookies).toEqual([])
    const page = await nobody.submit('/login', body)
    expect(page.statusCode).toBe(401)
    expect(page.body).toContain('The e-mail address or password is not correct.')
  })

  test('a user without a password, or a deactivated one, gets the same reply as an unknown one', async () => {
    const password_hash = (await db.entities.findOneOrFail(StaffUser, { id: people.admin.id })).password_hash
    await db.entities.insertMany(StaffUser, [
      { email: 'new@example.edu', name: 'New', role: 'viewer', password_hash: null, is_active: true },
      { email: 'gone@example.edu', name: 'Gone', role: 'viewer', password_hash, is_active: false },
    ])
    for (const email of ['new@example.edu', 'gone@example.edu']) {
      expect((await nobody.post('/login', { email, password: testPassword })).statusCode).toBe(401)
    }
  })

  test('an unknown address takes as long as a wrong password', async () => {
    const least = { known: Infinity, unknown: Infinity }
    for (let index = 0; index < 12; index++) {
      const account = index % 2 ? 'known' : 'unknown'
      const before = process.cpuUsage()
      await nobody.post('/login', {
        email: account === 'known' ? ada.email : 'nobody@example.edu',
        password: 'not this one, surely',
      })
      const { user, system } = process.cpuUsage(before)
      least[account] = Math.min(least[account], user + system)
    }
    expect(least.unknown / least.known).toBeGreaterThan(0.5)
    expect(least.unknown / least.known).toBeLessThan(2)
  })

  test.each([
    ['an empty form', {}, ['email', 'password']],
    ['a blank address', { ...ada, email: '  ' }, ['email']],
    ['a number', { ...ada, email: 7 }, ['email']],
    ['a very long password', { ...ada, password: 'x'.repeat(2000) }, ['password']],
  ])('%s is refused with the names of the fields', async (_name, body, fields) => {
    const reply = await nobody.post('/login', body)
    expect(reply.statusCode).toBe(400)
    expect(Object.keys(reply.json().fields)).toEqual(fields)
    expect(reply.json().error).toMatch(/[.)]$/)
  })

  test.each([
    ['/€', '/%E2%82%AC'],
    ['/alumni_search?q=José Núñez', '/alumni_search?q=Jos%C3%A9%20N%C3%BA%C3%B1ez'],
    ['/alumni_search?q=Jos%C3%A9&page=2', '/alumni_search?q=Jos%C3%A9&page=2'],
    ['/\ud800', '/%EF%BF%BD'],
    ['/a\u007fb', '/a%7Fb'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['/a\r\nset-cookie: x=1', '/'],
  ])('a form with the target %j is redirected to %s', async (return_to, location) => {
    const reply = await nobody.submit('/login', { ...ada, return_to })
    expect([reply.statusCode, reply.headers.location]).toEqual([303, location])
  })

  test('an address that cannot be stored is a client error', async () => {
    expect((await nobody.post('/login', { ...ada, email: 'a\u0000b@example.edu' })).statusCode).toBe(400)
  })

  test('each sign-in has a new token, and ends the browser’s earlier one', async () => {
    const first = await nobody.post('/login', ada)
    const second = await nobody.with({ cookie: cookieOf(first) }).post('/login', ada)
    expect(cookieOf(second)).not.toBe(cookieOf(first))
    expect((await nobody.with({ cookie: cookieOf(first) }).get('/session')).statusCode).toBe(401)
    expect((await nobody.with({ cookie: cookieOf(second) }).get('/session')).statusCode).toBe(200)
  })

  test('the alumni’s site has no staff sign-in', async () => {
    expect(
      (await nobody.with({ host: externalHost, 'sec-fetch-site': 'same-origin' }).post('/login', ada)).statusCode,
    ).toBe(404)
  })
})

describe('a session', () => {
  test('ends at once when its user signs out', async () => {
    const vera = await as('viewer')
    const reply = await vera.post('/logout')
    expect(reply.statusCode).toBe(204)
    expect(reply.cookies[0]).toMatchObject({ name: '__Host-staff_session', value: '', path: '/' })
    expect((await vera.get('/session')).statusCode).toBe(401)
    expect((await vera.post('/logout')).statusCode).toBe(204)
    expect((await vera.submit('/logout', {})).headers.location).toBe('/login')
  })

  test('signing out ends it on this device only', async () => {
    const [here, there] = [await as('viewer'), await as('viewer')]
    await here.post('/logout')
    expect((await there.get('/session')).statusCode).toBe(200)
  })

  test.each([
    ['12 hours without use', { used_at: new Date(Date.now() - 12 * 3600_000 - 1000) }, 401],
    ['just under 12 hours without use', { used_at: new Date(Date.now() - 12 * 3600_000 + 60_000) }, 200],
    ['30 days in total', { created_at: new Date(Date.now() - 30 * 86_400_000 - 1000) }, 401],
  ])('is checked after %s', async (_name, change, status) => {
    const stan = await as('staff')
    const { id } = await newestSessionOf(people.staff)
    await db.entities.nativeUpdate(StaffSession, { id }, change)
    expect((await stan.get('/session')).statusCode).toBe(status)
  })

  test('stores its use once a minute', async () => {
    const stan = await as('staff')
    const { id } = await newestSessionOf(people.staff)
    const longAgo = new Date(Date.now() - 3600_000)
    await db.entities.nativeUpdate(StaffSession, { id }, { used_at: longAgo })
    await stan.get('/session')
    const first = (await db.entities.findOneOrFail(StaffSession, { id })).used_at
    expect(first.getTime()).toBeGreaterThan(Date.now() - 60_000)
    await stan.get('/session')
    expect((await db.entities.findOneOrFail(StaffSession, { id })).used_at).toEqual(first)
  })

  test('ends when its user is deactivated, and a lower role applies at once', async () => {
    const stan = await as('staff')
    await db.entities.nativeUpdate(StaffUser, { id: people.staff.id }, { is_active: false })
    expect((await stan.get('/session')).statusCode).toBe(401)
    await db.entities.nativeUpdate(StaffUser, { id: people.staff.id }, { is_active: true })
    const ada = await as('admin')
    await db.entities.nativeUpdate(StaffUser, { id: people.admin.id }, { role: 'viewer' })
    expect((await ada.get('/settings')).statusCode).toBe(403)
    await db.entities.nativeUpdate(StaffUser, { id: people.admin.id }, { role: 'admin' })
  })

  test('is stored as a hash only', async () => {
    const token = (await nobody.post('/login', ada)).cookies[0]!.value
    const rows = await db.entities.find(StaffSession, {})
    expect(rows.map((row) => row.token_hash)).not.toContain(token)
  })

  test.each(['', 'x', 'a'.repeat(5000), '%00', 'null'])('is not found by the token "%.10s"', async (token) => {
    expect((await nobody.with({ cookie: `__Host-staff_session=${token}` }).get('/session')).statusCode).toBe(401)
    expect((await nobody.with({ authorization: `Bearer ${token}` }).get('/session')).statusCode).toBe(401)
  })
})

function newestSessionOf(user: StaffUser): Promise<StaffSession> {
  return db.entities.findOneOrFail(StaffSession, { user }, { orderBy: { id: 'desc' } })
}
