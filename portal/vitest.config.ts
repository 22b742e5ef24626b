import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'
import { patience, testWorkers } from '../server/testing/machine.ts'

// These settings are not inherited; the number of processes is that of the other projects.
export default defineConfig({
  plugins: [svelte({ configFile: false })],
  test: {
    name: 'portal',
    include: ['{src,gallery}/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: testWorkers,
    isolate: false,
    testTimeout: patience(3 * 60_000),
    hookTimeout: patience(3 * 60_000),
  },
})
