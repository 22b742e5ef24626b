import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { buildTestApp, internalHost } from '../../../testing/test-app.ts'
import { prepareFormerAssets } from './former-assets.ts'
import { serveAssets } from './portal.ts'

const folder = await mkdtemp(join(tmpdir(), 'alumni-assets-'))
const config = { isProduction: true, DATA_DIR: folder }
const warned: string[] = []
const log = { warn: (_: object, message: string) => void warned.push(message) }
afterAll(() => rm(folder, { recursive: true }))

async function start(release: string, inProduction = true): Promise<string[]> {
  const assets = join(folder, 'built', release)
  await mkdir(assets, { recursive: true })
  await writeFile(join(assets, `page-${release}.js`), `// ${release}`)
  const former = await prepareFormerAssets({ ...config, isProduction: inProduction }, 'staff', { release, assets }, log)
  return [assets, ...former]
}

test('a page of the two previous releases still gets its scripts, and older ones are deleted', async () => {
  for (const release of ['v1.0.0', 'v1.1.0', 'v1.2.0']) await start(release)
  const [current, ...former] = await start('v1.3.0')
  const { app } = await buildTestApp({
    probe: async (scope) =>
      serveAssets(scope, { site: 'internal', url: '/assets/probe/', folder: current!, former, headers: {} }),
  })
  const ask = (release: string) =>
    app.inject({ url: `/assets/probe/page-${release}.js`, headers: { host: internalHost } })
  for (const release of ['v1.3.0', 'v1.2.0', 'v1.1.0'])
    expect([(await ask(release)).statusCode, (await ask(release)).body]).toEqual([200, `// ${release}`])
  const gone = await ask('v1.0.0')
  expect([gone.statusCode, gone.headers['cache-control']]).toEqual([404, 'no-store'])
  expect((await readdir(join(folder, 'assets', 'staff'))).toSorted()).toEqual(['v1.1.0', 'v1.2.0', 'v1.3.0'])
})

test('in development nothing is kept', async () => {
  expect(await start('v2.0.0', false)).toHaveLength(1)
  expect(await readdir(join(folder, 'assets', 'staff'))).not.toContain('v2.0.0')
})

const mayMount = process.platform === 'linux' && process.getuid?.() === 0

test.skipIf(!mayMount)(
  `on a full disk a server still starts, and leaves no incomplete release behind${mayMount ? '' : ' (skipped: it takes root on Linux)'}`,
  async () => {
    const full = join(folder, 'full')
    await mkdir(full)
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', full])
    onTestFinished(() => void execFileSync('umount', ['--lazy', full]))
    const assets = join(folder, 'large')
    await mkdir(assets)
    for (const part of ['a', 'b', 'c']) await writeFile(join(assets, `${part}.js`), part.repeat(30_000))
    const built = { release: 'v1.0.0', assets }
    expect(await prepareFormerAssets({ ...config, DATA_DIR: full }, 'staff', built, log)).toEqual([])
    expect(warned).toEqual([expect.stringContaining('may have to be loaded again')])
    expect(await readdir(join(full, 'assets', 'staff'))).toEqual([])
  },
)

test('an unreadable folder is only a warning', async () => {
  warned.length = 0
  const DATA_DIR = join(folder, 'no-folder')
  await writeFile(DATA_DIR, '')
  const built = { release: 'v1.0.0', assets: join(folder, 'built', 'v1.0.0') }
  expect(await prepareFormerAssets({ ...config, DATA_DIR }, 'staff', built, log)).toEqual([])
  expect(warned.length).toBeGreaterThan(0)
})
