import { availableParallelism } from 'node:os'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

// These settings are not inherited; the number of processes is that of the other projects.
export default defineConfig({
  plugins: [svelte({ configFile: false })],
  test: {
    name: 'portal',
    include: ['{src,gallery}/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: availableParallelism() + 1,
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
