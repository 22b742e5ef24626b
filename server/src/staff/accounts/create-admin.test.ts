import { describe, expect, test } from 'vitest'
import { buildTestApp, testPassword } from '../../../testing/test-app.ts'
import { AuditEntry, StaffUser } from './staff-user.ts'
import { createAdmin } from './invitations.ts'
import { demoStaff, ensureDemoStaff } from '../../../demo/demo-staff.ts'

const { nobody, db, config, people } = await buildTestApp()

describe('creating an administrator', () => {
  test('a new person chooses a password with the link and signs in', async () => {
    const { link, isNew } = await createAdmin(db, config, ' Grace@Example.edu', 'Grace Adeyemi')
    expect(isNew).toBe(true)
    const { origin, pathname } = new URL(link)
    expect(origin).toBe('https://alumni.example.edu')
    expect((await nobody.post(pathname, { password: 'seven purple tractors hum' })).statusCode).toBe(200)
    const reply = await nobody.post('/login', { email: 'grace@example.edu', password: 'seven purple tractors hum' })
    expect(reply.json().user).toMatchObject({ name: 'Grace Adeyemi', role: 'admin' })
    expect(await db.entities.findOne(AuditEntry, { action: 'user created' })).toMatchObject({
      staff_user: null,
      detail: { by: 'create-admin', role: 'admin' },
    })
  })

  test('an existing user becomes an active administrator, and keeps their name', async () => {
    await db.entities.nativeUpdate(StaffUser, { id: people.viewer.id }, { is_active: false })
    const { isNew } = await createAdmin(db, config, people.viewer.email)
    expect(isNew).toBe(false)
    expect(await db.entities.findOneOrFail(StaffUser, { id: people.viewer.id })).toMatchObject({
      role: 'admin',
      is_active: true,
      name: 'Vera Castillo',
    })
  })
})

describe('the demo people', () => {
  test('can sign in with the demo’s password, however often they are created', async () => {
    await ensureDemoStaff(db, 'a password for the demo')
    await ensureDemoStaff(db, 'another password for the demo')
    for (const { email, name, role } of demoStaff) {
      const reply = await nobody.post('/login', { email, password: 'another password for the demo' })
      expect(reply.json().user).toMatchObject({ name, role })
      expect((await nobody.post('/login', { email, password: testPassword })).statusCode).toBe(401)
    }
  })

  test('do not exist in production', async () => {
    process.env.NODE_ENV = 'production'
    await expect(ensureDemoStaff(db, 'a password for the demo')).rejects.toThrow('no demo people in production')
    process.env.NODE_ENV = 'test'
  })
})
