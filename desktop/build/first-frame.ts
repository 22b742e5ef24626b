import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { transform } from 'lightningcss'
import { createServer, type Plugin } from 'vite'

const renderer = fileURLToPath(new URL('../src/renderer', import.meta.url))

/**
 * Writes `frame.json`, the menu and header bar that the server includes in documents, with a small stylesheet for them.
 * Both are visible while the app's script and styles load.
 */
export function firstFrame(assetsUrl: string): Plugin {
  return {
    name: 'first-frame',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const { firstFrames } = await renderFrames()
        const html = Object.values(firstFrames.frames).join('')
        const style = Object.values(bundle).find(({ fileName }) => fileName.endsWith('.css'))
        const page = bundle['index.html']
        if (style?.type !== 'asset' || page?.type !== 'asset') throw new Error('The page has no one stylesheet.')
        const css = stylesOf(html, String(style.source))
        const name = `frame-${createHash('sha256').update(css).digest('base64url').slice(0, 8)}.css`
        page.source = withFrame(String(page.source), `${assetsUrl}${name}`)
        this.emitFile({ type: 'asset', fileName: `assets/${name}`, source: css })
        this.emitFile({ type: 'asset', fileName: 'frame.json', source: JSON.stringify(firstFrames) })
      },
    },
  }
}

type Frames = typeof import('../src/renderer/shell/first-frame.tsx')

async function renderFrames(): Promise<Frames> {
  const server = await createServer({
    configFile: false,
    root: renderer,
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  })
  try {
    return (await server.ssrLoadModule('/shell/first-frame.tsx')) as Frames
  } finally {
    await server.close()
  }
}

/**
 * Moves the app's stylesheet below the frame, so that it blocks only the script. Styles that the library adds at run
 * time are in the root below, so they take precedence.
 */
function withFrame(page: string, frameStyles: string): string {
  const link = /\s*<link rel="stylesheet"[^>]*>/.exec(page)?.[0]
  if (!link) throw new Error('The page has no stylesheet to stand below the frame.')
  const frameLink = `<link rel="stylesheet" crossorigin href="${frameStyles}" nonce="__CSP_NONCE__">`
  return page
    .replace(link, '')
    .replace('</title>', `</title>\n    ${frameLink}`)
    .replace('<div id="root"></div>', `<!--frame-->${link}\n    <div id="root"></div>`)
}

/** Returns the rules that apply to `html`, without unused variables. */
function stylesOf(html: string, css: string): Uint8Array {
  const classes = new Set([...html.matchAll(/class="([^"]*)"/g)].flatMap(([, names]) => names!.split(' ')))
  const mark = 'opening-mark' // filled in by the server
  const isUsed = (name: string) => classes.has(name) || name === mark
  let styles = filter(css, {
    Rule: {
      style: ({ value: { selectors } }) =>
        selectors.some((selector) => selector.every((part) => part.type !== 'class' || isUsed(part.name)))
          ? undefined
          : [],
      keyframes: () => [],
    },
  })
  for (let before = ''; before !== styles;) {
    before = styles
    const read = new Set([...styles.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name))
    styles = filter(styles, {
      Declaration: {
        custom: (property) => (read.has(property.name) || !property.name.startsWith('--') ? undefined : []),
      },
    })
  }
  return Buffer.from(styles)
}

function filter(css: string, visitor: Parameters<typeof transform>[0]['visitor']): string {
  return transform({ filename: 'frame.css', code: Buffer.from(css), minify: true, visitor: visitor! }).code.toString()
}
