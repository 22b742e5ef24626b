import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const rendererFolder = fileURLToPath(new URL('./src/renderer', import.meta.url))

/** The server serves `dist/renderer/assets` under this address; the portal has its own beside it. */
const assetsUrl = '/assets/staff/'

// A build is one for production, whatever the shell that asks for it is set to.
if (process.argv.includes('build')) process.env.NODE_ENV = 'production'

export default defineConfig({
  root: rendererFolder,
  base: '/',
  plugins: [react(), colorSchemeScript()],
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
    chunkSizeWarningLimit: 800,
    // Every file is a request that counts against the limit of an address: one stylesheet, and one file of all that
    // pages share.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Else the first file would need the shared one, whose styles would stand above the library's.
            { name: 'preload', test: /preload-helper/, priority: 1 },
            { name: 'shared', minShareCount: 2, test: isSmall },
          ],
        },
      },
    },
  },
})

/** The charts' library is large, and few pages draw any. */
function isSmall(id: string): boolean {
  return !/node_modules\/(recharts|d3-|@reduxjs|immer|es-toolkit|decimal|victory)|@mantine\/charts|drawn-bars/.test(id)
}

/** A blocking script in the head sets light or dark before the first paint; the CSP allows no inline one. */
function colorSchemeScript(): Plugin {
  const source = readFileSync(new URL('./src/renderer/ui/theme/color-scheme.js', import.meta.url), 'utf8')
  let reference: string | undefined
  return {
    name: 'color-scheme-script',
    buildStart() {
      if (this.environment.config.command !== 'build') return
      reference = this.emitFile({ type: 'asset', name: 'color-scheme.js', source })
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, context) {
        const built = Object.keys(context.bundle ?? {}).find((file) => file.startsWith('assets/color-scheme-'))
        const src = reference && built ? assetsUrl + built.replace(/^assets\//, '') : '/ui/theme/color-scheme.js'
        return [{ tag: 'script', attrs: { src, nonce: '__CSP_NONCE__' }, injectTo: 'head-prepend' }]
      },
    },
  }
}
