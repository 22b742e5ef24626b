import { randomUUID } from 'node:crypto'
import { dirname } from 'node:path'
import { errorBody } from '@alumni/shared/errors'
import { protocol, session, webContents } from 'electron'
import { fileContentPath } from '../../ipc.ts'
import { ofPage, pageOf } from '../pages.ts'
import { sendToServer } from '../server/server-request.ts'
import { askServer } from '../server/server-session.ts'
import { readSettings } from '../settings.ts'
import { appDocument, bundleFile } from './bundle.ts'
import { server } from '../server/current-server.ts'
import { isTokenSaved } from '../server/token-store.ts'
import { appOrigin, appScheme, connectionPath } from './app-address.ts'
import { fileContent } from './file-content.ts'
import { forward } from './forward.ts'
import { noteRefusedDownload } from './refused-downloads.ts'
import { dataHeaders, reply } from './reply.ts'
import { licensesPage, licensesPath, stoppedPage, stoppedPath } from './own-pages.ts'
import { signInGate } from './sign-in.ts'

/** Must be called before the app is ready. */
export function declareScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: appScheme,
      privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
    },
  ])
}

/** The header with the window that sent a request. Its name is random, so that workers cannot set it. */
const windowHeader = `x-window-${randomUUID()}`

/** Serves `app://staff/…`: the app's own files and document, everything else from the server. */
export function answerScheme(rendererFolder: string): void {
  const allUrls = { urls: [`${appScheme}://*/*`] }
  session.defaultSession.webRequest.onBeforeSendHeaders(allUrls, ({ webContentsId, requestHeaders }, reply) => {
    const headers = Object.entries(requestHeaders).filter(([name]) => name.toLowerCase() !== windowHeader)
    reply({ requestHeaders: { ...Object.fromEntries(headers), [windowHeader]: String(webContentsId ?? 0) } })
  })
  session.defaultSession.protocol.handle(appScheme, async (request) => {
    try {
      return await handleRequest(request, rendererFolder)
    } catch (error) {
      console.error(error)
      return reply(500, { error: 'Something went wrong in the app. Try again; if it happens again, contact support.' })
    }
  })
  // The only https request that is not blocked is the institution's logo.
  session.defaultSession.protocol.handle('https', ({ url }) => loadLogo(url).catch(() => Response.error()))
}

const maxPictureBytes = 5 * 1024 * 1024

async function loadLogo(address: string): Promise<Response> {
  const { origin, pathname, search } = new URL(address)
  const { status, headers, body } = await askServer(origin, pathname + search, {
    headers: { accept: 'image/*' },
    maxBytes: maxPictureBytes,
  })
  const type = headers.get('content-type') ?? ''
  if (status !== 200 || !type.startsWith('image/')) return reply(404)
  return new Response(body, { headers: { ...dataHeaders, 'content-type': type } })
}

async function handleRequest(request: Request, rendererFolder: string): Promise<Response> {
  const { host, pathname } = new URL(request.url)
  if (host !== 'staff') return reply(404)
  const file = await bundleFile(rendererFolder, pathname)
  if (file) return file
  if (pathname.startsWith(fileContentPath)) return fileContent(new URL(request.url))
  if (pathname === stoppedPath) return stoppedPage()
  if (pathname === licensesPath) return licensesPage(dirname(rendererFolder))
  if (isDocument(request)) {
    if (!server.address() && pathname !== connectionPath) return redirectTo(connectionPath)
    // The connection page contains nothing from a server.
    if (pathname === connectionPath) return appDocument(rendererFolder, undefined, false)
    return appDocument(rendererFolder, readSettings().logo, isTokenSaved() && !withoutFrame.test(pathname))
  }
  const sender = webContents.fromId(Number(request.headers.get(windowHeader)))
  const response = (sender && (await gateOf(pageOf(sender)).answer(request))) ?? (await forward(request, sendToServer))
  if (response.status >= 400 && isDownload(request)) await storeReason(request.url, response)
  return response
}

/** The sign-in state of a page between its password and its second factor. */
const gateOf = ofPage((page) =>
  signInGate(sendToServer, {
    signIn: (token, user) => server.signIn(token, user, page),
    signOut: () => server.signOut(page),
  }),
)

/** Pages request JSON, so any other request is a download. */
function isDownload({ headers }: Request): boolean {
  return !headers.get('accept')?.includes('application/json')
}

/** Stores the server's reason for the notice after a failed download, because the window shows nothing of it. */
async function storeReason(url: string, response: Response): Promise<void> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  const { data } = errorBody.safeParse(body)
  if (data) noteRefusedDownload(url, data.error)
}

/** Pages without a menu: those before the sign-in, and the guest list at the door. */
const withoutFrame = /^\/(?:login|password)|\/door$/

function redirectTo(path: string): Response {
  return new Response(null, { status: 302, headers: { location: appOrigin + path } })
}

function isDocument({ method, headers }: Request): boolean {
  return method === 'GET' && (headers.get('accept') ?? '').includes('text/html')
}
