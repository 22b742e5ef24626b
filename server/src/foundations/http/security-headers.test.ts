import { describe, expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/test-app.ts'

const { app, nobody, visitor, as } = await buildTestApp({
  env: { TRUST_PROXY: '127.0.0.1', INSTITUTION_LOGO_URL: 'https://images.example.edu/logo.svg' },
})
const ada = await as('admin')

describe('every reply has security headers', () => {
  test.each([
    ['a staff page', () => ada.visit('/settings'), 200, 'with styles'],
    ['its data', () => ada.get('/settings'), 200],
    ['a redirect', () => nobody.visit('/settings'), 302],
    ['a refusal', () => nobody.get('/settings'), 401],
    ['a sign-in', () => nobody.post('/login', { email: 'x', password: 'y' }), 401],
    ['the portal', () => visitor.visit('/'), 200],
    ['the portal’s error page', () => visitor.visit('/nothing'), 404],
    ['a malformed address', () => nobody.get('/%zz'), 400],
    ['another site’s request', () => nobody.with({ 'sec-fetch-site': 'cross-site' }).post('/login', {}), 403],
    ['/up', () => nobody.get('/up'), 200],
    ['an asset', () => nobody.get('/assets/staff/app-1a2b3c.js'), 200],
  ])('%s', async (_name, ask, status, styles = '') => {
    const { headers, statusCode } = await ask()
    expect(statusCode).toBe(status)
    const policy = Object.fromEntries(
      String(headers['content-security-policy'])
        .split('; ')
        .map((part) => [part.split(' ')[0], part.split(' ').slice(1).join(' ')]),
    )
    expect(policy).toEqual({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': styles ? expect.stringMatching(/^'self' 'nonce-[\w-]{22}'$/) : "'self'",
      'img-src': "'self' data: https://images.example.edu",
      'font-src': "'self'",
      'connect-src': "'self'",
      'form-action': "'self'",
      'base-uri': "'none'",
      'frame-ancestors': "'none'",
    })
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining(_name === 'a staff page' ? 'camera=(self)' : 'camera=()'),
      'referrer-policy': expect.stringMatching(/^(same-origin|no-referrer)$/),
    })
    if (statusCode !== 200 || _name !== 'an asset') expect(headers['cache-control']).toBe('no-store')
    expect(Object.keys(headers)).not.toContain('x-powered-by')
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
  })
})

test('HSTS is sent over HTTPS only', async () => {
  const requestOver = (protocol: string) => app.inject({ url: '/up', headers: { 'x-forwarded-proto': protocol } })
  expect((await requestOver('https')).headers['strict-transport-security']).toBe('max-age=63072000')
  expect((await requestOver('http')).headers['strict-transport-security']).toBeUndefined()
})

describe('on a developer’s own machine', async () => {
  const local = await buildTestApp({ env: { PUBLIC_URL: 'http://localhost:3000' } })
  test('the cookie does not need HTTPS', async () => {
    const reply = await local.nobody.post('/login', {
      email: 'admin@example.edu',
      password: 'four violet harbour lanterns',
    })
    expect(reply.cookies[0]).toMatchObject({ name: 'staff_session', httpOnly: true, sameSite: 'Lax' })
    expect(reply.cookies[0]!.secure).toBeUndefined()
    expect((await (await local.as('admin')).get('/session')).statusCode).toBe(200)
  })
})
