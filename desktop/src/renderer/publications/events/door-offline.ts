import { sessionElement } from '@alumni/shared/staff/accounts'
import { doorCachePrefix } from '../../domain/publications/door-store.ts'
import { isDesktop } from '../../ui/desktop.ts'
import { loadDetector } from './code-reader.ts'

/**
 * Stores the document and the files of this page, and sets the worker before it that answers with them where there is
 * no network. Does nothing where browsers know no such workers.
 */
export async function worksOffline(path: string): Promise<void> {
  if (!('serviceWorker' in navigator) || isDesktop()) return
  const cache = await caches.open(doorCachePrefix + path)
  const document = await fetch(path, { headers: { accept: 'text/html' } })
  if (!document.ok || document.redirected) return
  // Codes are read without a network too.
  await loadDetector()
  const files = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/staff/'))
    .map(({ pathname }) => pathname)
  for (const file of new Set(files)) if (!(await cache.match(file, { ignoreVary: true }))) await cache.add(file)
  await cache.put(path, await withoutSession(document))
  await navigator.serviceWorker.register(new URL('./door-worker.js', import.meta.url), { scope: path })
  const needed = new Set([path, ...files])
  for (const { url } of await cache.keys()) if (!needed.has(new URL(url).pathname)) await cache.delete(url)
}

/** The document as anybody would get it: who is signed in is not stored. */
async function withoutSession(document: Response): Promise<Response> {
  // A parser would hold the document's styles, which have a nonce of their own, against the policy of this page.
  const session = new RegExp(`<script [^>]*id="${sessionElement}"[^<]*</script>`)
  const html = (await document.text()).replace(session, '')
  const headers = new Headers(document.headers)
  headers.delete('content-length')
  return new Response(html, { headers })
}
