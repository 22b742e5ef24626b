import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { appSignInUrl, hasRole, roles, welcomePath, type Role } from '@alumni/shared/staff/accounts'
import type { Caller } from '../../../testing/caller.ts'
import { recordsOf } from '../../exchange/imports/testing/records.ts'
import { createSignup } from '../../../testing/champions.ts'
import { buildTestApp, externalHost } from '../../../testing/test-app.ts'

const { as, nobody, visitor, asChampion, db, logs } = await buildTestApp()
const callers: Record<Role | 'nobody', Caller> = {
  viewer: await as('viewer'),
  staff: await as('staff'),
  admin: await as('admin'),
  nobody,
}

const pages: { url: string; needs?: Role }[] = [
  { url: '/login' },
  { url: '/password-resets' },
  { url: '/password-resets/some-token' },
  { url: '/alumni_search', needs: 'viewer' },
  { url: '/settings', needs: 'admin' },
]
const people = ['nobody', ...roles] as const

describe.each(pages)('$url', ({ url, needs }) => {
  test.each(people)('%s gets what their role allows, as a page and as JSON', async (person) => {
    const [html, json] = await Promise.all([callers[person].visit(url), callers[person].get(url)])
    const may = needs === undefined || (person !== 'nobody' && hasRole(person, needs))
    const signedOut = person === 'nobody' && needs !== undefined
    expect(html.statusCode).toBe(may ? 200 : signedOut ? 302 : 403)
    expect(json.statusCode).toBe(may ? 200 : signedOut ? 401 : 403)
    expect([html.headers.vary, json.headers.vary]).toEqual(['Accept', 'Accept'])
    expect([html.headers['cache-control'], json.headers['cache-control']]).toEqual(['no-store', 'no-store'])
    if (may) expect(html.body).toContain('<title>Staff app</title>')
    if (signedOut) expect(html.headers.location).toBe(`/login?return_to=${encodeURIComponent(url)}`)
    if (!may) expect(json.json()).toEqual({ error: expect.stringMatching(/\.$/) })
  })

  test.each(people)('%s finds nothing there on the alumni’s site', async (person) => {
    const there = callers[person].with({ host: externalHost })
    expect((await there.visit(url)).statusCode).toBe(404)
    expect((await there.get(url)).statusCode).toBe(404)
  })
})

const staffRoutes = fileURLToPath(new URL('../../../../desktop/src/renderer/shell/routes', import.meta.url))
/** Replaces each parameter of the server (`:id`) or the app (`$id`) with `:`. */
const normalize = (url: string) => url.replaceAll(/[:$]\w+/g, ':')

test('each address that replies with the staff app is a page of it', async () => {
  const files = readdirSync(staffRoutes).map((name) => readFileSync(join(staffRoutes, name), 'utf8'))
  const literals = files.flatMap((file) =>
    [...file.matchAll(/(?:path: |\bpage\(\s*)'([^']+)'/g)].map(([, path]) => path!),
  )
  const inApp = new Set([...literals, appSignInUrl, welcomePath].map(normalize))
  const pages: string[] = []
  await buildTestApp({
    onRoute({ method, url, config }) {
      if (method === 'GET' && (config as { isPage?: boolean } | undefined)?.isPage) pages.push(url)
    },
  })
  expect(pages.length).toBeGreaterThan(50)
  expect(pages.filter((url) => !inApp.has(normalize(url)))).toEqual([])
})

test('a query with invalid values opens the page, and JSON names the fields', async () => {
  const { viewer } = callers
  const url = '/alumni_search?year_from=yesterday&page=-1'
  expect((await viewer.visit(url)).statusCode).toBe(200)
  const json = await viewer.get(url)
  expect(json.statusCode).toBe(400)
  expect(json.json().fields).toMatchObject({ year_from: expect.stringMatching(/\.$/) })
  expect((await viewer.visit('/alumni/nobody-at-all')).statusCode).toBe(404)
})

test('the HTML of a record only checks that it exists', async () => {
  const peggy = await createSignup(db)
  await recordsOf({ db }).add('alumni', { buid: 'B00000001', first_name: 'Peggy' })
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const statements = async (url: string) => {
    query.mockClear()
    expect((await callers.staff.visit(url)).statusCode).toBe(200)
    return query.mock.calls.length
  }
  const statementCount = await statements('/alumni_search')
  for (const url of ['/alumni/B00000001', `/champion_signups/${peggy.id}`])
    expect([url, await statements(url)]).toEqual([url, statementCount + 1])
  query.mockRestore()
})

test('the return path after signing in keeps the query, and is a path of this site', async () => {
  const reply = await nobody.visit('/alumni_search?name=Ann&page=2')
  expect(reply.headers.location).toBe('/login?return_to=%2Falumni_search%3Fname%3DAnn%26page%3D2')
})

test('the app’s style nonce equals that of the reply, and is always new', async () => {
  const [first, second] = await Promise.all([nobody.visit('/login'), nobody.visit('/login')])
  const nonce = /'nonce-([\w-]+)'/.exec(String(first.headers['content-security-policy']))![1]!
  expect(first.body.match(new RegExp(`nonce="${nonce}"`, 'g'))).toHaveLength(2)
  expect(first.body).not.toContain('__CSP_NONCE__')
  expect(second.body).not.toContain(nonce)
})

test.each([
  ['text/html', true],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', true],
  ['application/json', false],
  ['*/*', false],
  ['application/json, text/html;q=0.5', false],
  ['text/html;q=0, */*', false],
  ['text/html;q=nonsense', false],
])('Accept: %s gets the HTML page: %s', async (accept, isPage) => {
  const reply = await nobody.get('/login', { headers: { accept } })
  expect(reply.headers['content-type']).toContain(isPage ? 'text/html' : 'application/json')
})

describe('signed-in staff read inside their app', () => {
  const inApp = expect.stringContaining('<title>Staff app</title>')

  test.each(['/nothing', '/alumni/nobody-at-all', '/alumni/B99999999', '/alumni/B99999999/history'])(
    'that %s does not exist',
    async (url) => {
      const [html, json] = await Promise.all([callers.viewer.visit(url), callers.viewer.get(url)])
      expect([html.statusCode, json.statusCode]).toEqual([404, 404])
      expect(html.body).toEqual(inApp)
      expect(html.headers['cache-control']).toBe('no-store')
      expect(json.json()).toEqual({ error: expect.stringMatching(/^There is no/) })
      await setImmediate()
      expect(logs.filter((line) => line.includes('ALREADY_SENT'))).toEqual([])
    },
  )

  test.each([
    '/champion_signups/999',
    '/champion_signups/merges/999',
    '/champion_signups/opportunities/999',
    '/champion_signups/opportunities/999/edit',
    '/champion_signups/events/999',
    '/champion_signups/events/999/edit',
    '/settings/content/news/999',
    '/settings/content/communities/999/edit',
    '/settings/imports/contacts/batches/999',
  ])('that there is no record at %s', async (url) => {
    const html = await callers.admin.visit(url)
    expect([html.statusCode, html.body]).toEqual([404, inApp])
  })

  test('that a page is not for their role, and a separate page refuses a file', async () => {
    const page = await callers.viewer.visit('/settings')
    expect([page.statusCode, page.body]).toEqual([403, inApp])
    const file = await callers.viewer.visit('/champion_signups.csv')
    expect(file.statusCode).toBe(403)
    expect(file.body).not.toEqual(inApp)
  })

  test('which is not so on the alumni’s site, or when signed out', async () => {
    const there = callers.viewer.with({ host: externalHost })
    for (const reply of [await there.visit('/nothing'), await nobody.visit('/nothing')]) {
      expect(reply.statusCode).toBe(404)
      expect(reply.body).not.toEqual(inApp)
    }
  })
})

describe('an unknown page', () => {
  test('is a small page for staff, or JSON with the same message', async () => {
    const [html, json] = await Promise.all([nobody.visit('/<b>nothing</b>'), nobody.get('/nothing')])
    expect([html.statusCode, json.statusCode]).toEqual([404, 404])
    expect(json.json()).toEqual({ error: 'There is nothing at this address.' })
    expect(html.body).toContain('There is nothing at this address.')
    expect(html.body).not.toContain('<b>')
  })

  test('is the portal’s error page for alumni', async () => {
    const reply = await visitor.visit('/nothing?a=1')
    expect(reply.statusCode).toBe(404)
    expect(reply.body).toContain('<main data-path="/nothing">There is nothing at this address.</main>')
    const view = JSON.parse(/id="portal-view">(.*?)<\/script>/.exec(reply.body)![1]!)
    expect(view).toMatchObject({
      site: { path: '/nothing', institution: { name: 'Bayside University' } },
      page: 'problem',
      props: { status: 404 },
    })
  })

  test('a path cannot end the script element that carries the view', async () => {
    const reply = await visitor.visit('/x</script><script>alert(1)</script>')
    expect(reply.body.match(/<script/g)).toHaveLength(2)
  })

  test('a page without hydration has no script', async () => {
    expect((await visitor.visit('/')).body).not.toMatch(/<script|modulepreload/)
  })
})

describe('compression', () => {
  const headers = { 'accept-encoding': 'gzip, deflate, br' }

  test('is used for public pages, if the browser accepts it', async () => {
    const small = await visitor.visit('/', { headers })
    expect(small.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' })
    expect(gunzipSync(small.rawPayload).toString()).toBe((await visitor.visit('/')).body)
    for (const refused of ['br', 'gzip;q=0', 'identity', 'gzipped'])
      expect((await visitor.visit('/', { headers: { 'accept-encoding': refused } })).headers).not.toHaveProperty(
        'content-encoding',
      )
  })

  test('is not used for personal pages, whose length would reveal their content', async () => {
    const rosa = await asChampion(await createSignup(db, { email: 'rosa@example.org', first_name: 'Rosa' }))
    const reply = await rosa.visit('/', { headers })
    expect(reply.headers).not.toHaveProperty('content-encoding')
    expect(reply.body).toContain('Rosa')
  })

  test('is done by the build for files', async () => {
    const reply = await visitor.get('/assets/portal/entry-4d5e6f.js', { headers })
    expect(reply.headers['content-encoding']).toBe('gzip')
    expect(reply.headers['content-type']).toContain('javascript')
    expect(gunzipSync(reply.rawPayload).toString()).toBe((await visitor.get('/assets/portal/entry-4d5e6f.js')).body)
  })
})

describe('assets', () => {
  test('are cached permanently by the browser, each on its own site', async () => {
    const staff = await nobody.get('/assets/staff/app-1a2b3c.js')
    expect(staff.statusCode).toBe(200)
    expect(staff.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(staff.headers['content-type']).toContain('javascript')
    expect((await visitor.get('/assets/portal/entry-4d5e6f.js')).statusCode).toBe(200)
    expect((await visitor.get('/assets/staff/app-1a2b3c.js')).statusCode).toBe(404)
    expect((await nobody.get('/assets/portal/entry-4d5e6f.js')).statusCode).toBe(404)
  })

  test.each([
    '/assets/staff/nothing.js',
    '/assets/staff/../index.html',
    '/assets/staff/%2e%2e/index.html',
    '/assets/staff/..%2findex.html',
    '/assets/staff/',
  ])('%s is not found, which is not cached', async (url) => {
    const reply = await nobody.get(url)
    expect([403, 404]).toContain(reply.statusCode)
    expect(reply.headers['cache-control']).toBe('no-store')
    expect(reply.json().error).toMatch(/\.$/)
  })

  test('the institution’s color is in a separate stylesheet', async () => {
    expect((await visitor.get('/institution.css')).body).toBe(':root{--institution-color:#0b5c5c}\n')
    expect((await nobody.get('/institution.css')).statusCode).toBe(404)
  })
})
