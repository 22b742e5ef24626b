import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig, type Plugin } from 'vite'

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [svelte({ configFile: false }), ...(isSsrBuild ? [] : [compressed()])],
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

/** Writes styles and scripts compressed beside themselves, as they are when every plugin is done with them. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    async writeBundle({ dir }, bundle) {
      const files = Object.keys(bundle).filter((name) => /\.(?:css|js)$/.test(name))
      for (const file of files.map((name) => join(dir!, name))) {
        const source = await readFile(file)
        await writeFile(`${file}.br`, brotliCompressSync(source))
        await writeFile(`${file}.gz`, gzipSync(source))
      }
    },
  }
}
