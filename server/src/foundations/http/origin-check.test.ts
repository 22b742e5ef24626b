import { describe, expect, test } from 'vitest'
import { openSession } from '../../staff/accounts/sessions.ts'
import { buildTestApp } from '../../../testing/test-app.ts'

const { app, as, db, config, people } = await buildTestApp({
  probe: (scope) =>
    void scope.route({
      method: ['POST', 'PUT', 'PATCH', 'DELETE'],
      url: '/probe',
      handler: async () => ({ done: true }),
    }),
})

const ownOrigin = 'https://alumni.example.edu'
const cases: [name: string, headers: Record<string, string>, status: number][] = [
  ['a cookie from the same origin', { cookie: 'a=b', 'sec-fetch-site': 'same-origin' }, 200],
  ['a cookie from the sibling site', { cookie: 'a=b', 'sec-fetch-site': 'same-site' }, 403],
  ['a cookie from another site', { cookie: 'a=b', 'sec-fetch-site': 'cross-site' }, 403],
  ['a cookie from nowhere', { cookie: 'a=b', 'sec-fetch-site': 'none' }, 403],
  ['a cookie without origin headers', { cookie: 'a=b' }, 403],
  ['an old browser, same origin', { cookie: 'a=b', origin: ownOrigin }, 200],
  ['an old browser, the requested host', { cookie: 'a=b', origin: 'http://alumni.example.edu' }, 200],
  ['an old browser, the sibling site', { cookie: 'a=b', origin: 'https://champions.example.edu' }, 403],
  ['an old browser, another site', { cookie: 'a=b', origin: 'https://evil.example' }, 403],
  ['an old browser, an opaque origin', { cookie: 'a=b', origin: 'null' }, 403],
  ['a page without referrer, same origin', { cookie: 'a=b', origin: 'null', 'sec-fetch-site': 'same-origin' }, 200],
  ['a stranger’s form without a cookie', { origin: 'https://evil.example' }, 403],
  ['a program without cookie', {}, 200],
  ['a program with a Bearer token', { authorization: 'Bearer x' }, 200],
  [
    'the desktop app’s origin with a Bearer token',
    { authorization: 'Bearer x', origin: 'app://staff', 'sec-fetch-site': 'cross-site' },
    200,
  ],
  [
    'a Bearer token beside a cookie, another site',
    { authorization: 'Bearer x', cookie: 'a=b', 'sec-fetch-site': 'cross-site' },
    403,
  ],
]

describe.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)('%s', (method) => {
  test.each(cases)('%s', async (_name, headers, status) => {
    const reply = await app.inject({ method, url: '/probe', headers: { host: 'alumni.example.edu', ...headers } })
    expect(reply.statusCode).toBe(status)
  })
})

test('reading needs no origin', async () => {
  const ada = await as('admin')
  expect((await ada.with({ 'sec-fetch-site': 'cross-site' }).get('/session')).statusCode).toBe(200)
})

test('a session both as a cookie and as a Bearer token is refused', async () => {
  const ada = await as('admin')
  const token = await openSession(db, config, people.admin)
  expect((await ada.with({ authorization: `Bearer ${token}` }).get('/session')).statusCode).toBe(400)
})

test('signing in with another site’s form is refused', async () => {
  const reply = await app.inject({
    method: 'POST',
    url: '/login',
    headers: { host: 'alumni.example.edu', origin: 'https://evil.example' },
    payload: { email: 'a', password: 'b' },
  })
  expect(reply.statusCode).toBe(403)
  expect(reply.cookies).toEqual([])
})
