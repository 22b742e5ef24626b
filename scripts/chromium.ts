import { existsSync } from 'node:fs'
import { findChromium } from '../e2e/chromium.ts'
import { runCommand } from './run-command.ts'

const howTo =
  'Install it (Debian: apt-get install chromium-headless-shell; elsewhere: npx playwright install chromium), or set PLAYWRIGHT_CHROMIUM'

/** Returns the browser's path and installs the browser if no confirmation is needed; otherwise returns the reason. */
export async function ensureChromium(): Promise<{ path: string } | { reason: string }> {
  const found = findChromium()
  if (found && !existsSync(found)) return { reason: `There is no Chromium at ${found} (PLAYWRIGHT_CHROMIUM)` }
  if (found && (process.env.PLAYWRIGHT_CHROMIUM || found.includes('headless'))) return { path: found }
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    return found ? { path: found } : { reason: `There is no Chromium. ${howTo}` }
  console.log('Installing the headless shell of Chromium …')
  let failure = await install('chromium-headless-shell')
  if (failure && !found) failure = await install('chromium')
  const path = findChromium()
  return path ? { path } : { reason: `Chromium could not be installed: ${failure}. ${howTo}` }
}

/** Installs a Debian package without removing others. Returns the reason if that fails. */
async function install(name: string): Promise<string | undefined> {
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await runCommand('apt-get', ['update', '-qq'], { env })
  const { isOk, output } = await runCommand('apt-get', ['install', '-y', '-qq', '--no-remove', name], { env })
  return isOk ? undefined : output.split('\n').at(-1)
}
