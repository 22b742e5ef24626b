/**
 * Gives each package of the lock file a URL, so that npm downloads it without reading the list of its versions. The
 * host does not exist: `replace-registry-host` in .npmrc replaces it with the configured registry.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseNoOptions } from '../server/src/foundations/process/command-line.ts'

interface LockedPackage {
  version?: string
  name?: string
  resolved?: string
  integrity?: string
}

const registry = 'https://registry.invalid'

if (import.meta.main) {
  parseNoOptions('npm run lock   adds a URL to each package of the lock file')
  const file = join(import.meta.dirname, '../package-lock.json')
  const lock = readLock(file)
  for (const [path, { version, resolved: _, ...rest }] of downloads(lock.packages))
    lock.packages[path] = { version, resolved: addressOf(path, { version, ...rest }), ...rest }
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
}

export function packagesWithoutAddress(file: string): string[] {
  return downloads(readLock(file).packages)
    .filter(([path, locked]) => locked.resolved !== addressOf(path, locked))
    .map(([path]) => `${path}: run \`npm run lock\``)
}

function readLock(file: string): { packages: Record<string, LockedPackage> } {
  return JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, LockedPackage> }
}

function downloads(packages: Record<string, LockedPackage>): [string, LockedPackage][] {
  return Object.entries(packages).filter(([, { integrity }]) => integrity)
}

function addressOf(path: string, { name, version }: LockedPackage): string {
  const full = name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  return `${registry}/${full}/-/${full.split('/').at(-1)}-${version}.tgz`
}
