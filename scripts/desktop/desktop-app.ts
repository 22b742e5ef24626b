import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findOwnElectron } from '../../e2e/electron.ts'
import { root } from '../run-command.ts'

export function whyNoDesktopApp(): string | undefined {
  if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY)
    return 'There is no display for the desktop app.'
  if (!findOwnElectron()) return 'The desktop app needs Electron. Run npx install-electron, or set DESKTOP_ELECTRON.'
  return undefined
}

/** Opens the desktop app with a separate profile, so that an installed app stays signed in. */
export function openDesktopApp(server: string | undefined, profile: string): ChildProcess {
  if (server) rememberServer(server, profile)
  // Chromium's sandbox does not support root.
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const args = [`--user-data-dir=${profile}`, ...asRoot, join(root, 'desktop')]
  return spawn(findOwnElectron()!, args, { stdio: ['ignore', 'ignore', 'inherit'] })
}

/** Uses the format of the app and preserves its other settings. */
function rememberServer(server: string, profile: string): void {
  const file = join(profile, 'settings.json')
  mkdirSync(profile, { recursive: true, mode: 0o700 })
  writeFileSync(file, JSON.stringify({ ...readJson(file), address: new URL(server).origin }), { mode: 0o600 })
}

function readJson(file: string): object {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as object
  } catch {
    return {}
  }
}
