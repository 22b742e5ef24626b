import { protocol, session } from 'electron'
import { sendToServer } from '../server/server-request.ts'
import { server } from '../server/current-server.ts'
import { appDocument, bundleFile } from './bundle.ts'
import { appScheme } from './app-address.ts'
import { forward } from './forward.ts'
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

/** Answers `app://staff/…`: the app's own files and document, and all the rest by the server. */
export function answerScheme(rendererFolder: string): void {
  const gate = signInGate(sendToServer, server)
  session.defaultSession.protocol.handle(appScheme, async (request) => {
    const { host, pathname } = new URL(request.url)
    if (host !== 'staff') return new Response(null, { status: 404 })
    const file = await bundleFile(rendererFolder, pathname)
    if (file) return file
    if (isDocument(request)) return appDocument(rendererFolder)
    return (await gate.answer(request)) ?? forward(request, sendToServer)
  })
}

function isDocument({ method, headers }: Request): boolean {
  return method === 'GET' && (headers.get('accept') ?? '').includes('text/html')
}
