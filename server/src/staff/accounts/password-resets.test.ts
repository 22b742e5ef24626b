import { beforeEach, describe, expect, test } from 'vitest'
import { buildTestApp, externalHost, testPassword } from '../../../testing/test-app.ts'
import { AuditEntry, PasswordReset, StaffUser } from './staff-user.ts'
import { createResetLink } from './password-resets.ts'
import { hashPassword } from './password-rules.ts'

const { as, nobody, db, config, people, sendLetters } = await buildTestApp()
const newPassword = 'seven purple tractors hum'
const stan = { email: people.staff.email, password: newPassword }

beforeEach(async () => {
  await sendLetters()
  await db.entities.nativeDelete(PasswordReset, {})
  await db.entities.nativeUpdate(
    StaffUser,
    { id: people.staff.id },
    { password_hash: await hashPassword(testPassword), is_active: true },
  )
})

async function readWritten(email: string) {
  const rows = <Row>(statement: string) => db.entities.execute<Row[]>(statement)
  await nobody.post('/password-resets', { email })
  const [letter] = await rows<object>(
    'delete from letters where sent_at is null returning kind, about, attempts, failure, sent_at, given_up_at',
  )
  const jobs = await rows<{ name: string; data: object }>('delete from job_outbox returning name, data')
  const [{ links } = { links: -1 }] = await rows<{ links: number }>(
    'select count(*)::int as links from password_resets where used_at is null and expires_at > now()',
  )
  return { letter, jobs: jobs.map(({ name, data }) => ({ name, members: Object.keys(data) })), links }
}

const newLink = async () => new URL(await createResetLink(db, config, people.staff)).pathname

describe('requesting a link', () => {
  test('Stan gets a letter with a link to the configured host, whatever the Host header', async () => {
    const reply = await nobody.with({ host: 'evil.example' }).post('/password-resets', { email: ' STAFF@example.edu' })
    const messages = await sendLetters()
    expect(reply.statusCode).toBe(200)
    expect(messages).toHaveLength(1)
    expect(messages[0]).toMatchObject({
      to: 'staff@example.edu',
      text: expect.stringMatching(/https:\/\/alumni\.example\.edu\/password-resets\/[\w-]{43}\n/),
    })
    expect(messages[0]!.text + messages[0]!.html).not.toContain('evil')
  })

  test('an unknown or deactivated address gets the same reply and no letter', async () => {
    await db.entities.nativeUpdate(StaffUser, { id: people.staff.id }, { is_active: false })
    const replies = [
      await nobody.post('/password-resets', { email: 'admin@example.edu' }),
      await nobody.post('/password-resets', { email: 'nobody@example.edu' }),
      await nobody.post('/password-resets', { email: 'staff@example.edu' }),
    ]
    const messages = await sendLetters()
    const visible = replies.map(({ statusCode, body, headers }) => ({
      statusCode,
      body,
      names: Object.keys(headers).sort(),
    }))
    expect(visible[1]).toEqual(visible[0])
    expect(visible[2]).toEqual(visible[0])
    expect(messages.map((message) => message.to)).toEqual(['admin@example.edu'])
  })

  test('the same rows are written for both, without an address or a link', async () => {
    const known = await readWritten('staff@example.edu')
    const unknown = await readWritten('nobody@example.edu')
    expect(known).toMatchObject({ letter: { kind: 'password-reset', about: { user: people.staff.id } }, links: 0 })
    expect(unknown).toEqual({ ...known, letter: { ...known.letter, about: { user: null } } })
    expect(JSON.stringify([known, unknown])).not.toMatch(/@|http/)
  })

  test('three letters in fifteen minutes are sent to a person, and the fourth gets the same reply but is not sent', async () => {
    await db.deleteFrom('letters').execute()
    const ask = async (email: string) => {
      const { statusCode, body } = await nobody.post('/password-resets', { email })
      return { statusCode, body, letters: (await sendLetters()).map(({ to }) => to) }
    }
    const first = await ask('staff@example.edu')
    for (let time = 0; time < 2; time++) expect(await ask('STAFF@example.edu')).toEqual(first)
    for (let time = 0; time < 3; time++) expect(await ask('staff@example.edu')).toEqual({ ...first, letters: [] })
    expect((await ask('admin@example.edu')).letters).toEqual(['admin@example.edu'])
    await db
      .updateTable('letters')
      .set({ created_at: new Date(Date.now() - 15 * 60_000) })
      .execute()
    expect(await ask('staff@example.edu')).toEqual(first)
    await Promise.all(Array.from({ length: 5 }, () => nobody.post('/password-resets', { email: 'viewer@example.edu' })))
    expect(await sendLetters()).toHaveLength(3)
  })

  test('a form redirects to the sign-in page', async () => {
    expect((await nobody.submit('/password-resets', { email: 'nobody@example.edu' })).statusCode).toBe(303)
  })

  test('the routes do not exist on the alumni’s site', async () => {
    const visitor = nobody.with({ host: externalHost })
    expect((await visitor.post('/password-resets', { email: 'staff@example.edu' })).statusCode).toBe(404)
    expect((await visitor.get(await newLink())).statusCode).toBe(404)
  })
})

describe('the link', () => {
  test('is valid, sends no referrer, and is not used up by a GET', async () => {
    const link = await newLink()
    for (const method of ['GET', 'HEAD', 'GET'] as const) {
      const reply = await nobody.request({ method, url: link })
      expect(reply.statusCode).toBe(200)
      expect(reply.headers['referrer-policy']).toBe('no-referrer')
      expect(reply.headers['cache-control']).toBe('no-store')
      if (method === 'GET') expect(reply.json()).toMatchObject({ valid: true, institution: { short_name: 'Bayside' } })
    }
    expect((await nobody.visit(link)).headers['referrer-policy']).toBe('no-referrer')
    expect((await nobody.post(link, { password: newPassword })).statusCode).toBe(200)
  })

  test('sets the password once, and ends every session', async () => {
    const [desk, laptop, link, other] = [await as('staff'), await as('staff'), await newLink(), await newLink()]
    expect((await nobody.post(link, { password: newPassword })).statusCode).toBe(200)
    expect((await desk.get('/session')).statusCode).toBe(401)
    expect((await laptop.get('/session')).statusCode).toBe(401)
    expect((await nobody.post('/login', stan)).statusCode).toBe(200)
    expect((await nobody.post('/login', { ...stan, password: testPassword })).statusCode).toBe(401)
    for (const spent of [link, other]) {
      expect((await nobody.get(spent)).json().valid).toBe(false)
      const again = await nobody.post(spent, { password: 'eight silent otters row' })
      expect(again.statusCode).toBe(410)
      expect(again.json().error).toBe('This link has been used or is too old. Ask for a new one.')
    }
    expect((await sendLetters()).at(-1)).toMatchObject({
      to: 'staff@example.edu',
      subject: expect.stringContaining('was changed'),
    })
    const entry = await db.entities.findOneOrFail(
      AuditEntry,
      { subject: `staff-users/${people.staff.id}` },
      { orderBy: { id: 'desc' } },
    )
    expect(entry).toMatchObject({ action: 'password changed', staff_user: { id: people.staff.id } })
  })

  test('works once for fifty simultaneous requests', async () => {
    const link = await newLink()
    const replies = await Promise.all(
      [...Array(50)].map((_, index) => nobody.post(link, { password: `${newPassword} ${index}` })),
    )
    const statuses = replies.map((reply) => reply.statusCode)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 410)).toHaveLength(49)
    const winner = statuses.indexOf(200)
    expect((await nobody.post('/login', { ...stan, password: `${newPassword} ${winner}` })).statusCode).toBe(200)
  })

  test('expires after an hour', async () => {
    const link = await newLink()
    const reset = await db.entities.findOneOrFail(PasswordReset, { user: people.staff }, { orderBy: { id: 'desc' } })
    expect(reset.expires_at.getTime() - Date.now()).toBeGreaterThan(59 * 60_000)
    expect(reset.expires_at.getTime() - Date.now()).toBeLessThanOrEqual(60 * 60_000)
    await db.entities.nativeUpdate(PasswordReset, { id: reset.id }, { expires_at: new Date(Date.now() - 1) })
    expect((await nobody.get(link)).json().valid).toBe(false)
    expect((await nobody.post(link, { password: newPassword })).statusCode).toBe(410)
  })

  test('does not work for a deactivated user', async () => {
    const link = await newLink()
    await db.entities.nativeUpdate(StaffUser, { id: people.staff.id }, { is_active: false })
    expect((await nobody.get(link)).json().valid).toBe(false)
    expect((await nobody.post(link, { password: newPassword })).statusCode).toBe(410)
  })

  test('is not used up by an invalid password', async () => {
    const link = await newLink()
    const refused = await nobody.post(link, { password: 'Stan Okafor Bayside' })
    expect(refused.statusCode).toBe(422)
    expect(refused.json()).toEqual({
      error: expect.stringContaining('not made of'),
      fields: { password: refused.json().error },
    })
    expect((await nobody.post(link, { password: newPassword })).statusCode).toBe(200)
  })

  test('a password in another Unicode form is the same password', async () => {
    expect((await nobody.post(await newLink(), { password: 'blåbær på hyttetaket'.normalize('NFD') })).statusCode).toBe(
      200,
    )
    expect(
      (await nobody.post('/login', { ...stan, password: 'blåbær på hyttetaket'.normalize('NFC') })).statusCode,
    ).toBe(200)
  })

  test.each(['x', 'a'.repeat(90), '%00', 'a'.repeat(500)])('"%.10s" is not found', async (token) => {
    const reply = await nobody.post(`/password-resets/${token}`, { password: newPassword })
    expect([404, 410]).toContain(reply.statusCode)
  })

  test('is stored as a hash only', async () => {
    const token = (await newLink()).split('/').at(-1)
    expect((await db.entities.find(PasswordReset, {})).map((reset) => reset.token_hash)).not.toContain(token)
  })
})
