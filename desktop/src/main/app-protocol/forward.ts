import { ServerProblem, type RequestOptions } from '../server/ask-server.ts'
import { isStaffPath } from '../server/staff-path.ts'
import { dataHeaders, reply } from './reply.ts'

/** Sends a request to the server with the user's token. */
export type Send = (path: string, question: RequestOptions) => Promise<Response>

const methods = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE'])
/** Only these headers are forwarded: no cookies, no origin, no `Sec-Fetch-*`. */
const requestHeaders = ['accept', 'accept-language', 'content-type']
/** Only these headers are passed back: no cookies, no content security policy. */
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
/** Content types that the staff app uses. Pages and scripts of the server are never shown. */
const passedTypes =
  /^(?:application\/(?:problem\+)?json|text\/(?:csv|plain)|image\/(?:png|jpeg|webp|gif|avif)|application\/(?:zip|octet-stream|pdf))(?:;|$)/i

const maxRequestBytes = 25 * 1024 * 1024
const maxReplyBytes = 2 * 1024 * 1024 * 1024

/** Forwards only known paths, methods, headers and content types. Returns a network error without a reply. */
export async function forward(request: Request, send: Send): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  if (!methods.has(request.method) || !isStaffPath(pathname)) return refusal(404, 'There is nothing at this address.')
  const body = await readBody(request)
  if (body === 'too large') return refusal(413, 'This is larger than the app can send in one piece.')
  try {
    const question = {
      method: request.method,
      headers: sentHeadersOf(request.headers),
      body,
      signal: request.signal,
      maxBytes: maxReplyBytes,
      ...(isExport(request) ? { timeoutMs: 10 * 60_000 } : {}),
    }
    return passBack(request.method, await send(pathname + search, question))
  } catch (error) {
    if (error instanceof ServerProblem || request.signal.aborted) return Response.error()
    throw error
  }
}

/** A large export may take long before its first line. */
function isExport({ headers }: Request): boolean {
  return Boolean(headers.get('accept')?.includes('text/csv'))
}

function sentHeadersOf(headers: Headers): Record<string, string> {
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

function passBack(method: string, { status, headers, body }: Response): Response {
  const isEmpty = status === 204 || status === 304 || method === 'HEAD' || headers.get('content-length') === '0'
  if (!isEmpty && !passedTypes.test(headers.get('content-type') ?? '')) {
    void body?.cancel()
    return refusal(
      502,
      'The server sent a reply that this app cannot show. It may be a different server; contact support.',
    )
  }
  const passed = responseHeaders.flatMap((name) => (headers.has(name) ? [[name, headers.get(name)!]] : []))
  if (isEmpty) void body?.cancel()
  return new Response(isEmpty ? null : body, { status, headers: { ...Object.fromEntries(passed), ...dataHeaders } })
}

function refusal(status: number, sentence: string): Response {
  return reply(status, { error: sentence })
}
