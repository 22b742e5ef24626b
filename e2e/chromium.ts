import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium, type Browser } from '@playwright/test'

/** Prefers PLAYWRIGHT_CHROMIUM, then one on the PATH, then Playwright's own. */
export function findChromium(): string | undefined {
  const asked = process.env.PLAYWRIGHT_CHROMIUM
  if (asked) return asked
  const folders = (process.env.PATH ?? '').split(delimiter)
  // The headless shell draws no windows, which halves the cost of a page.
  const onPath = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].flatMap((name) =>
    folders.map((folder) => join(folder, name)),
  )
  return [...onPath, chromium.executablePath()].find(isExecutable)
}

export function openChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu'] })
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
