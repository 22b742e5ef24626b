import { expect, test } from 'vitest'
import { hasRole, roles, type Role } from '@alumni/shared/staff/accounts'
import { staffPaths } from '@alumni/shared/staff/paths'
import type { InjectOptions } from 'fastify'
import { buildAppWithRoutes, type Route } from '../../../testing/all-routes.ts'
import { externalHost } from '../../../testing/test-app.ts'

const { routes, as, nobody } = await buildAppWithRoutes()
const people = ['nobody', ...roles] as const

/** All that strangers may reach on the staff's site, or on both. Everything else needs a role. */
const open = new Set([
  'GET /up',
  'GET /ready',
  'GET /',
  // Signing up, on every host.
  'POST /',
  'GET /login',
  'POST /login',
  // Only after the password was right.
  'GET /login/second-factor',
  'POST /login/second-factor',
  'POST /login/second-factor/passkey',
  'POST /logout',
  'POST /auth/google',
  'GET /auth/google/callback',
  // The desktop app's way through the browser, whose code needs the app's verifier; the first leads to the page.
  'POST /auth/google/app',
  // Which desktop apps the server speaks with.
  'GET /release',
  'GET /session',
  'GET /password-resets',
  'POST /password-resets',
  // With an API key, or about it.
  'GET /api/v1',
  'GET /api/v1/openapi.json',
  'GET /api/v1/copy-buttons.js',
  'POST /api/v1/engagements/batch',
  'GET /password-resets/:token',
  'POST /password-resets/:token',
  'GET /dev/outbox',
  'GET /dev/outbox/:id',
  'GET /dev/outbox/messages/:id',
  'GET /api/affinities',
  'GET /api/alumni',
  'GET /api/majors',
  'GET /api/activity_descriptions',
])
const nameOf = ({ method, url }: Route) => `${method} ${url}`
const staffRoutes = routes.filter(({ needs }) => needs !== undefined)

async function statusFor(
  who: Role | 'nobody',
  { method, path }: Route,
  headers: Record<string, string> = {},
): Promise<number> {
  const caller = who === 'nobody' ? nobody : await as(who)
  return (
    await caller
      .with(headers)
      .request({ method: method as InjectOptions['method'], url: path, ...(method === 'GET' ? {} : { payload: {} }) })
  ).statusCode
}

const isLetIn = (status: number) => status < 500 && status !== 401 && status !== 403

/** Old addresses only say where the new ones are, and foreign methods which one is meant. */
const isSignpost = async (route: Route) => [301, 405].includes(await statusFor('nobody', route))

test('a route that says nothing of a role is one that strangers are meant to reach', async () => {
  const unguarded = routes.filter(
    (route) => route.needs === undefined && route.site !== 'external' && !open.has(nameOf(route)) && route.url !== '*',
  )
  const unexpected = await Promise.all(
    unguarded.map(async (route) => ((await isSignpost(route)) ? [] : [nameOf(route)])),
  )
  expect(unexpected.flat()).toEqual([])
})

test.each(staffRoutes.map((route) => [nameOf(route), route] as const))(
  '%s lets in whom it says, and nobody else',
  async (_, route) => {
    for (const who of people) {
      const status = await statusFor(who, route)
      if (who === 'nobody') expect([who, status]).toEqual([who, 401])
      else if (!hasRole(who, route.needs!)) expect([who, status]).toEqual([who, 403])
      else expect([who, status]).toEqual([who, expect.toSatisfy(isLetIn, 'neither refused nor failed')])
    }
  },
)

test.each(staffRoutes.map((route) => [nameOf(route), route] as const))(
  '%s does not exist on the alumni’s site',
  async (_, route) => {
    expect(await statusFor('admin', route, { host: externalHost, origin: `https://${externalHost}` })).toBe(404)
  },
)

test('the desktop app passes on what staff pages ask for, and nothing else', () => {
  const first = ({ url }: Route) => url.split('/')[1]!.replace(/\.csv$/, '')
  // The page on which the browser lets the app in is none of the app's: a window would get a code there.
  const asked = staffRoutes.filter(({ url }) => url !== '/auth/app')
  const others = ['login', 'logout', 'session', 'password-resets', 'api/activity_descriptions']
  expect(staffPaths.toSorted()).toEqual([...new Set([...asked.map(first), ...others])].toSorted())
})

/** Counts only, no one's data. */
const impersonal = ['/engagement_stats/:chart.csv', '/classes.csv']

test('every file that staff can download asks for a proof of who asks, but those that tell of nobody', () => {
  const files = staffRoutes.filter(({ method, url }) => method === 'GET' && /\.csv$|\/issues$/.test(url))
  expect(files.length).toBeGreaterThan(10)
  expect(files.filter(({ needsProof }) => !needsProof).map(({ url }) => url)).toEqual(impersonal)
})

test('merging champion signups and its undo ask for no proof: that can be undone and touches one person', () => {
  const champions = staffRoutes.filter(({ method, url }) => method !== 'GET' && url.startsWith('/champion_signups/'))
  expect(champions.map(({ url }) => url)).toContain('/champion_signups/merges/:id/undo')
  expect(champions.filter(({ needsProof }) => needsProof)).toEqual([])
})
