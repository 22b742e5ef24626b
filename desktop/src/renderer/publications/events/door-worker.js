// Serves the door list without a network, from the document and files that the page has stored.
addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(clients.claim()))
addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin) return
  if (request.mode === 'navigate') event.respondWith(fetch(request).catch(() => readStored(url.pathname)))
  // Asset names contain a hash of their content.
  else if (url.pathname.startsWith('/assets/staff/')) event.respondWith(readStored(url.pathname, request))
})

async function readStored(path, fallbackRequest) {
  const found = await caches.match(path, { ignoreVary: true })
  if (found) return found
  return fallbackRequest ? fetch(fallbackRequest) : Response.error()
}
