import { readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const { version } = JSON.parse(readFileSync(here('../package.json'), 'utf8')) as { version: string }

// Main, or with `--mode preload` the preload script: each with all that it imports, so that the packaged app needs no
// node_modules. CommonJS loads in one go, and a sandboxed preload can be nothing else.
export default defineConfig(({ mode }) => {
  const isPreload = mode === 'preload'
  const folder = isPreload ? 'preload' : 'main'
  return {
    define: { appVersion: JSON.stringify(version), 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: 'node20',
      outDir: here(`./dist/${folder}`),
      emptyOutDir: true,
      minify: true,
      license: isPreload ? false : { fileName: 'licenses.md' },
      sourcemap: false,
      rolldownOptions: {
        input: { start: here(`./src/${folder}/start.ts`) },
        external: ['electron', ...builtinModules, /^node:/],
        output: { format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: 'chunks/[name].cjs' },
      },
    },
  }
})
