import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'

export const fetchedElectron = join(
  process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'),
  'alumni-relations-tests/electron-33.2.1/electron',
)

export type Electron = { path: string; name: string }

/** Prefers DESKTOP_ELECTRON (`none` disables it), then the package's binary, then the downloaded one. */
export function findElectron(): Electron | undefined {
  if (process.env.DESKTOP_ELECTRON === 'none') return undefined
  const path = [findOwnElectron(), fetchedElectron].find((file) => file && isExecutable(file))
  return path ? { path, name: nameOf(path) } : undefined
}

/** Excludes the downloaded Electron, so that the result may also open the app for people. */
export function findOwnElectron(): string | undefined {
  return [process.env.DESKTOP_ELECTRON, packagedBinary()].find((file) => file && isExecutable(file))
}

/** Reads the path from a file, because importing electron would download it. */
function packagedBinary(): string | undefined {
  const folder = dirname(createRequire(import.meta.url).resolve('electron/package.json'))
  const pointer = join(folder, 'path.txt')
  return existsSync(pointer) ? join(folder, 'dist', readFileSync(pointer, 'utf8')) : undefined
}

function nameOf(path: string): string {
  const file = join(dirname(path), 'version')
  const version = existsSync(file) ? ` ${readFileSync(file, 'utf8').trim().replace(/^v/, '')}` : ` at ${path}`
  return `Electron${version}${path === fetchedElectron ? ' of Cypress' : ''}`
}

export function findOnPath(name: string): string | undefined {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(isExecutable)
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
