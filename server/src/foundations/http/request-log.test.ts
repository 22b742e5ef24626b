import { describe, expect, test } from 'vitest'
import { createResetLink } from '../../staff/accounts/password-resets.ts'
import { buildTestApp, testPassword } from '../../../testing/test-app.ts'

const { as, nobody, visitor, db, config, people, logs, sendLetters } = await buildTestApp()
const lastLine = () => JSON.parse(logs.at(-1)!)

describe('the request log', () => {
  test('has one line for each request: route, status, time and user', async () => {
    const ada = await as('admin')
    logs.length = 0
    await ada.get('/settings?name=Margaret')
    expect(logs).toHaveLength(1)
    expect(lastLine()).toEqual({
      level: 'info',
      time: expect.any(String),
      request: expect.stringMatching(/^[\da-f-]{36}$/),
      host: 'alumni.example.edu',
      method: 'GET',
      route: '/settings',
      status: 200,
      ms: expect.any(Number),
      who: people.admin.id,
      msg: 'request',
    })
  })

  test('has the pattern of a route instead of its URL', async () => {
    await nobody.get('/password-resets/abcdef')
    expect(lastLine()).toMatchObject({ route: '/password-resets/:token', status: 200 })
    await nobody.get('/wp-admin/abcdef')
    expect(lastLine()).toMatchObject({ route: 'none', status: 404 })
    await nobody.get('/%zz')
    expect(lastLine()).toMatchObject({ route: 'none', status: 400 })
  })

  test('marks slow requests', async () => {
    const impatient = await buildTestApp({
      env: { SLOW_REQUEST_THRESHOLD_MS: '0', SLOW_ASSET_THRESHOLD_MS: '0', LOG_ASSET_REQUESTS: 'true' },
    })
    await impatient.nobody.get('/login')
    await impatient.nobody.get('/assets/staff/app-1a2b3c.js')
    const lines = impatient.logs.map((line) => JSON.parse(line) as object)
    expect(lines).toMatchObject([
      { level: 'warn', msg: '[slow-request]', route: '/login' },
      { level: 'warn', msg: '[slow-asset]', status: 200 },
    ])
  })

  test('has successful probes of a balancer only at the level debug', async () => {
    logs.length = 0
    await nobody.get('/up')
    expect(logs).toEqual([])
    const chatty = await buildTestApp({ env: { LOG_LEVEL: 'debug' } })
    await chatty.nobody.get('/up')
    expect(chatty.logs.map((line) => JSON.parse(line) as object)).toContainEqual(
      expect.objectContaining({ level: 'debug', route: '/up', status: 200 }),
    )
  })

  test('leaves out assets unless they are requested', async () => {
    logs.length = 0
    await nobody.get('/assets/staff/app-1a2b3c.js')
    expect(logs).toEqual([])
    const chatty = await buildTestApp({ env: { LOG_ASSET_REQUESTS: 'true' } })
    await chatty.nobody.get('/assets/staff/app-1a2b3c.js')
    expect(chatty.logs).toHaveLength(1)
  })
})

test('no route logs anything secret or personal', async () => {
  logs.length = 0
  const canary = 'canary4711'
  const token = new URL(await createResetLink(db, config, people.staff)).pathname.split('/').at(-1)!
  const vera = await as('viewer')
  const everywhere = [
    `/login?return_to=${canary}`,
    `/password-resets/${canary}`,
    `/password-resets/${token}`,
    `/settings?q=${canary}`,
    `/${canary}`,
    `/${canary}%zz`,
    `/assets/staff/${canary}.js`,
    '/session',
    '/logout',
    '/password-resets',
    '/login',
  ]
  const bodies = [
    { email: `${canary}@example.edu`, password: canary },
    { email: 'admin@example.edu', password: testPassword, return_to: `/${canary}` },
    `{"${canary}`,
    { password: `${canary} ${canary} words` },
    { email: `${canary}\u0000`, password: canary },
  ]
  const headers = {
    cookie: `other=${canary}`,
    authorization: `Bearer ${canary}`,
    referer: `https://x/${canary}`,
    'user-agent': canary,
    'x-forwarded-for': canary,
  }
  for (const url of everywhere) {
    for (const caller of [nobody, visitor, vera, nobody.with(headers)]) {
      await caller.get(url)
      await caller.visit(url)
      for (const body of bodies)
        await caller.request({
          method: 'POST',
          url,
          payload: body as object,
          headers: { 'content-type': 'application/json' },
        })
    }
  }
  const log = logs.join('')
  expect(logs.length).toBeGreaterThan(200)
  for (const secret of [
    canary,
    token,
    testPassword,
    'staff_session',
    '@example.edu',
    'admin@',
    'argon2',
    config.SESSION_SECRET,
  ])
    expect(log).not.toContain(secret)
  expect((await sendLetters()).length).toBeGreaterThan(0)
})
