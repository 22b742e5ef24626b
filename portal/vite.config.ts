import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [svelte({ configFile: false })],
  // Bundles Svelte, so that production needs no development dependencies.
  ssr: { noExternal: true },
  build: {
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    assetsDir: 'assets/portal',
    // The Content-Security-Policy allows no data: URLs, and a single stylesheet loads before the first paint.
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    manifest: !isSsrBuild,
    reportCompressedSize: false,
  },
}))
