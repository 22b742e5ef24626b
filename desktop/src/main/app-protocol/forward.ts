import { ServerProblem, type RequestOptions } from '../server/ask-server.ts'
import { isStaffPath } from '../server/staff-path.ts'
import { dataHeaders, createReply } from './reply.ts'

export type SendToServer = (path: string, options: RequestOptions) => Promise<Response>

const methods = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE'])
/** Request headers that are forwarded; cookies, the origin and `Sec-Fetch-*` are not. */
const requestHeaders = ['accept', 'accept-language', 'content-type']
/** Reply headers that the window receives; cookies and the content security policy are removed. */
const responseHeaders = [
  'content-type',
  'content-disposition',
  'retry-after',
  'x-rows',
  'ratelimit',
  'ratelimit-policy',
  'vary',
  'location',
]
/** Content types that the window receives; HTML and scripts are refused. */
const allowedTypes =
  /^(?:application\/(?:problem\+)?json|text\/(?:csv|plain)|image\/(?:png|jpeg|webp|gif|avif)|application\/(?:zip|octet-stream|pdf))(?:;|$)/i

const maxRequestBytes = 25 * 1024 * 1024
const maxReplyBytes = 2 * 1024 * 1024 * 1024

/**
 * Forwards a request, limited to known paths, methods, headers and content types. Returns a network error if the server
 * does not reply.
 */
export async function forwardToServer(request: Request, send: SendToServer): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  if (!methods.has(request.method) || !isStaffPath(pathname)) return refusal(404, 'There is nothing at this address.')
  const body = await readBody(request)
  if (body === 'too large') return refusal(413, 'This is larger than the app can send in one piece.')
  try {
    const options = {
      method: request.method,
      headers: pickRequestHeaders(request.headers),
      body,
      signal: request.signal,
      maxBytes: maxReplyBytes,
      ...(isExport(request) ? { timeoutInMs: 10 * 60_000 } : {}),
    }
    return convertReply(request.method, await send(pathname + search, options))
  } catch (error) {
    if (error instanceof ServerProblem || request.signal.aborted) return Response.error()
    throw error
  }
}

function isExport({ headers }: Request): boolean {
  return Boolean(headers.get('accept')?.includes('text/csv'))
}

function pickRequestHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries(requestHeaders.flatMap((name) => (headers.has(name) ? [[name, headers.get(name)!]] : [])))
}

/** Reads the whole body, because streams of custom schemes arrive empty or hang (electron#40826). */
async function readBody(request: Request): Promise<Uint8Array<ArrayBuffer> | undefined | 'too large'> {
  if (!request.body) return undefined
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    length += chunk.length
    if (length > maxRequestBytes) return 'too large'
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function convertReply(method: string, { status, headers, body }: Response): Response {
  const isEmpty = status === 204 || status === 304 || method === 'HEAD' || headers.get('content-length') === '0'
  if (!isEmpty && !allowedTypes.test(headers.get('content-type') ?? '')) {
    void body?.cancel()
    return refusal(
      502,
      'The server sent a reply that this app cannot show. It may be a different server; contact support.',
    )
  }
  const allowedHeaders = responseHeaders.flatMap((name) => (headers.has(name) ? [[name, headers.get(name)!]] : []))
  if (isEmpty) void body?.cancel()
  return new Response(isEmpty ? null : body, {
    status,
    headers: { ...Object.fromEntries(allowedHeaders), ...dataHeaders },
  })
}

function refusal(status: number, message: string): Response {
  return createReply(status, { error: message })
}
