import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { generateKeyPairSync } from 'node:crypto'
import { chmod, copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { extractFile, listPackage } from '@electron/asar'
import { flipFuses, FuseState, FuseV1Options, FuseVersion, getCurrentFuseWire } from '@electron/fuses'
import type { Page } from '@playwright/test'
import { findElectron } from '../electron.ts'
import { appEnvironment, appSwitches, expect, expectNoBarriers, test } from '../fixtures/desktop-app.ts'
import { listOf, serveFeed, type Feed } from '../fixtures/update-feed.ts'

test.describe.configure({ mode: 'serial' })
test.skip(process.platform !== 'linux' || !findElectron(), 'There is no Electron for Linux on this machine.')

const kills = 10
let folder: string
let program: string
/** A copy that Playwright can control; the packaged app refuses to be inspected. */
let driven: string
let feed: Feed
let newProgram: Buffer
const { privateKey } = generateKeyPairSync('ed25519')

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alumni-packaged-'))
  newProgram = Buffer.from(`#!/bin/sh\necho started > "${folder}/new-version-started"\n${'#'.repeat(2_000_000)}\n`)
  feed = await serveFeed(newProgram)
  await writeFile(join(folder, 'key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }))
  await packageApp('--dir', '--as', '1.0.0', '--electron', findElectron()!.path, '--out', folder)
  program = join(folder, 'linux-unpacked/alumni-relations')
  driven = `${program}-driven`
  await copyFile(program, driven)
  await flipFuses(driven, { version: FuseVersion.V1, [FuseV1Options.EnableNodeCliInspectArguments]: true })
})
test.afterAll(async () => {
  await feed.close()
  await rm(folder, { recursive: true, force: true })
})

test('the package contains only the bundles, and its fuses are set', async () => {
  const asar = join(folder, 'linux-unpacked/resources/app.asar')
  const files = listPackage(asar, { isPack: false }).filter((file) => /\.[^/]*$/.test(file))
  expect(files).toEqual(
    expect.arrayContaining([
      '/package.json',
      '/dist/main/start.cjs',
      '/dist/preload/start.cjs',
      '/dist/renderer/index.html',
      '/dist/renderer/licenses.md',
      '/dist/main/licenses.md',
    ]),
  )
  const foreign =
    /^\/(package\.json|dist\/(main|preload)\/[\w/-]+\.cjs|dist\/(main|renderer)\/licenses\.md|dist\/renderer\/(frame\.json|.*\.(html|js|css|woff2|svg|png)))$/
  expect(files.filter((file) => !foreign.test(file))).toEqual([])
  expect(JSON.parse(extractFile(asar, 'package.json').toString())).toMatchObject({
    name: 'alumni-relations',
    version: '1.0.0',
    updates: { url: feed.url },
  })

  const wire = await getCurrentFuseWire(program)
  const { DISABLE, ENABLE } = FuseState
  expect([
    wire[FuseV1Options.RunAsNode],
    wire[FuseV1Options.EnableCookieEncryption],
    wire[FuseV1Options.EnableNodeOptionsEnvironmentVariable],
    wire[FuseV1Options.EnableNodeCliInspectArguments],
    wire[FuseV1Options.EnableEmbeddedAsarIntegrityValidation],
    wire[FuseV1Options.OnlyLoadAppFromAsar],
    wire[FuseV1Options.GrantFileProtocolExtraPrivileges],
  ]).toEqual([DISABLE, ENABLE, DISABLE, DISABLE, ENABLE, ENABLE, DISABLE])
})

test('the packaged app does not start with a switch that lets other programs control it, and logs why', async ({
  profile,
  display,
}) => {
  const args = [...appSwitches, `--user-data-dir=${profile}`, '--remote-debugging-port=0']
  const options = { env: appEnvironment(profile, display) }
  const refused = await promisify(execFile)(program, args, options).catch(
    (error: { code: number; stderr: string }) => error,
  )
  expect(refused).toMatchObject({ code: 1 })
  expect(refused.stderr).toContain('Not started: --remote-debugging-port would give other programs access to this app.')
  expect(refused.stderr).not.toContain('DevTools listening')
})

test('an update is installed with a restart, but only if it is signed and newer', async ({ launch }) => {
  const appImage = await oldAppImage()
  const app = await launch({ program: driven, env: { APPIMAGE: appImage } })
  const window = await app.firstWindow()
  await expect(window.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(await app.evaluate((electron) => [electron.app.getVersion(), electron.app.isPackaged])).toEqual([
    '1.0.0',
    true,
  ])

  await serve('0.9.0')
  expect(await checkForUpdate(window)).toEqual({ status: 'current' })
  await serve('1.1.0', 0)
  expect(await checkForUpdate(window)).toEqual({ status: 'current' })
  expect(feed.downloads).toBe(0)

  // From the third failure on, the next automatic check is at least 15 minutes away.
  feed.list = undefined
  expect(await checkForUpdate(window)).toMatchObject({ status: 'failed', message: /does not answer/ })
  feed.list = listOf('1.1.0', newProgram)
  expect(await checkForUpdate(window)).toMatchObject({ status: 'failed', message: /not signed/ })
  await serve('1.1.0')
  feed.list = feed.list.replace('1.1.0', '1.1.1')
  expect(await checkForUpdate(window)).toMatchObject({ status: 'failed', message: /not signed/ })

  await serve('1.1.0', 1)
  feed.manner = 'cut'
  await checkForUpdate(window)
  await expect(window.getByText('The update could not be downloaded. The app will try again.')).toBeVisible()
  await expect(window.getByText('Something went wrong in the app')).toBeHidden()
  await expectNoBarriers(window)
  feed.manner = 'other'
  await window.getByRole('button', { name: 'Try again' }).click()
  await expect(window.getByText('The download of the update was damaged')).toBeVisible()
  await expect(window.getByText('Something went wrong in the app')).toBeHidden()
  feed.manner = 'whole'
  await window.getByRole('button', { name: 'Try again' }).click()
  await expect(window.getByText('Version 1.1.0 is ready')).toBeVisible()
  await expect(window.getByText('Lists are faster.')).toBeVisible()
  await expectNoBarriers(window)

  await window.getByRole('button', { name: 'Restart to update' }).click()
  await expect.poll(newVersionStarted).toBe(true)
  expect(await readFile(appImage)).toEqual(newProgram)
})

test('an app that was killed during a download starts again, and a complete download is installed at the next start', async ({
  launch,
  profile,
  display,
}) => {
  const appImage = await oldAppImage()
  await serve('1.1.0')
  feed.manner = 'endless'
  for (let killed = 0; killed < kills; killed++) {
    const before = feed.downloads
    const app = await launch({ program: driven, env: { APPIMAGE: appImage } })
    expect(await checkForUpdate(await app.firstWindow())).toMatchObject({ status: 'downloading', version: '1.1.0' })
    await expect.poll(() => feed.downloads).toBeGreaterThan(before)
    await killApp(app.process())
  }
  feed.manner = 'whole'
  const app = await launch({ program: driven, env: { APPIMAGE: appImage } })
  const window = await app.firstWindow()
  await checkForUpdate(window)
  await expect(window.getByText('Version 1.1.0 is ready')).toBeVisible()
  await killApp(app.process())
  expect(await readFile(appImage, 'utf8')).toContain('old')

  // Like a start from the menu: the app opens no window and installs the new version.
  const started = spawn(program, [...appSwitches, `--user-data-dir=${profile}`], {
    env: { ...appEnvironment(profile, display), APPIMAGE: appImage },
    stdio: 'ignore',
  })
  await expect.poll(newVersionStarted).toBe(true)
  expect(await readFile(appImage)).toEqual(newProgram)
  if (started.exitCode === null) await once(started, 'exit')
})

async function checkForUpdate(window: Page): Promise<unknown> {
  const { reply } = (await window.evaluate(() =>
    (globalThis as unknown as { desktop: { call(channel: string, request: null): Promise<unknown> } }).desktop.call(
      'update.check',
      null,
    ),
  )) as { reply: unknown }
  return reply
}

/** The content of this file shows which version is installed. */
async function oldAppImage(): Promise<string> {
  await rm(join(folder, 'new-version-started'), { force: true })
  const file = join(folder, 'alumni-relations.AppImage')
  await writeFile(file, '#!/bin/sh\n# old\n')
  await chmod(file, 0o755)
  return file
}

async function serve(version: string, rollout = 100): Promise<void> {
  const served = await mkdtemp(join(folder, 'feed-'))
  await writeFile(join(served, 'latest-linux.yml'), listOf(version, newProgram))
  await packageApp('--sign', served, '--rollout', String(rollout))
  feed.list = await readFile(join(served, 'latest-linux.yml'), 'utf8')
}

async function packageApp(...args: string[]): Promise<void> {
  const script = fileURLToPath(new URL('../../scripts/desktop-package.ts', import.meta.url))
  const env = { ...process.env, UPDATE_FEED_URL: feed.url, UPDATE_SIGNING_KEY: join(folder, 'key.pem') }
  await promisify(execFile)(process.execPath, [script, ...args], { env })
}

async function killApp(child: ReturnType<typeof spawn>): Promise<void> {
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

async function newVersionStarted(): Promise<boolean> {
  return readFile(join(folder, 'new-version-started')).then(
    () => true,
    () => false,
  )
}
