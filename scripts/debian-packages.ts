import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runCommand } from './run-command.ts'

/** Debian packages that tests need. */
const packages = ['redis-server', 'age']
export const packagesOfSoak = ['buildah', 'mmdebstrap', 'systemd-container']

const programOf = (name: string) => (name === 'systemd-container' ? 'systemd-nspawn' : name)

export async function ensureDebianPackages(others: string[] = []): Promise<void> {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const isInstalled = (name: string) => folders.some((folder) => existsSync(join(folder, programOf(name))))
  const missing = [...packages, ...others].filter((name) => !isInstalled(name))
  if (missing.length === 0 || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.log(`  Installing ${missing.join(' and ')} …`)
  // Otherwise the package of Redis would start a server.
  const env = { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  await runCommand('apt-get', ['update', '-qq'], { env })
  const { isOk, output } = await runCommand('apt-get', ['install', '-y', '-qq', ...missing], { env })
  if (!isOk) console.log(`  ${missing.join(' and ')} could not be installed: ${output.split('\n').at(-1)}`)
}
