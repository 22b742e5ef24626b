import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { colorSchemeScript } from './build/color-scheme-script.ts'
import { firstFrame } from './build/first-frame.ts'
import { pageFiles } from './build/page-files.ts'
import { usedStyles } from './build/used-styles.ts'
import { withoutJsonSchema } from './build/without-json-schema.ts'

const rendererFolder = fileURLToPath(new URL('./src/renderer', import.meta.url))

/** The server serves `dist/renderer/assets` under this address; the portal has its own beside it. */
const assetsUrl = '/assets/staff/'

// A build is one for production, whatever the shell that asks for it is set to.
if (process.argv.includes('build')) process.env.NODE_ENV = 'production'

export default defineConfig({
  root: rendererFolder,
  base: '/',
  plugins: [
    react(),
    withoutJsonSchema(),
    colorSchemeScript(assetsUrl),
    pageFiles(),
    usedStyles(),
    firstFrame(assetsUrl),
  ],
  // The server puts a fresh nonce in place of the word in every reply.
  html: { cspNonce: '__CSP_NONCE__' },
  experimental: {
    renderBuiltUrl: (fileName) => assetsUrl + fileName.replace(/^assets\//, ''),
  },
  build: {
    outDir: fileURLToPath(new URL('./dist/renderer', import.meta.url)),
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    license: { fileName: 'licenses.md' },
    chunkSizeWarningLimit: 1_000,
    // One stylesheet: what is imported later stands below, so the app's own styles win over the library's.
    cssCodeSplit: false,
    rolldownOptions: {
      // Contracts that no page reads are left out: these calls have no side effect.
      treeshake: { manualPureFunctions: ['z', 'portalPage'] },
      output: {
        // Rolldown names what pages share by all of them.
        chunkFileNames: ({ name }) => `assets/${name.split('~', 1)[0]}-[hash].js`,
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], priority: 3 },
            // What a search shows, with all that it needs; most of it other lists need too.
            { name: 'found', test: /search[\\/]found\.tsx$/, priority: 2 },
            // Every file is a request that counts against the limit of an address: what many pages need is one.
            { name: 'frames', minShareCount: 8, priority: 1 },
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 3_000 },
          ],
        },
      },
    },
  },
})
