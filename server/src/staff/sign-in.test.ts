import { describe, expect, test } from 'vitest'
import { buildTestApp, testPassword } from '../testing/test-app.ts'

const { as, nobody, logs } = await buildTestApp()
import { afterEach } from 'vitest'
afterEach(() => console.log(logs.join('')))

describe('signing in', () => {
  test('Ada signs in and is known afterwards', async () => {
    const reply = await nobody.post('/login', { email: ' Admin@Example.edu ', password: testPassword })
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toEqual({ user: { id: expect.any(Number), email: 'admin@example.edu', name: 'Ada Lindqvist', role: 'admin' } })
    const [cookie] = reply.cookies
    expect(cookie).toMatchObject({ name: '__Host-staff_session', httpOnly: true, secure: true, sameSite: 'Lax', path: '/' })
    const session = await nobody.get('/session', { headers: { cookie: `${cookie!.name}=${cookie!.value}` } })
    expect(session.json()).toMatchObject({ user: { email: 'admin@example.edu' }, institution: { short_name: 'Bayside' } })
  })
  test('as()', async () => {
    const vera = await as('viewer')
    expect((await vera.get('/session')).json()).toMatchObject({ user: { role: 'viewer' } })
    expect((await vera.visit('/alumni_search')).body).toContain('Staff app')
    expect((await vera.get('/settings')).statusCode).toBe(403)
  })
})
