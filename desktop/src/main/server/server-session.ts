import { net, session } from 'electron'
import { createAskServer } from './ask-server.ts'
import { canFollowRedirect } from './staff-path.ts'
import { sendStream } from './send-file.ts'

let opened: Electron.Session | undefined

/** Returns the session for requests to the server, which stores nothing and is separate from the windows' session. */
function serverSession(): Electron.Session {
  if (opened) return opened
  opened = session.fromPartition('server', { cache: false })
  opened.webRequest.onHeadersReceived(({ url, responseHeaders = {} }, reply) => {
    const [, location] = Object.entries(responseHeaders).find(([name]) => name.toLowerCase() === 'location') ?? []
    reply({ cancel: location?.some((to) => !canFollowRedirect(url, to)) ?? false })
  })
  return opened
}

// Sets the `Origin` header, because the server only accepts changes from its own pages.
export const askServer = createAskServer((url, { headers, ...init }) => {
  const { origin } = new URL(url)
  const options = { ...init, headers: { ...headers, origin } }
  if (!(init.body instanceof ReadableStream)) return serverSession().fetch(url, options)
  const request = net.request({ url, method: 'POST', session: serverSession(), origin, credentials: 'omit' })
  return sendStream(request, { ...options, body: init.body })
})
