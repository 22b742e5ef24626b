import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { name: 'scripts', include: ['*.test.ts'], pool: 'forks', testTimeout: 60_000, hookTimeout: 60_000 },
})
