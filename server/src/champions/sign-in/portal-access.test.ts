import { describe, expect, test } from 'vitest'
import { championCookies } from './cookies.ts'
import { openSession } from './sessions.ts'
import { rememberDevice } from './devices.ts'
import { buildAppWithRoutes, type Route } from '../../../testing/all-routes.ts'
import { Browser } from '../../../testing/browser.ts'
import { createSignup } from '../../../testing/champions.ts'
import { googleEnv } from '../../../testing/google-server.ts'
import { internalHost } from '../../../testing/test-app.ts'

const { routes, visitor, nobody, as, db, config } = await buildAppWithRoutes({ env: googleEnv })
const cookies = championCookies(config)

// The plausible parameters refer to the first row of each table.
const published = { slug: 'boston', summary: 'In Boston.', published_at: '2026-01-01' }
await db
  .insertInto('communities')
  .values({ ...published, name: 'Boston', kind: 'region' })
  .execute()
await db
  .insertInto('opportunities')
  .values({ ...published, title: 'Mentor', kind: 'mentoring' })
  .execute()
await db
  .insertInto('events')
  .values({
    ...published,
    title: 'Supper',
    starts_at: '2099-01-01T18:00:00Z',
    ends_at: '2099-01-01T20:00:00Z',
    time_zone: 'UTC',
  })
  .execute()

/** Routes of the alumni’s site that strangers may reach. All others require a verified champion. */
const open = new Set([
  'GET /',
  'GET /institution.css',
  // Signing in and out, including the return from Google
  'GET /sign-in',
  'GET /profile-link',
  'POST /profile-link',
  'GET /sign-in/code',
  'POST /sign-in/code',
  'GET /sign-in/link',
  'POST /sign-in/link',
  'POST /sign-out',
  'POST /not-you',
  'POST /auth/signup_google',
  'GET /auth/signup_google/callback',
  // Signing up; confirmations mask personal data
  'POST /',
  'GET /sign-up',
  'POST /sign-up/email-check',
  'POST /signups',
  'GET /signups/:id',
  'POST /signups/:id/again',
  'GET /privacy',
  // Links in letters, each with its own token
  'GET /profile/email/:token',
  'POST /profile/email/:token',
  'GET /reminders/:signup/:token',
  'POST /reminders/:signup/:token',
  'GET /opt-outs/:token',
  'POST /opt-outs/:token',
  'GET /letters/:recipient/:token',
  'POST /letters/:recipient/:token',
  'GET /profile/deleted',
  // Answers without a signup, which must be confirmed by e-mail
  'GET /events/:event/rsvps',
  'POST /events/:event/rsvps',
  'GET /opportunities/:opportunity/responses',
  'POST /opportunities/:opportunity/responses',
  'GET /answers/confirm',
  'POST /answers/confirm',
  // Public content
  'GET /communities',
  'GET /communities/:community',
  'GET /communities/:community/news',
  'GET /communities/:community/events',
  'GET /news',
  'GET /news/feed.atom',
  'GET /news/:news',
  'GET /events',
  'GET /events/:event',
  'GET /events/:event/calendar.ics',
  'GET /opportunities',
  'GET /opportunities/:opportunity',
  'GET /pictures/:kind.png',
  'GET /photos/:file',
  'GET /robots.txt',
  'GET /sitemap.xml',
])

const nameOf = ({ method, url }: Pick<Route, 'method' | 'url'>) => `${method} ${url}`
const portalRoutes = routes.filter(({ site, url }) => site === 'external' && url !== '*')
const states = ['anonymous', 'recognized', 'verified'] as const
type State = (typeof states)[number]

let people = 0
async function browserOf(state: State): Promise<Browser> {
  const signup = await createSignup(db, {
    email: `private${++people}@example.org`,
    phone: '617-555-0142',
    street: '77 Secret Lane',
  })
  const browser = new Browser(visitor)
  if (state === 'verified') browser.cookies.set(cookies.session.name, await openSession(db, config, signup))
  if (state === 'recognized') {
    const { token } = await rememberDevice(db, config, { signup, name: 'Firefox on Windows' })
    browser.cookies.set(cookies.device.name, token)
  }
  return browser
}

async function replyTo(state: State, { method, path }: Route) {
  const browser = await browserOf(state)
  return method === 'POST' ? browser.submit(path, {}) : browser.visit(path)
}

const isAskedToSignIn = (location: unknown) => String(location).startsWith('/sign-in?return_to=')

test('every route of the alumni’s site that strangers may reach is listed', () => {
  const unexpected = portalRoutes.filter((route) => route.visitor === undefined && !open.has(nameOf(route)))
  expect(unexpected.map(nameOf)).toEqual([])
  expect(portalRoutes.filter((route) => route.visitor && open.has(nameOf(route))).map(nameOf)).toEqual([])
  expect(portalRoutes.filter(({ needs }) => needs).map(nameOf)).toEqual([])
})

describe.each(portalRoutes.map((route) => [nameOf(route), route] as const))('%s', (_, route) => {
  test.each(states)('%s', async (state) => {
    const { statusCode, headers, body } = await replyTo(state, route)
    expect(statusCode).toBeLessThan(500)
    if (route.visitor === 'verified' && state !== 'verified') {
      expect([statusCode, isAskedToSignIn(headers.location)]).toEqual([route.method === 'GET' ? 302 : 303, true])
      const program = await visitor.request({
        method: route.method as 'GET',
        url: route.path,
        headers: { accept: 'application/json' },
      })
      expect(program.statusCode).toBe(401)
    } else {
      expect(statusCode).not.toBe(401)
      expect(isAskedToSignIn(headers.location)).toBe(false)
    }
    if (state !== 'verified')
      for (const secret of [`private${people}@`, '555-0142', 'Secret Lane', 'García'])
        expect(body).not.toContain(secret)
    if (route.visitor === 'verified') expect(headers['cache-control']).toBe('no-store')
  })

  test.each(states)('replies in JSON to a program that is refused: %s', async (state) => {
    const browser = await browserOf(state)
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const reply = await visitor.request({
      method: route.method as 'GET',
      url: route.path,
      headers: { accept: 'application/json', ...(cookie ? { cookie } : {}) },
      ...(route.method === 'GET' ? {} : { payload: {} }),
    })
    if (reply.statusCode < 400) return
    expect(reply.headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', vary: 'Accept' })
    expect(reply.json()).toEqual({ error: expect.stringMatching(/^[A-Z].*\.$/), ...anyFields(reply.json()) })
  })

  test('does not exist on the staff’s site', async () => {
    const isThereToo = routes.some(
      ({ site, method, url }) => site !== 'external' && method === route.method && url === route.url,
    )
    if (isThereToo) return
    for (const caller of [nobody, await as('admin')])
      expect(
        (
          await caller.request({
            method: route.method as 'GET',
            url: route.path,
            headers: { host: internalHost },
            ...(route.method === 'GET' ? {} : { payload: {} }),
          })
        ).statusCode,
      ).toBe(404)
  })
})

const anyFields = ({ fields }: { fields?: object }) =>
  fields ? { fields: Object.fromEntries(Object.keys(fields).map((field) => [field, expect.any(String)])) } : {}

const ofRecords = portalRoutes.filter(({ visitor, url }) => visitor && !url.startsWith('/profile'))

test.each(ofRecords.map((route) => [nameOf(route), route] as const))(
  '%s replies 404 for an unknown record before asking to sign in',
  async (_, { method, url }) => {
    const path = url.replace(/:\w+/, 'no-such-thing')
    for (const state of states) {
      const browser = await browserOf(state)
      const reply = await (method === 'GET' ? browser.visit(path) : browser.submit(path, {}))
      expect([state, reply.statusCode]).toEqual([state, 404])
    }
  },
)
