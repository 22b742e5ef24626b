import { staffPaths } from '@alumni/shared/staff/paths'
import { maxBytesInWindow } from '../../ipc.ts'
import { ServerProblem, type Answer, type Question } from '../server/ask-server.ts'
import { appOrigin } from './app-address.ts'
import { inert, reply } from './inert-reply.ts'

/** How a request reaches the server; the caller adds who is signed in. */
export type Send = (path: string, question: Question) => Promise<Answer>

const methods = new Set(['GET', 'POST', 'PATCH', 'PUT', 'DELETE'])
/** Nothing else of the window's headers goes to the server: no cookie, no origin, no `Sec-Fetch-*`. */
const sentHeaders = ['accept', 'accept-language', 'content-type']
/** Nothing else of the server's reaches the window: no cookie, no policy of another page. */
const passedHeaders = [
  'content-type',
  'content-disposition',
  'retry-after',
  'x-rows',
  'ratelimit',
  'ratelimit-policy',
  'vary',
]
/** Types that the staff site sends its app. A page or script of the server is never shown here. */
const passedTypes =
  /^(?:application\/(?:problem\+)?json|text\/(?:csv|plain)|image\/(?:png|jpeg|webp|gif|avif)|application\/(?:zip|octet-stream|pdf))(?:;|$)/i

const maxHops = 5
const maxReplyBytes = 2 * 1024 * 1024 * 1024

/**
 * Passes a request of the window on to the server, and the reply back. Where no reply comes, the window sees a network
 * failure.
 */
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
      ...(isLong(request) ? { patienceInMs: 10 * 60_000 } : {}),
    }
    return passBack(await followWithin(pathname + search, question, send))
  } catch (error) {
    if (error instanceof ServerProblem || request.signal.aborted) return Response.error()
    throw error
  }
}

/** Only paths that the staff app asks for are allowed; a server may read an encoded slash as one. */
function isStaffPath(pathname: string): boolean {
  const isListed = staffPaths.some((path) => new RegExp(`^/${path}(?:\\.csv)?(?:/|$)`).test(pathname))
  return isListed && !/\/\/|\\|%2f|%5c|%00/i.test(pathname)
}

/** An export may think for long before its first line, and a form with a file is checked when all of it is there. */
function isLong({ headers }: Request): boolean | undefined {
  return headers.get('content-type')?.startsWith('multipart/') || headers.get('accept')?.includes('text/csv')
}

function sentHeadersOf(headers: Headers): Record<string, string> {
  return Object.fromEntries(sentHeaders.flatMap((name) => (headers.has(name) ? [[name, headers.get(name)!]] : [])))
}

/** Read whole: streams of the window's scheme arrive empty or hang (electron#40826). */
async function readBody(request: Request): Promise<Buffer | undefined | 'too large'> {
  if (!request.body) return undefined
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    length += chunk.length
    if (length > maxBytesInWindow) return 'too large'
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** From an old address to the right one, never to another server. Chromium itself would follow a circle for ever. */
async function followWithin(path: string, question: Question, send: Send): Promise<Answer | undefined> {
  for (let hops = 0; hops <= maxHops; hops++) {
    const answer = await send(path, question)
    const { status, headers, body } = answer
    if (![301, 302, 303, 307, 308].includes(status)) return answer
    body.destroy()
    const { location = '' } = headers
    if (!/^\/(?![/\\])/.test(location) || !isStaffPath(new URL(location, appOrigin).pathname)) return undefined
    path = location
    if (status < 307) {
      const { 'content-type': _type, ...others } = question.headers ?? {}
      question = { ...question, method: 'GET', headers: others, body: undefined }
    }
  }
  return undefined
}

function passBack(answer: Answer | undefined): Response {
  if (!answer) return refusal(502, 'The server led to another place, and was not followed. Tell support.')
  const { status, headers, body } = answer
  const type = headers['content-type'] ?? ''
  const isEmpty = status === 204 || status === 304
  if (!isEmpty && !passedTypes.test(type)) {
    body.destroy()
    return refusal(
      502,
      'The server answered something that this app does not show. It may be another server now; tell support.',
    )
  }
  const passed = passedHeaders.flatMap((name): [string, string][] =>
    headers[name] === undefined ? [] : [[name, String(headers[name])]],
  )
  const all = { ...Object.fromEntries(passed), ...inert }
  if (isEmpty) body.resume()
  return new Response(isEmpty ? null : streamOf(body), { status, headers: all })
}

function refusal(status: number, sentence: string): Response {
  return reply(status, { error: sentence })
}

/** As fast as the window reads; cancelling there ends the request. */
function streamOf(body: Answer['body']): ReadableStream<Uint8Array> {
  const chunks = body.iterator({ destroyOnReturn: true }) as AsyncIterator<Uint8Array>
  let sent = 0
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done) return controller.close()
      sent += value.length
      if (sent > maxReplyBytes) {
        body.destroy()
        throw new ServerProblem('The server’s answer is larger than this app takes.')
      }
      controller.enqueue(new Uint8Array(value))
    },
    cancel: () => void body.destroy(),
  })
}
