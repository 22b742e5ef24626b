import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { buildTestApp, internalHost } from '../../../testing/test-app.ts'
import { formerAssets } from './former-assets.ts'
import { serveAssets } from './portal.ts'

const folder = await mkdtemp(join(tmpdir(), 'alumni-assets-'))
const config = { isProduction: true, DATA_DIR: folder }
afterAll(() => rm(folder, { recursive: true }))

/** A release as it is built: one script, whose name says which. */
async function start(release: string, inProduction = true): Promise<string[]> {
  const assets = join(folder, 'built', release)
  await mkdir(assets, { recursive: true })
  await writeFile(join(assets, `page-${release}.js`), `// ${release}`)
  const former = await formerAssets({ ...config, isProduction: inProduction }, 'staff', { release, assets })
  return [assets, ...former]
}

test('a page of either of the two releases before still gets its scripts; older ones are swept', async () => {
  for (const release of ['v1.0.0', 'v1.1.0', 'v1.2.0']) await start(release)
  const [own, ...former] = await start('v1.3.0')
  const { app } = await buildTestApp({
    probe: async (scope) =>
      serveAssets(scope, { site: 'internal', url: '/assets/probe/', folder: own!, former, headers: {} }),
  })
  const ask = (release: string) =>
    app.inject({ url: `/assets/probe/page-${release}.js`, headers: { host: internalHost } })
  for (const release of ['v1.3.0', 'v1.2.0', 'v1.1.0'])
    expect([(await ask(release)).statusCode, (await ask(release)).body]).toEqual([200, `// ${release}`])
  const gone = await ask('v1.0.0')
  expect([gone.statusCode, gone.headers['cache-control']]).toEqual([404, 'no-store'])
  expect((await readdir(join(folder, 'assets', 'staff'))).toSorted()).toEqual(['v1.1.0', 'v1.2.0', 'v1.3.0'])
})

test('in development nothing is left behind', async () => {
  expect(await start('v2.0.0', false)).toHaveLength(1)
  expect(await readdir(join(folder, 'assets', 'staff'))).not.toContain('v2.0.0')
})
