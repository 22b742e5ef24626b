import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { root } from './run-command.ts'

test.each([
  ['', 'There is no Chromium. Install it (Debian: apt-get install chromium-headless-shell; elsewhere: npx playwright'],
  ['/nowhere/chromium', 'There is no Chromium at /nowhere/chromium (PLAYWRIGHT_CHROMIUM)'],
])('without Chromium and the permission to install it (%s), the message says what to do', async (named, message) => {
  const module = JSON.stringify(join(root, 'scripts/chromium.ts'))
  const code = `process.getuid = () => 1000
    const { ensureChromium } = await import(${module}); console.log(JSON.stringify(await ensureChromium()))`
  const env = { ...process.env, PATH: '', PLAYWRIGHT_CHROMIUM: named, PLAYWRIGHT_BROWSERS_PATH: '/nowhere' }
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code], { env })
  expect((JSON.parse(stdout) as { reason?: string }).reason).toContain(message)
})
