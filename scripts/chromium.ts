import { existsSync } from 'node:fs'
import { findChromium } from '../e2e/chromium.ts'
import { runCommand } from './run-command.ts'

const howTo =
  'Install it (Debian: apt-get install chromium; elsewhere: npx playwright install chromium), or name one in PLAYWRIGHT_CHROMIUM'

/** The browser's path, installed where that needs no question; else why there is none. */
export async function ensureChromium(): Promise<{ path: string } | { reason: string }> {
  const found = findChromium()
  if (found)
    return existsSync(found)
      ? { path: found }
      : { reason: `There is no Chromium at ${found}, which PLAYWRIGHT_CHROMIUM names` }
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return { reason: `There is no Chromium. ${howTo}` }
  console.log('Installing Chromium …')
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await runCommand('apt-get', ['update', '-qq'], { env })
  const { isOk, output } = await runCommand('apt-get', ['install', '-y', '-qq', 'chromium'], { env })
  const installed = findChromium()
  if (isOk && installed) return { path: installed }
  return { reason: `Chromium could not be installed: ${output.split('\n').at(-1)}. ${howTo}` }
}
