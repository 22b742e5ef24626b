import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { securityHeaders } from './reply.ts'

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
}
const assetsUrl = '/assets/staff/'

/** Serves a file of the app's bundle, or 404 if there is none. Returns undefined for a path outside the assets. */
export async function readBundleFile(folder: string, pathname: string): Promise<Response | undefined> {
  if (!pathname.startsWith(assetsUrl)) return undefined
  const name = pathname.slice(assetsUrl.length)
  const type = types[extname(name)]
  // Accepts only plain file names, without folders or encoded characters.
  const content =
    /^[\w-][\w.-]*$/.test(name) && type
      ? await readFile(join(folder, 'assets', name)).catch(() => undefined)
      : undefined
  if (!content) return new Response('There is no such file.', { status: 404, headers: securityHeaders })
  return new Response(content, {
    headers: { ...securityHeaders, 'content-type': type!, 'cache-control': 'public, max-age=31536000, immutable' },
  })
}

/** Builds the document that all pages share. `hasFrame` adds an empty frame, shown until the page is rendered. */
export async function buildDocument(folder: string, logo: string | undefined, hasFrame: boolean): Promise<Response> {
  const nonce = randomBytes(16).toString('base64url')
  const html = await readFile(join(folder, 'index.html'), 'utf8')
  const frame = hasFrame ? await readEmptyFrame(folder) : ''
  return new Response(
    html.replaceAll('__CSP_NONCE__', nonce).replace('<!--frame-->', () => frame),
    {
      headers: {
        ...securityHeaders,
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': buildPolicy(nonce, logo),
      },
    },
  )
}

async function readEmptyFrame(folder: string): Promise<string> {
  const text = await readFile(join(folder, 'frame.json'), 'utf8')
  const { frames } = JSON.parse(text) as { frames: { unknown: string } }
  return frames.unknown.replaceAll(/__[A-Z_]+__/g, '')
}

function buildPolicy(nonce: string, logo?: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data:${logo ? ` ${new URL(logo).origin}` : ''}`,
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
