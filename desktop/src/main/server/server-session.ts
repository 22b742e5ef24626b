import { net, session } from 'electron'
import { asker } from './ask-server.ts'
import { mayFollow } from './staff-path.ts'
import { sendStream } from './send-file.ts'

let opened: Electron.Session | undefined

/**
 * Main speaks with the server through Chromium, so that the computer's certificates and proxy count. This session
 * stores nothing, and none of the windows' rules and requests are in it.
 */
function serverSession(): Electron.Session {
  if (opened) return opened
  opened = session.fromPartition('server', { cache: false })
  opened.webRequest.onHeadersReceived(({ url, responseHeaders = {} }, reply) => {
    const [, location] = Object.entries(responseHeaders).find(([name]) => name.toLowerCase() === 'location') ?? []
    reply({ cancel: location?.some((to) => !mayFollow(url, to)) ?? false })
  })
  return opened
}

// The server takes what changes something from its own pages only, and this is what the app shows.
export const askServer = asker((url, { headers, ...init }) => {
  const { origin } = new URL(url)
  const asked = { ...init, headers: { ...headers, origin } }
  if (!(init.body instanceof ReadableStream)) return serverSession().fetch(url, asked)
  const request = net.request({ url, method: 'POST', session: serverSession(), origin, credentials: 'omit' })
  return sendStream(request, { ...asked, body: init.body })
})
