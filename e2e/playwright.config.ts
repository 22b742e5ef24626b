import { defineConfig } from '@playwright/test'
import { journeyWorkers, scaleTimeout } from '@alumni/server/testing/machine'
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
  // scripts/test.ts lists the slowest journeys.
  reportSlowTests: null,
  workers: journeyWorkers,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  // Only guards against hanging.
  timeout: scaleTimeout(isSoak ? 10 * 60_000 : 5 * 60_000),
  expect: { timeout: scaleTimeout(45_000) },
  use: {
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    // Drawing animations costs up to a tenth of the time.
    contextOptions: isSoak ? {} : { reducedMotion: 'reduce' },
    actionTimeout: scaleTimeout(60_000),
    // Recording costs a third of the time; TRACE=1 enables it.
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
        // Optimizing compilers do not pay off, because every page is new to the browser.
        ...(isSoak ? [] : ['--js-flags=--no-opt --no-maglev']),
      ],
    },
  },
})

/** Runs in Electron if available, except for the first run in Chromium; otherwise runs everything in Chromium. */
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
