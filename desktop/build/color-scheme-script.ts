import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** Adds a blocking script that sets the color scheme before the first paint; the CSP allows no inline script. */
export function colorSchemeScript(assetsUrl: string): Plugin {
  const source = readFileSync(new URL('../src/renderer/ui/theme/color-scheme.js', import.meta.url), 'utf8')
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
