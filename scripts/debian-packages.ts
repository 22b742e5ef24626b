import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runCommand } from './run-command.ts'

/** Debian packages that tests need. */
const packages = ['redis-server', 'age']
export const packagesOfSoak = ['buildah', 'mmdebstrap', 'systemd-container', 'fonts-liberation']

const programOf = (name: string) => (name === 'systemd-container' ? 'systemd-nspawn' : name)
/** Stands in for Arial. The font that Chromium would use without it is wider and cuts off more text. */
const fonts = '/usr/share/fonts/truetype/liberation'

export async function ensureDebianPackages(others: string[] = []): Promise<void> {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const isInstalled = (name: string) =>
    name === 'fonts-liberation'
      ? existsSync(fonts)
      : folders.some((folder) => existsSync(join(folder, programOf(name))))
  const missing = [...packages, ...others].filter((name) => !isInstalled(name))
  if (missing.length === 0 || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.log(`  Installing ${missing.join(' and ')} …`)
  // Otherwise the package of Redis would start a server.
  const env = { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  await runCommand('apt-get', ['update', '-qq'], { env })
  const { isOk, output } = await runCommand('apt-get', ['install', '-y', '-qq', ...missing], { env })
  if (!isOk) console.log(`  ${missing.join(' and ')} could not be installed: ${output.split('\n').at(-1)}`)
}
