import { app, session, type WebContents } from 'electron'
import { getPage } from '../pages.ts'
import { server } from '../server/current-server.ts'
import { readSettings } from '../settings.ts'
import { openExternalUrl } from './open-external-url.ts'
import { isServerPath, toAppPath, toExternalUrl } from './external-url.ts'
import { isPermissionGranted } from './permissions.ts'

/** Restricts navigation, permissions and network access of all windows. Links to new windows call `openWindow`. */
export function guardWindows(openWindow: (path: string) => void): void {
  app.on('web-contents-created', (_event, contents) => guard(contents, openWindow))
  guardSession()
}

function guard(contents: WebContents, openWindow: (path: string) => void): void {
  const leave = (url: string) => {
    const outside = toExternalUrl(url, server.address())
    if (outside) void openExternalUrl(outside, getPage(contents))
  }
  const stay = (event: { preventDefault(): void; url: string; isMainFrame?: boolean }) => {
    const path = toAppPath(event.url)
    if (path !== undefined && !isServerPath(path)) return
    event.preventDefault()
    leave(event.url)
  }
  contents.on('will-navigate', stay)
  contents.on('will-redirect', stay)
  contents.on('will-frame-navigate', (event) => void (event.isMainFrame || event.preventDefault()))
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
  contents.setWindowOpenHandler(({ url }) => {
    const path = toAppPath(url)
    if (path !== undefined && !isServerPath(path)) openWindow(path)
    else leave(url)
    return { action: 'deny' }
  })
}

function guardSession(): void {
  const { defaultSession } = session
  defaultSession.setPermissionRequestHandler((contents, permission, reply, { requestingUrl, ...details }) => {
    const media = 'mediaTypes' in details ? details.mediaTypes : undefined
    reply(isPermissionGranted(permission, { from: requestingUrl, page: contents.getURL(), media }))
  })
  defaultSession.setPermissionCheckHandler((contents, permission, from, { mediaType }) =>
    isPermissionGranted(permission, { from, page: contents?.getURL() ?? '', media: mediaType && [mediaType] }),
  )
  defaultSession.setDevicePermissionHandler(() => false)
  const network = { urls: ['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*', 'ftp://*/*', 'file:///*'] }
  defaultSession.webRequest.onBeforeRequest(network, ({ url, resourceType }, reply) => {
    reply({ cancel: !(resourceType === 'image' && url === readSettings().logo) })
  })
  // Blocks other traffic, such as WebRTC over TCP, with an unreachable proxy; only dictionary downloads bypass it.
  const nowhere = { proxyRules: 'socks5://127.0.0.1:1', proxyBypassRules: '<-loopback>;*.gvt1.com' }
  void defaultSession.setProxy({ mode: 'fixed_servers', ...nowhere })
}
