import { expect, test } from 'vitest'
import { hasRole, roles, type Role } from '@alumni/shared/staff/accounts'
import { staffPaths } from '@alumni/shared/staff/paths'
import type { InjectOptions } from 'fastify'
import { buildAppWithRoutes, type Route } from '../../../testing/all-routes.ts'
import { externalHost } from '../../../testing/test-app.ts'

const { routes, as, nobody } = await buildAppWithRoutes()
const people = ['nobody', ...roles] as const

/** Routes of the staff site, or of both sites, that need no role. */
const open = new Set([
  'GET /up',
  'GET /ready',
  'GET /',
  'POST /',
  'GET /login',
  'POST /login',
  // These require a correct password first.
  'GET /login/second-factor',
  'POST /login/second-factor',
  'POST /login/second-factor/passkey',
  'POST /logout',
  'POST /auth/google',
  'GET /auth/google/callback',
  // The code of the desktop app's sign-in requires its verifier.
  'POST /auth/google/app',
  'GET /release',
  'GET /session',
  'GET /password-resets',
  'POST /password-resets',
  // These require an API key or document the API.
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
  person: Role | 'nobody',
  { method, path }: Route,
  headers: Record<string, string> = {},
): Promise<number> {
  const caller = person === 'nobody' ? nobody : await as(person)
  return (
    await caller
      .with(headers)
      .request({ method: method as InjectOptions['method'], url: path, ...(method === 'GET' ? {} : { payload: {} }) })
  ).statusCode
}

const isLetIn = (status: number) => status < 500 && status !== 401 && status !== 403

/** Redirects of former addresses, and replies to unsupported methods. */
const isSignpost = async (route: Route) => [301, 405].includes(await statusFor('nobody', route))

test('every route without a role is one that strangers may reach', async () => {
  const unguarded = routes.filter(
    (route) => route.needs === undefined && route.site !== 'external' && !open.has(nameOf(route)) && route.url !== '*',
  )
  const unexpected = await Promise.all(
    unguarded.map(async (route) => ((await isSignpost(route)) ? [] : [nameOf(route)])),
  )
  expect(unexpected.flat()).toEqual([])
})

test.each(staffRoutes.map((route) => [nameOf(route), route] as const))(
  '%s admits exactly the roles that it names',
  async (_, route) => {
    for (const person of people) {
      const status = await statusFor(person, route)
      if (person === 'nobody') expect([person, status]).toEqual([person, 401])
      else if (!hasRole(person, route.needs!)) expect([person, status]).toEqual([person, 403])
      else expect([person, status]).toEqual([person, expect.toSatisfy(isLetIn, 'neither refused nor failed')])
    }
  },
)

test.each(staffRoutes.map((route) => [nameOf(route), route] as const))(
  '%s does not exist on the alumni’s site',
  async (_, route) => {
    expect(await statusFor('admin', route, { host: externalHost, origin: `https://${externalHost}` })).toBe(404)
  },
)

test('the desktop app forwards exactly the paths of staff pages', () => {
  const firstSegment = ({ url }: Route) => url.split('/')[1]!.replace(/\.csv$/, '')
  // This page opens only in the browser, because a window of the app would receive a code there.
  const checked = staffRoutes.filter(({ url }) => url !== '/auth/app')
  const others = ['login', 'logout', 'session', 'password-resets', 'api/activity_descriptions']
  expect(staffPaths.toSorted()).toEqual([...new Set([...checked.map(firstSegment), ...others])].toSorted())
})

/** These return counts without personal data. */
const impersonal = ['/engagement_stats/:chart.csv', '/classes.csv']

test('every file that staff can download requires a proof of identity, unless it has no personal data', () => {
  const files = staffRoutes.filter(({ method, url }) => method === 'GET' && /\.csv$|\/issues$/.test(url))
  expect(files.length).toBeGreaterThan(10)
  expect(files.filter(({ needsProof }) => !needsProof).map(({ url }) => url)).toEqual(impersonal)
})

test('merging champion signups and undoing it need no proof, because a merge can be undone and affects one person', () => {
  const champions = staffRoutes.filter(({ method, url }) => method !== 'GET' && url.startsWith('/champion_signups/'))
  expect(champions.map(({ url }) => url)).toContain('/champion_signups/merges/:id/undo')
  expect(champions.filter(({ needsProof }) => needsProof)).toEqual([])
})
