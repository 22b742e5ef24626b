import { createHash } from 'node:crypto'
import { transform } from 'lightningcss'
import type { Plugin } from 'vite'

/** Mantine's class names, such as `m_77c9d27d`, which its scripts contain as strings. */
const classOfMantine = /\bm_[0-9a-f]{6,8}\b/g

/**
 * Removes styles of unused components from the stylesheet, and renames it by its new content because browsers cache it
 * forever.
 */
export function usedStyles(): Plugin {
  return {
    name: 'used-styles',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const outputs = Object.values(bundle)
        const scripts = outputs.flatMap((output) => (output.type === 'chunk' ? [output.code] : []))
        const used = new Set(scripts.flatMap((code) => code.match(classOfMantine) ?? []))
        const page = bundle['index.html']
        for (const { fileName, ...style } of outputs) {
          if (style.type !== 'asset' || page?.type !== 'asset' || !fileName.endsWith('.css')) continue
          const source = withoutUnused(String(style.source), used)
          const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8)
          const name = fileName.replace(/-[\w-]{8}\.css$/, `-${hash}.css`)
          page.source = String(page.source).replaceAll(fileName.replace(/^.*\//, ''), name.replace(/^.*\//, ''))
          delete bundle[fileName]
          this.emitFile({ type: 'asset', fileName: name, source })
        }
      },
    },
  }
}

function withoutUnused(css: string, used: ReadonlySet<string>): Uint8Array {
  const isUnused = (part: { type: string; name?: unknown }) =>
    part.type === 'class' && String(part.name).match(classOfMantine) !== null && !used.has(String(part.name))
  const { code } = transform({
    filename: 'style.css',
    code: Buffer.from(css),
    minify: true,
    visitor: {
      Rule: {
        style: ({ value: { selectors } }) => (selectors.every((selector) => selector.some(isUnused)) ? [] : undefined),
      },
    },
  })
  return code
}
