import { expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/test-app.ts'

const { as, visitor } = await buildTestApp({ frontEnds: { staffApp: '/nowhere', portal: '/nowhere' } })

test('a page that is not built says so, with the command to build it', async () => {
  const ada = await as('admin')
  const [staff, alumni] = await Promise.all([ada.visit('/settings'), visitor.visit('/')])
  expect([staff.statusCode, alumni.statusCode]).toEqual([503, 503])
  expect(staff.body).toContain('npm run build')
  expect(alumni.body).toContain('npm run build')
  expect((await ada.get('/settings')).statusCode).toBe(200)
})
