import { defineConfig } from '@playwright/test'
import { findChromium } from './chromium.ts'

export default defineConfig({
  projects: [
    { name: 'sites', testDir: 'journeys' },
    { name: 'desktop app', testDir: 'desktop' },
  ],
  globalSetup: './whole-system.ts',
  outputDir: 'results/traces',
  reporter: [['list']],
  workers: 2,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  // The summary names what passed on its second try.
  retries: 1,
  // These guard against hanging and measure nothing.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
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
      ],
    },
  },
})
