import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dataHeaders } from './reply.ts'

export const licensesPath = '/-/licenses'

export async function serveLicenses(folder: string): Promise<Response> {
  const parts = ['renderer', 'main'].map((part) => readFile(join(folder, part, 'licenses.md'), 'utf8'))
  const headers = { ...dataHeaders, 'content-type': 'text/plain; charset=utf-8' }
  return new Response((await Promise.all(parts)).join('\n'), { headers })
}

/** The path of a page without scripts, which a window shows after repeated crashes. */
export const stoppedPath = '/-/stopped'

export function serveStoppedPage(): Response {
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8" /><meta name="color-scheme" content="light dark" /><title>The app has stopped</title>
<style>body{font:16px/1.5 system-ui,sans-serif;display:grid;place-content:center;min-height:90vh;max-width:480px;margin:0 auto;padding:24px}h1{font-size:22px}</style>
<h1>The app has stopped several times</h1>
<p>What was saved is safe on the server. Reload the page. If it stops again, close the app, start it again, and contact support.</p>
<p><a href="/">Reload the page</a></p>
</html>`
  return new Response(html, {
    headers: {
      ...dataHeaders,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    },
  })
}
