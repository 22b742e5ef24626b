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
import { inert, reply } from './inert-reply.ts'
import { licensesPage, licensesPath, stoppedPage, stoppedPath } from './own-pages.ts'
import { signInGate } from './sign-in.ts'

/** Before the app is ready. */
export function declareScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: appScheme,
      privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
    },
  ])
}

/** The window that a request comes from, as Electron knows it. Workers are not asked about, and cannot guess the name. */
const windowHeader = `x-window-${randomUUID()}`

/** Answers `app://staff/…`: the app's own files and document, and all the rest by the server. */
export function answerScheme(rendererFolder: string): void {
  const all = { urls: [`${appScheme}://*/*`] }
  session.defaultSession.webRequest.onBeforeSendHeaders(all, ({ webContentsId, requestHeaders }, reply) => {
    const others = Object.entries(requestHeaders).filter(([name]) => name.toLowerCase() !== windowHeader)
    reply({ requestHeaders: { ...Object.fromEntries(others), [windowHeader]: String(webContentsId ?? 0) } })
  })
  session.defaultSession.protocol.handle(appScheme, async (request) => {
    try {
      return await answer(request, rendererFolder)
    } catch (error) {
      console.error(error)
      return reply(500, { error: 'Something went wrong in the app. Try again; if it happens again, contact support.' })
    }
  })
  // Windows ask for one picture here, the institution's logo; all else has been refused before.
  session.defaultSession.protocol.handle('https', ({ url }) => picture(url).catch(() => Response.error()))
}

const maxPictureBytes = 5 * 1024 * 1024

async function picture(address: string): Promise<Response> {
  const { origin, pathname, search } = new URL(address)
  const { status, headers, body } = await askServer(origin, pathname + search, {
    headers: { accept: 'image/*' },
    maxBytes: maxPictureBytes,
  })
  const type = headers.get('content-type') ?? ''
  if (status !== 200 || !type.startsWith('image/')) return reply(404)
  return new Response(body, { headers: { ...inert, 'content-type': type } })
}

async function answer(request: Request, rendererFolder: string): Promise<Response> {
  const { host, pathname } = new URL(request.url)
  if (host !== 'staff') return reply(404)
  const file = await bundleFile(rendererFolder, pathname)
  if (file) return file
  if (pathname.startsWith(fileContentPath)) return fileContent(new URL(request.url))
  if (pathname === stoppedPath) return stoppedPage()
  if (pathname === licensesPath) return licensesPage(dirname(rendererFolder))
  if (isDocument(request)) {
    if (!server.address() && pathname !== connectionPath) return redirectTo(connectionPath)
    // Nothing that a server has answered is on the page on which another one is chosen.
    if (pathname === connectionPath) return appDocument(rendererFolder, undefined, false)
    return appDocument(rendererFolder, readSettings().logo, isTokenSaved() && !withoutFrame.test(pathname))
  }
  const sender = webContents.fromId(Number(request.headers.get(windowHeader)))
  const answered = (sender && (await gateOf(pageOf(sender)).answer(request))) ?? (await forward(request, sendToServer))
  if (answered.status >= 400 && isDownload(request)) await storeReason(request.url, answered)
  return answered
}

/** How a page signs in: between its password and its second factor it goes on with what was its own. */
const gateOf = ofPage((page) =>
  signInGate(sendToServer, {
    signIn: (token, user) => server.signIn(token, user, page),
    signOut: () => server.signOut(page),
  }),
)

/** Pages ask for JSON; whatever else is asked for is a file that is to be saved. */
function isDownload({ headers }: Request): boolean {
  return !headers.get('accept')?.includes('application/json')
}

/** A refused file leaves nothing to be seen in the window: why is said when the download ends. */
async function storeReason(url: string, answered: Response): Promise<void> {
  const body: unknown = await answered
    .clone()
    .json()
    .catch(() => null)
  const { data } = errorBody.safeParse(body)
  if (data) noteRefusedDownload(url, data.error)
}

/** Pages without a menu: those before the sign-in, and the list at the door. */
const withoutFrame = /^\/(?:login|password)|\/door$/

function redirectTo(path: string): Response {
  return new Response(null, { status: 302, headers: { location: appOrigin + path } })
}

function isDocument({ method, headers }: Request): boolean {
  return method === 'GET' && (headers.get('accept') ?? '').includes('text/html')
}
