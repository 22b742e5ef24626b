import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [svelte({ configFile: false })],
  test: {
    name: 'portal',
    include: ['{src,gallery}/**/*.test.ts'],
    pool: 'forks',
    isolate: false,
  },
})
