import { Refusal } from '../refusal.ts'

/** Thrown if the server does not reply or if the reply is unusable. `message` is for the user. */
export class ServerProblem extends Refusal {}

export type RequestOptions = {
  method?: string
  headers?: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>> | undefined
  signal?: AbortSignal | undefined
  /** Timeout for the reply headers and for each pause in the reply body; 35 seconds by default. */
  timeoutInMs?: number | undefined
  /** Maximum size of the reply body; 64 MB by default. */
  maxBytes?: number
}

/** Sends a request to the origin `address`. Throws a `ServerProblem`, or the abort reason of `signal`. */
export type AskServer = (address: string, path: string, options?: RequestOptions) => Promise<Response>

/** Adds timeouts, size limits and messages for the user to Chromium's `fetch`. */
export function createAskServer(
  fetch: (
    url: string,
    init: Omit<RequestInit, 'headers'> & Pick<RequestOptions, 'headers'> & { signal: AbortSignal },
  ) => Promise<Response>,
): AskServer {
  return async (address, path, { signal, timeoutInMs = 35_000, maxBytes = 64 * 1024 * 1024, ...init } = {}) => {
    const url = new URL(path, address)
    if (url.origin !== address) throw new ServerProblem('This address does not belong to the server.')
    const stop = new AbortController()
    const timeout = new ServerProblem(noReplyMessage)
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(() => stop.abort(timeout), timeoutInMs)
    }
    const end = (error: unknown): unknown => {
      clearTimeout(timer)
      return signal?.aborted ? signal.reason : problemOf(error)
    }
    wait()
    try {
      const signals = signal ? [signal, stop.signal] : [stop.signal]
      const { status, headers, body } = await fetch(url.href, {
        ...init,
        credentials: 'omit',
        cache: 'no-store',
        signal: AbortSignal.any(signals),
      })
      if (status === 407) throw new ServerProblem(proxyMessage)
      if (!body) clearTimeout(timer!)
      return new Response(body && limitBody(body, { maxBytes, wait, end, cancel: () => stop.abort() }), {
        status,
        headers,
      })
    } catch (error) {
      throw end(error)
    }
  }
}

type Limits = { maxBytes: number; wait: () => void; end: (error: unknown) => unknown; cancel: () => void }

/** Limits the size of a body and the length of its pauses. Canceling the result aborts the request. */
function limitBody(
  body: ReadableStream<Uint8Array>,
  { maxBytes, wait, end, cancel }: Limits,
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let remaining = maxBytes
  return new ReadableStream({
    async pull(controller) {
      wait()
      try {
        const { done, value } = await reader.read()
        if (done) {
          end(undefined)
          return controller.close()
        }
        remaining -= value.length
        if (remaining < 0) throw new ServerProblem('The server’s reply is too large for this app.')
        controller.enqueue(value)
      } catch (error) {
        controller.error(
          end(error instanceof ServerProblem ? error : new ServerProblem(interruptedMessage, { cause: error })),
        )
        cancel()
      }
    },
    cancel() {
      end(undefined)
      cancel()
    },
  })
}

/** Returns null if the reply is not JSON. Throws a `ServerProblem` if the connection is lost. */
export async function parseJson(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const noReplyMessage = 'The server does not answer. Check your connection, then try again.'
const proxyMessage = 'This computer’s proxy cannot reach the server. Contact your IT support.'
const interruptedMessage = 'The server’s reply was cut off. Try again.'

function problemOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  return new ServerProblem(describeNetworkError(error instanceof Error ? error.message : ''), { cause: error })
}

/** `message` is Chromium's error, such as `net::ERR_NAME_NOT_RESOLVED`. */
function describeNetworkError(message: string): string {
  const is = (...codes: string[]) => codes.some((code) => message.includes(`ERR_${code}`))
  if (is('NAME_NOT_RESOLVED')) return 'No server has this name. Check the address and your connection.'
  if (is('CONNECTION_REFUSED')) return 'No server answers at this address. It may be down, or the address may be wrong.'
  if (is('PROXY_', 'TUNNEL_')) return proxyMessage
  if (is('CERT_DATE_INVALID'))
    return 'The server’s certificate has expired, or this computer’s clock is wrong. Contact your system administrator.'
  if (is('CERT_COMMON_NAME_INVALID')) return 'The server’s certificate is for a different address. Check the address.'
  if (is('CERT_')) return 'This computer does not trust the server’s certificate. Contact your system administrator.'
  if (is('SSL_')) return 'The server does not use https at this address. Check the address.'
  if (is('BLOCKED_BY_CLIENT', 'TOO_MANY_REDIRECTS'))
    return 'The server redirected to a different place, which was not followed. Check the address.'
  if (is('INVALID_HTTP_RESPONSE', 'RESPONSE_HEADERS_')) return 'This is not the address of an alumni relations server.'
  return noReplyMessage
}
