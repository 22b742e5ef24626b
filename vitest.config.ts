import { configDefaults, defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: ['*/vitest.config.ts'],
    // Tests wait for time and processes more than they compute.
    maxWorkers: '100%',
    // No import leads to a routine of the database.
    forceRerunTriggers: [...configDefaults.forceRerunTriggers, '**/*.sql'],
  },
})
