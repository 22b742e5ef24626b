import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    globalSetup: fileURLToPath(import.meta.resolve('@alumni/server/testing/global-setup')),
    pool: 'forks',
    testTimeout: 60_000,
    hookTimeout: 30_000,
  },
})
