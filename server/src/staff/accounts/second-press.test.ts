import type { LightMyRequestResponse as Response } from 'fastify'
import { generate } from 'otplib'
import { expect, test } from 'vitest'
import { Browser } from '../../../testing/browser.ts'
import { buildTestApp, testPassword } from '../../../testing/test-app.ts'
import { createResetLink } from './password-resets.ts'
import { StaffUser } from './staff-user.ts'

const { as, nobody, db, config, people } = await buildTestApp()
const password = 'seven purple tractors hum'

function pressTwice(browser: Browser, url: string, body: object): Promise<Response[]> {
  const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
  return Promise.all([1, 2].map(() => nobody.with({ cookie }).post(url, body)))
}

test('Vera chooses a password with a link and presses twice, and another browser finds the link used', async () => {
  const link = new URL(await createResetLink(db, config, people.viewer)).pathname
  const browser = new Browser(nobody)
  await browser.visit(link)
  const replies = await pressTwice(browser, link, { password })
  const changed = { message: 'Your password is changed. Sign in with it.' }
  expect(replies.map((reply) => [reply.statusCode, reply.json()])).toEqual([
    [200, changed],
    [200, changed],
  ])
  const others = new Browser(nobody)
  await others.visit(link)
  expect((await pressTwice(others, link, { password })).map(({ statusCode }) => statusCode)).toEqual([410, 410])
})

test('an invitation whose button is pressed twice signs in with either reply', async () => {
  const user = db.entities.create(StaffUser, { email: 'rosa@example.edu', name: 'Rosa Park', role: 'staff' })
  await db.entities.persist(user).flush()
  const link = new URL(await createResetLink(db, config, user)).pathname
  const browser = new Browser(nobody)
  await browser.visit(link)
  const replies = await pressTwice(browser, link, { password })
  for (const reply of replies) {
    const cookie = reply.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    expect((await nobody.with({ cookie }).get('/session')).json().user.name).toBe('Rosa Park')
  }
})

test('a code of the second factor sent twice signs in with either reply', async () => {
  const stan = await as('staff')
  const { secret } = (await stan.post('/account/totp')).json<{ secret: string }>()
  await stan.post('/account/totp/confirm', { code: await generate({ secret }) })
  // Allows the current code to be used again.
  await db.update('staff_totp', {}, { last_step: 0 })
  const browser = new Browser(nobody)
  await browser.visit('/login')
  await browser.submit('/login', { email: people.staff.email, password: testPassword })
  const replies = await pressTwice(browser, '/login/second-factor', { code: await generate({ secret }) })
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect(replies[0]!.json()).toEqual(replies[1]!.json())
  for (const reply of replies) {
    const cookie = reply.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    expect((await nobody.with({ cookie }).get('/session')).statusCode).toBe(200)
  }
  const sessions = await db.selectFrom('staff_sessions').select('id').where('user_id', '=', people.staff.id).execute()
  expect(sessions).toHaveLength(2)
})
