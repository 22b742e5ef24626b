import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [svelte({ configFile: false })],
  // The server's bundle carries Svelte inside, so that production needs no development dependency.
  ssr: { noExternal: true },
  build: {
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    assetsDir: 'assets/portal',
    // The Content-Security-Policy knows no data: fonts or scripts, and one stylesheet arrives before the first paint.
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    manifest: !isSsrBuild,
    reportCompressedSize: false,
  },
}))
