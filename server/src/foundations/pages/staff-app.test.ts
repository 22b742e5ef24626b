import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { sessionElement, sessionReply } from '@alumni/shared/staff/accounts'
import { afterAll, expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/test-app.ts'
import { recordsOf } from '../../exchange/imports/testing/records.ts'

const script = 'export const parts = 42\n'.repeat(200)
const folder = await mkdtemp(join(tmpdir(), 'staff-app-'))
await mkdir(join(folder, 'assets'))
await writeFile(
  join(folder, 'index.html'),
  '<html><head><title>Staff app</title></head><body><!--frame--><div id="root"></div></body></html>',
)
const link = (path: string) => `<a href="${path}">${path}</a>`
const frameWith = (...paths: string[]) =>
  `<div data-place="__PLACE__">__MARK__ __SHORT_NAME__ <h1>__TITLE__</h1> __NAME__ (__INITIALS__)${paths.map(link).join('')}</div>`
await writeFile(
  join(folder, 'frame.json'),
  JSON.stringify({
    frames: {
      viewer: frameWith('/alumni_search'),
      admin: frameWith('/alumni_search', '/tools/batch_search', '/settings'),
    },
    menuItemByPath: {
      '/alumni_search': '/alumni_search',
      '/tools/batch_search': '/alumni_search',
      '/settings': '/settings',
    },
    titles: { '/alumni_search': 'Search alumni', '/settings': 'Settings', '/classes/:': 'Class of :' },
    pathsWithoutMenu: ['/champion_signups/events/:/door'],
  }),
)
await writeFile(
  join(folder, 'pages.json'),
  '{ "/alumni/:": ["alumnus-1a2b3c.js", "frames-4d5e6f.js"], "/alumni_search?": ["found-7a8b9c.js"] }',
)
await writeFile(join(folder, 'assets', 'start-1a2b3c.js'), script)
await writeFile(join(folder, 'assets', 'start-1a2b3c.js.br'), brotliCompressSync(script))
await writeFile(join(folder, 'assets', 'start-1a2b3c.js.gz'), gzipSync(script))
afterAll(() => rm(folder, { recursive: true }))

const { as, nobody, db, people } = await buildTestApp({ frontEnds: { staffApp: folder, portal: '/nowhere' } })
const [ada, vera] = [await as('admin'), await as('viewer')]
const url = '/assets/staff/start-1a2b3c.js'

const sessionIn = (html: string) => {
  const text = new RegExp(`<script type="application/json" id="${sessionElement}">(.*?)</script>`).exec(html)?.[1]
  return text && sessionReply.parse(JSON.parse(text))
}

test('Ada’s HTML has her own session data and Vera’s has hers, and neither is cached', async () => {
  for (const caller of [ada, vera]) {
    const [document, session] = await Promise.all([caller.visit('/alumni_search'), caller.get('/session')])
    expect(sessionIn(document.body)).toEqual(session.json())
    expect(document.headers['cache-control']).toBe('no-store')
    expect(document.headers['content-encoding']).toBeUndefined()
    expect(document.headers['content-security-policy']).toContain("script-src 'self';")
  }
})

test('pages that do not exist or are not for her know Vera too, and the sign-in page has no data of her', async () => {
  const user = { user: expect.objectContaining({ id: people.viewer.id }) }
  for (const [path, status] of [
    ['/alumni/B99999999', 404],
    ['/nothing', 404],
    ['/settings', 403],
  ] as const) {
    const reply = await vera.visit(path)
    expect([reply.statusCode, sessionIn(reply.body)]).toEqual([status, expect.objectContaining(user)])
  }
  const [signIn, signedOut] = await Promise.all([vera.visit('/login'), nobody.visit('/login')])
  expect([sessionIn(signIn.body), sessionIn(signedOut.body)]).toEqual([undefined, undefined])
  expect(signIn.body).not.toContain(people.viewer.email)
})

test('the HTML has the menu of the user’s role, the title and the user before any script runs', async () => {
  const frameIn = ({ body }: { body: string }) => /<body>(.*?)<div id="root">/s.exec(body)?.[1] ?? ''
  const [search, batch, ofVera, refused] = await Promise.all([
    ada.visit('/alumni_search?q=jose'),
    ada.visit('/tools/batch_search'),
    vera.visit('/alumni_search'),
    vera.visit('/settings'),
  ])
  expect(frameIn(search)).toContain('<h1>Search alumni</h1> Ada Lindqvist (AL)')
  expect(frameIn(search)).toContain('<a href="/alumni_search" data-current="true" aria-current="page">')
  expect(frameIn(search)).toContain('<a href="/tools/batch_search">')
  expect(frameIn(batch)).toContain('data-place="/alumni_search"')
  expect(frameIn(batch)).toContain('<a href="/tools/batch_search" data-current="true" aria-current="page">')
  for (const reply of [ofVera, refused]) {
    expect(frameIn(reply)).toContain('Vera Castillo (VC)')
    expect(frameIn(reply)).not.toContain('href="/settings"')
  }
  const [style, nonce] = [/<style nonce="([^"]+)">[^<]*--accent:#/.exec(search.body), search.headers]
  expect(nonce['content-security-policy']).toContain(`'nonce-${style?.[1]}'`)
  for (const signedOut of [await vera.visit('/login'), await nobody.visit('/login')])
    expect(signedOut.body).toContain('<body><div id="root"></div>')
})

test('a name with markup is shown as text', async () => {
  const name = 'Vera </script><script src="/evil.js"></script><!--'
  await db.updateTable('staff_users').set({ name }).where('id', '=', people.viewer.id).execute()
  const { body } = await vera.visit('/alumni_search')
  expect(body).not.toContain('/script><script src')
  expect(body).not.toContain('<!--')
  expect(sessionIn(body)).toMatchObject({ user: { name } })
})

test('the page of a class has its year in the title before any script runs', async () => {
  expect((await vera.visit('/classes/1998')).body).toContain('<h1>Class of 1998</h1>')
  expect((await vera.visit('/classes/98')).body).toContain('<h1></h1>')
})

test('the HTML of a page names only its own scripts', async () => {
  await recordsOf({ db }).add('alumni', { buid: 'B00000001', first_name: 'Peggy' })
  const listScripts = async (path: string) =>
    [...(await vera.visit(path)).body.matchAll(/<link rel="modulepreload" crossorigin href="([^"]+)">/g)].map(
      ([, href]) => href,
    )
  expect(await listScripts('/alumni/B00000001')).toEqual([
    '/assets/staff/alumnus-1a2b3c.js',
    '/assets/staff/frames-4d5e6f.js',
  ])
  expect(await listScripts('/alumni_search')).toEqual([])
  expect(await listScripts('/alumni_search?q=peggy')).toEqual(['/assets/staff/found-7a8b9c.js'])
})

test('a script is compressed as the browser accepts, cached permanently, and varies by encoding', async () => {
  const get = (encoding: string, method: 'GET' | 'HEAD' = 'GET') =>
    nobody.request({ method, url, headers: { 'accept-encoding': encoding } })
  const [brotli, gzip, plain] = await Promise.all([get('gzip, deflate, br'), get('gzip'), get('identity')])
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(script)
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(script)
  expect(plain.body).toBe(script)
  expect([brotli, gzip, plain].map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip', undefined])
  for (const { headers } of [brotli, gzip, plain]) {
    expect(headers).toMatchObject({
      vary: 'accept-encoding',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': expect.stringMatching(/javascript; charset=utf-8$/),
    })
  }
  const head = await get('br', 'HEAD')
  expect([head.statusCode, head.body, head.headers['content-encoding']]).toEqual([200, '', 'br'])
  expect(head.headers['content-length']).toBe(String(brotli.rawPayload.length))
})

test('a cached script is not sent again, and a range is one of the requested encoding', async () => {
  const ask = (headers: Record<string, string>) => nobody.get(url, { headers })
  const { etag } = (await ask({ 'accept-encoding': 'br' })).headers
  const unchanged = await ask({ 'accept-encoding': 'br', 'if-none-match': String(etag) })
  expect([unchanged.statusCode, unchanged.body]).toEqual([304, ''])
  const other = await ask({ 'accept-encoding': 'gzip', 'if-none-match': String(etag) })
  expect(other.statusCode).toBe(200)
  const part = await ask({ 'accept-encoding': 'identity', range: 'bytes=0-5' })
  expect([part.statusCode, part.body]).toEqual([206, 'export'])
  expect((await nobody.get('/assets/staff/gone-1a2b3c.js')).statusCode).toBe(404)
})
