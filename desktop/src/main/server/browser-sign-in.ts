import { createHash, randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { appSignInUrl } from '@alumni/shared/staff/accounts'
import { Refusal } from '../refusal.ts'

const timeoutInMs = 10 * 60_000

type AppCode = { code: string; verifier: string }

/** Opens the sign-in page in the browser and receives the code on a local port (RFC 8252). Throws a `Refusal`. */
export async function signInWithBrowser(
  address: string,
  openInBrowser: (url: string) => Promise<unknown>,
  signal: AbortSignal,
): Promise<AppCode> {
  const [verifier, state] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')]
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const listener = createServer()
  await new Promise<void>((resolve, reject) => listener.once('error', reject).listen(0, '127.0.0.1', resolve))
  const { port } = listener.address() as AddressInfo
  try {
    const answer = waitForAnswer(listener, state, AbortSignal.any([signal, AbortSignal.timeout(timeoutInMs)]))
    // Prevents an unhandled rejection while the browser opens.
    answer.catch(() => undefined)
    await openInBrowser(
      new URL(`${appSignInUrl}?${new URLSearchParams({ port: String(port), challenge, state })}`, address).href,
    )
    return { code: await answer, verifier }
  } finally {
    listener.close()
    listener.closeAllConnections()
  }
}

function waitForAnswer(listener: Server, state: string, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () =>
      reject(new Refusal('The sign-in in your browser was not finished. Start again.')),
    )
    listener.on('request', (request, reply) => {
      const url = URL.parse(request.url ?? '/', 'http://127.0.0.1')
      if (!url) return void reply.writeHead(400, headers).end()
      const { pathname, searchParams } = url
      const isOurs = request.method === 'GET' && pathname === '/' && searchParams.get('state') === state
      // Other programs on this computer may send requests here too.
      if (!isOurs) return void reply.writeHead(404, headers).end(page('There is nothing here.', ''))
      const code = searchParams.get('code')
      if (!code) return void reply.writeHead(400, headers).end(page('Not signed in', 'Start again in the app.'))
      reply.writeHead(200, { ...headers, connection: 'close' })
      reply.end(page('You are signed in', 'Return to the app to continue. You can close this page.'), () =>
        resolve(code),
      )
    })
  })
}

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
}

function page(title: string, message: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${title}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;display:grid;place-content:center;min-height:90vh;max-width:480px;margin:0 auto;padding:24px}</style>
<h1>${title}</h1><p>${message}</p></html>`
}
