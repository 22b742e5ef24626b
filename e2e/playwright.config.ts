import { defineConfig } from '@playwright/test'
import { journeyWorkers, patience } from '@alumni/server/testing/machine'
import { isSoak } from '@alumni/server/testing/soak'
import { findChromium } from './chromium.ts'
import { findElectron } from './electron.ts'
import type { Place } from './fixtures/desktop-app.ts'

export default defineConfig<{ place: Place }>({
  testIgnore: isSoak ? [] : '**/*.soak.spec.ts',
  grepInvert: isSoak ? [] : /@soak/,
  projects: [{ name: 'sites', testDir: 'journeys' }, ...desktopApp()],
  globalSetup: './whole-system.ts',
  outputDir: 'results/traces',
  reporter: [['list']],
  workers: journeyWorkers,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  // Timeouts guard against hanging; they measure nothing.
  timeout: patience(isSoak ? 10 * 60_000 : 5 * 60_000),
  expect: { timeout: patience(45_000) },
  use: {
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    actionTimeout: patience(60_000),
    // Recording each journey costs a third of its time: TRACE=1 does, for one that fails.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findChromium(),
      args: [
        '--no-sandbox',
        '--disable-dev-shm-usage',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // Each journey's pages are new to the browser: what it would optimise them for is over before.
        ...(isSoak ? [] : ['--js-flags=--no-opt --no-maglev']),
      ],
    },
  },
})

/**
 * In Electron where there is one, and then the first day in Chromium too, so that it stays possible; else all in
 * Chromium.
 */
function desktopApp() {
  const inPlace = (place: Place, testMatch: string) => ({
    name: `desktop app in ${place}`,
    testDir: 'desktop',
    testMatch,
    use: { place },
  })
  const everything = '*.spec.ts'
  return findElectron()
    ? [inPlace('Electron', everything), inPlace('Chromium', 'first-run.spec.ts')]
    : [inPlace('Chromium', everything)]
}
