import { randomUUID } from 'node:crypto'
import { dirname } from 'node:path'
import { errorBody } from '@alumni/shared/errors'
import { protocol, session, webContents } from 'electron'
import { fileContentPath } from '../../ipc.ts'
import { createPageState, getPage } from '../pages.ts'
import { sendToServer } from '../server/server-request.ts'
import { askServer } from '../server/server-session.ts'
import { readSettings } from '../settings.ts'
import { buildDocument, readBundleFile } from './bundle.ts'
import { server } from '../server/current-server.ts'
import { isTokenSaved } from '../server/token-store.ts'
import { appOrigin, appScheme, connectionPath } from './app-address.ts'
import { forwardToServer } from './forward.ts'
import { recordRefusedDownload } from './refused-downloads.ts'
import { dataHeaders, createReply } from './reply.ts'
import { serveLicenses, licensesPath, serveStoppedPage, stoppedPath } from './own-pages.ts'
import { createSignInGate } from './sign-in.ts'
import { z } from 'zod'
import { Refusal } from '../refusal.ts'
import { readContent, getTakenFileOfAnyPage } from '../taken-files.ts'

/** Registers the scheme of the app's URLs with Electron. Must be called before the app is ready. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: appScheme,
      privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
    },
  ])
}

/** Header with the id of the window that sent a request. Its name is random, so that pages cannot set it. */
const windowHeader = `x-window-${randomUUID()}`

/** Serves `app://staff/…`: the app's own files and document, and everything else from the server. */
export function handleAppScheme(rendererFolder: string): void {
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
      return createReply(500, {
        error: 'Something went wrong in the app. Try again; if it happens again, contact support.',
      })
    }
  })
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
  if (status !== 200 || !type.startsWith('image/')) return createReply(404)
  return new Response(body, { headers: { ...dataHeaders, 'content-type': type } })
}

async function handleRequest(request: Request, rendererFolder: string): Promise<Response> {
  const { host, pathname } = new URL(request.url)
  if (host !== 'staff') return createReply(404)
  const file = await readBundleFile(rendererFolder, pathname)
  if (file) return file
  if (pathname.startsWith(fileContentPath)) return serveFileContent(new URL(request.url))
  if (pathname === stoppedPath) return serveStoppedPage()
  if (pathname === licensesPath) return serveLicenses(dirname(rendererFolder))
  if (isDocument(request)) {
    if (!server.address() && pathname !== connectionPath) return redirectTo(connectionPath)
    // The connection page shows no logo, because no server has been confirmed.
    if (pathname === connectionPath) return buildDocument(rendererFolder, undefined, false)
    return buildDocument(rendererFolder, readSettings().logo, isTokenSaved() && !withoutFrame.test(pathname))
  }
  const sender = webContents.fromId(Number(request.headers.get(windowHeader)))
  const response =
    (sender && (await gateOf(getPage(sender)).answer(request))) ?? (await forwardToServer(request, sendToServer))
  if (response.status >= 400 && isDownload(request)) await storeDownloadRefusal(request.url, response)
  return response
}

/** Each page has its own gate, which holds state between the password and the second factor. */
const gateOf = createPageState((page) =>
  createSignInGate(sendToServer, {
    signIn: (token, user) => server.signIn(token, user, page),
    signOut: () => server.signOut(page),
  }),
)

function isDownload({ headers }: Request): boolean {
  return !headers.get('accept')?.includes('application/json')
}

/** Stores the error message of a refused download for a notice, because Chromium does not show it. */
async function storeDownloadRefusal(url: string, response: Response): Promise<void> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  const { data } = errorBody.safeParse(body)
  if (data) recordRefusedDownload(url, data.error)
}

/** Matches the paths of pages without a frame: the sign-in pages and the guest list at the door. */
const withoutFrame = /^\/(?:login|password)|\/door$/

function redirectTo(path: string): Response {
  return new Response(null, { status: 302, headers: { location: appOrigin + path } })
}

function isDocument({ method, headers }: Request): boolean {
  return method === 'GET' && (headers.get('accept') ?? '').includes('text/html')
}

const position = z.coerce.number().int().min(0).optional()
const range = z.object({ start: position, end: position })

/** Streams the bytes of a taken file, or replies 409 if the file cannot be read. `start` and `end` select a range. */
async function serveFileContent({ pathname, searchParams }: URL): Promise<Response> {
  const { data, success } = range.safeParse(Object.fromEntries(searchParams))
  if (!success) return createReply(400, { error: 'The window asked for something that this app does not know.' })
  try {
    const file = getTakenFileOfAnyPage(pathname.slice(fileContentPath.length))
    const end = Math.min(data.end ?? file.size, file.size)
    const pieces = readContent(file, data.start, end)
    // Reads the first piece before replying, so that a read error results in an error reply.
    const first = await pieces.next()
    const content = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start: (controller) => (first.done ? controller.close() : controller.enqueue(first.value)),
      async pull(controller) {
        const { done, value } = await pieces.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      async cancel() {
        await pieces.return(undefined)
      },
    })
    return new Response(content, { headers: { ...dataHeaders, 'content-type': 'application/octet-stream' } })
  } catch (error) {
    if (error instanceof Refusal) return createReply(409, { error: error.message })
    throw error
  }
}
