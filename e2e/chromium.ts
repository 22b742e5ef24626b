import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium, type Browser } from '@playwright/test'

/** Returns the Chromium for the journeys: PLAYWRIGHT_CHROMIUM, one on the PATH, or Playwright's. */
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

/** Opens this Chromium for a benchmark. */
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
