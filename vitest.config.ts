import { configDefaults, defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: ['*/vitest.config.ts'],
    // No import leads to a routine of the database.
    forceRerunTriggers: [...configDefaults.forceRerunTriggers, '**/*.sql'],
  },
})
