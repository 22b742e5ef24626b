import { beforeEach, describe, expect, test } from 'vitest'
import type { ListedUser, UsersPage } from '@alumni/shared/staff/users'
import { buildTestApp, testPassword } from '../../../testing/test-app.ts'
import { AuditEntry, StaffSession, StaffUser } from './staff-user.ts'
import { hashPassword } from './password-rules.ts'
import { openSession, sessionCookie } from './sessions.ts'

const { as, nobody, db, config, people, sendLetters } = await buildTestApp()
const ada = await as('admin')
const password = 'seven purple tractors hum'
const list = async (query = '') => (await ada.get(`/users${query}`)).json<UsersPage>()
const find = async (email: string) => (await list(`?q=${email}`)).users[0]!
const cookieOf = ({ cookies }: Awaited<ReturnType<typeof nobody.post>>) =>
  cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
const linkIn = (text: string) => new URL(/https:\S+password-resets\/\S+/.exec(text)![0]).pathname
const lastEntry = () => db.entities.findOneOrFail(AuditEntry, { id: { $gt: 0 } }, { orderBy: { id: 'desc' } })

beforeEach(async () => {
  await sendLetters()
})

describe('the list of users', () => {
  test('has everyone’s name, role, state, last sign-in and second factor', async () => {
    const { users, counts, admins } = await list()
    expect(users.map(({ name }) => name)).toEqual(['Ada Lindqvist', 'Stan Okafor', 'Vera Castillo'])
    expect(users[0]).toMatchObject({
      email: 'admin@example.edu',
      role: 'admin',
      state: 'active',
      sessions: 1,
      has_second_factor: false,
      last_signed_in_at: expect.any(String),
    })
    expect(counts).toEqual({ active: 3, invited: 0, deactivated: 0 })
    expect(admins).toEqual({ active: 1, with_second_factor: 0 })
  })

  test.each([
    ['?q=okaf', ['Stan Okafor']],
    ['?q=viewer@ vera', ['Vera Castillo']],
    ['?role=staff', ['Stan Okafor']],
    ['?state=deactivated', []],
    ['?second_factor=yes', []],
    ['?second_factor=no&role=admin', ['Ada Lindqvist']],
  ])('%s finds %j', async (query, names) => {
    expect((await list(query)).users.map(({ name }) => name)).toEqual(names)
  })
})

describe('an invitation', () => {
  const invite = (email: string, name = 'Iris Novak') => ada.post('/users', { email, name, role: 'staff' })

  test('gets Iris a letter, she chooses her password and is signed in, and before that she is listed as invited', async () => {
    const reply = await invite(' Iris@Example.edu ')
    expect([reply.statusCode, reply.json()]).toEqual([
      201,
      expect.objectContaining({ email: 'iris@example.edu', state: 'invited', role: 'staff' }),
    ])
    const [letter] = await sendLetters()
    expect(letter).toMatchObject({ to: 'iris@example.edu', text: expect.stringContaining('Ada Lindqvist invites you') })
    const link = linkIn(letter!.text)
    expect((await nobody.get(link)).json().invited).toEqual({ name: 'Iris Novak', email: 'iris@example.edu' })
    const acceptance = await nobody.post(link, { password })
    expect(acceptance.json()).toMatchObject({ user: { name: 'Iris Novak', role: 'staff' } })
    const iris = nobody.with({ cookie: cookieOf(acceptance) })
    expect((await iris.get('/session')).json().user).toMatchObject({ email: 'iris@example.edu' })
    expect((await iris.get('/account/welcome')).json().second_factor).toMatchObject({ totp: null, is_required: false })
    expect((await sendLetters()).map(({ subject }) => subject)).toEqual([
      'Your Bayside alumni relations account is ready',
    ])
    expect((await nobody.post(link, { password })).statusCode).toBe(410)
    expect(await find('iris@')).toMatchObject({ state: 'active', sessions: 1 })
    expect((await ada.post(`/users/${reply.json().id}/invitation`)).json().error).toBe(
      'Iris Novak has already accepted the invitation.',
    )
  })

  test('signs in Ian, an administrator, who has the rights of staff until he sets up a second factor', async () => {
    const require = (admins_need_second_factor: boolean) =>
      db.updateTable('staff_policy').set({ admins_need_second_factor }).execute()
    await ada.post('/users', { email: 'ian@example.edu', name: 'Ian Wu', role: 'admin' })
    const [letter] = await sendLetters()
    await require(true)
    const ian = nobody.with({ cookie: cookieOf(await nobody.post(linkIn(letter!.text), { password })) })
    expect((await ian.get('/session')).json()).toMatchObject({ must_set_up_second_factor: true })
    expect((await ian.get('/users')).statusCode).toBe(403)
    expect((await ian.get('/champion_signups')).statusCode).toBe(200)
    expect((await ian.get('/account/welcome')).json().second_factor).toMatchObject({ is_required: true })
    await require(false)
    await db.updateTable('staff_users').set({ is_active: false }).where('email', '=', 'ian@example.edu').execute()
  })

  test('a later password reset signs no one in', async () => {
    await nobody.post('/password-resets', { email: people.staff.email })
    const [letter] = await sendLetters()
    const link = linkIn(letter!.text)
    expect((await nobody.get(link)).json()).not.toHaveProperty('invited')
    const reply = await nobody.post(link, { password })
    expect([reply.statusCode, reply.json().user, reply.headers['set-cookie']]).toEqual([200, undefined, undefined])
  })

  test('sent again ends the first link, and the second one works for seven days', async () => {
    const { id } = (await invite('ivo@example.edu', 'Ivo Brandt')).json<ListedUser>()
    const [first] = await sendLetters()
    expect((await ada.post(`/users/${id}/invitation`)).statusCode).toBe(200)
    const [second] = await sendLetters()
    expect((await nobody.get(linkIn(first!.text))).json().valid).toBe(false)
    expect((await nobody.get(linkIn(second!.text))).json().valid).toBe(true)
    const [{ days } = { days: 0 }] = await db.entities.execute<{ days: number }[]>(
      'select max(extract(epoch from expires_at - now()) / 86400)::float as days from password_resets',
    )
    expect(days).toBeCloseTo(7, 1)
  })

  test('is withdrawn with its link and the account, and the log has whose it was', async () => {
    const { id } = (await invite('ina@example.edu', 'Ina Moreau')).json<ListedUser>()
    const [letter] = await sendLetters()
    expect((await ada.request({ method: 'DELETE', url: `/users/${id}/invitation` })).statusCode).toBe(204)
    expect((await nobody.get(linkIn(letter!.text))).json().valid).toBe(false)
    expect(await find('ina@')).toBeUndefined()
    expect(await lastEntry()).toMatchObject({
      action: 'user.invitation-taken-back',
      detail: { email: 'ina@example.edu', name: 'Ina Moreau', role: 'staff' },
    })
  })

  test('to an address that has an account is refused beside the field', async () => {
    const reply = await invite('STAFF@example.edu')
    expect([reply.statusCode, Object.keys(reply.json().fields)]).toEqual([409, ['email']])
    expect(await sendLetters()).toEqual([])
  })

  test('is refused without a name, an address or a role', async () => {
    const reply = await ada.post('/users', { name: ' ', email: 'nonsense' })
    expect(Object.keys(reply.json().fields)).toEqual(['name', 'email', 'role'])
  })
})

describe('changing an account', () => {
  const change = async (user: StaffUser, body: object, actor = ada) =>
    actor.request({
      method: 'PATCH',
      url: `/users/${user.id}`,
      payload: { version: (await find(user.email)).version, ...body },
    })

  test('Stan becomes an administrator and staff again, at once and with audit entries before and after', async () => {
    const stan = await as('staff')
    expect((await change(people.staff, { role: 'admin' })).json()).toMatchObject({ role: 'admin' })
    expect((await stan.get('/users')).statusCode).toBe(200)
    expect((await change(people.staff, { role: 'staff' })).statusCode).toBe(200)
    expect((await stan.get('/users')).statusCode).toBe(403)
    expect(await lastEntry()).toMatchObject({
      action: 'user.role-changed',
      subject: `staff-users/${people.staff.id}`,
      detail: { before: 'admin', after: 'staff' },
    })
  })

  test('deactivating Vera ends all her sessions and links at once, and she can sign in after reactivation', async () => {
    const vera = await as('viewer')
    await nobody.post('/password-resets', { email: people.viewer.email })
    const [letter] = await sendLetters()
    await change(people.viewer, { is_active: false })
    expect((await vera.get('/session')).statusCode).toBe(401)
    expect(await find('viewer@')).toMatchObject({ state: 'deactivated', sessions: 0 })
    await change(people.viewer, { is_active: true })
    expect((await vera.get('/session')).statusCode).toBe(401)
    expect((await nobody.get(linkIn(letter!.text))).json().valid).toBe(false)
    expect((await nobody.post('/login', { email: people.viewer.email, password: testPassword })).statusCode).toBe(200)
  })

  test('all sessions of Stan are ended, and his account stays active', async () => {
    const [here, there] = [await as('staff'), await as('staff')]
    const live = (await find('staff@')).sessions
    expect((await ada.post(`/users/${people.staff.id}/end_sessions`)).json()).toEqual({ sessions: live })
    for (const browser of [here, there]) expect((await browser.get('/session')).statusCode).toBe(401)
  })

  test('the second of two administrators who change an account reads who was first', async () => {
    const { version } = await find('viewer@')
    const send = (role: string) =>
      ada.request({ method: 'PATCH', url: `/users/${people.viewer.id}`, payload: { version, role } })
    expect((await send('staff')).statusCode).toBe(200)
    const late = await send('admin')
    expect([late.statusCode, late.json().error]).toEqual([
      409,
      'Ada Lindqvist has just changed the account of Vera Castillo. Check it and try again.',
    ])
    await change(people.viewer, { role: 'viewer' })
  })

  test('no one can change their own role, or that of the last administrator', async () => {
    expect((await change(people.admin, { role: 'viewer', confirm_self: true })).json().error).toMatch(
      /^This is the last active administrator/,
    )
    expect((await change(people.admin, { is_active: false, confirm_self: true })).statusCode).toBe(409)
    const url = `/users/${people.admin.id}`
    for (const lacking of [{ role: 'viewer' }, { is_active: false }, { role: 'staff', version: 0 }])
      expect((await ada.request({ method: 'PATCH', url, payload: lacking })).json().error).toMatch(/^This is the last/)
    expect((await ada.request({ method: 'PATCH', url, payload: { role: 'admin' } })).statusCode).toBe(400)
    await change(people.staff, { role: 'admin' })
    expect((await change(people.admin, { role: 'staff' })).json().error).toMatch(/^This is your own account/)
    expect((await change(people.admin, { role: 'staff', confirm_self: true })).statusCode).toBe(200)
    const stan = await as('staff')
    expect((await ada.get('/users')).statusCode).toBe(403)
    const { version } = (await stan.get('/users?q=admin@')).json<UsersPage>().users[0]!
    expect((await stan.request({ method: 'PATCH', url, payload: { version, role: 'admin' } })).statusCode).toBe(200)
    await change(people.staff, { role: 'staff' })
  })

  test('exactly one of fifty administrators who demote themselves or are deactivated at once remains', async () => {
    const password_hash = await hashPassword(testPassword)
    const fifty = Array.from({ length: 49 }, (_, n) => ({ email: `a${n}@example.edu`, name: `Admin ${n}` }))
    await db.entities.insertMany(
      StaffUser,
      fifty.map((person) => ({ ...person, role: 'admin' as const, password_hash, is_active: true })),
    )
    const admins = await db.entities.find(StaffUser, { role: 'admin' })
    const browsers = await Promise.all(admins.map((user) => openSession(db, config, user)))
    const replies = await Promise.all(
      admins.map(({ id, version }, n) =>
        nobody.with({ cookie: `${sessionCookie(config).name}=${browsers[n]}` }).request({
          method: 'PATCH',
          url: `/users/${id}`,
          payload: { version, confirm_self: true, ...(n % 2 ? { role: 'viewer' } : { is_active: false }) },
        }),
      ),
    )
    expect(Map.groupBy(replies, ({ statusCode }) => statusCode).get(200)).toHaveLength(49)
    expect(replies.filter(({ statusCode }) => statusCode === 409)).toHaveLength(1)
    expect(await db.entities.count(StaffUser, { role: 'admin', is_active: true })).toBe(1)
  })
})

test('an expired session is not counted', async () => {
  await db.entities.nativeUpdate(StaffUser, { id: people.admin.id }, { role: 'admin', is_active: true })
  const browser = await as('admin')
  await db.entities.nativeUpdate(
    StaffSession,
    { user: people.viewer },
    { used_at: new Date(Date.now() - 13 * 3_600_000) },
  )
  const { users } = (await browser.get('/users?q=viewer@')).json<UsersPage>()
  expect(users[0]!.sessions).toBe(0)
})
