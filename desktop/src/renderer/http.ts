import { errorBody, type ErrorBody } from '@alumni/shared/errors'
import { releaseHeader } from '@alumni/shared/operations/releases'
import { proofRequired, type ProofRequired } from '@alumni/shared/staff/second-factor'
import type { z } from 'zod'
import { recordRelease } from './newer-release.ts'

/** An error reply from the server. `message` is for the user. */
export class HttpError extends Error {
  readonly status: number
  readonly body: ErrorBody & { links?: { self?: string } }
  constructor(status: number, body: ErrorBody) {
    super(body.error)
    this.status = status
    this.body = body
  }
}

/** Thrown if no reply arrives: the network or server is down, or the request has timed out. */
export class NetworkError extends Error {
  constructor(cause: unknown, message = 'The server could not be reached. Check your connection and try again.') {
    super(message, { cause })
  }
}

/** Thrown if the reply is cut off or does not come from the server. */
class IncompleteReplyError extends NetworkError {
  constructor(cause: unknown) {
    super(cause, 'The server’s answer was cut off. Try again.')
  }
}

/** Thrown if a reply does not match the schema, because the page and the server have different versions. */
export class ReplyMismatchError extends Error {
  constructor(cause: unknown) {
    super('This page and the server are of different versions. Reload the page.', { cause })
  }
}

type RequestOptions = {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  body?: unknown
  signal?: AbortSignal
  /** 30 seconds by default. */
  timeoutInMs?: number
}

type AskForProof = (required: ProofRequired) => Promise<boolean>
let askForProof: AskForProof = async () => false

/** Sets the function that asks the user for a second factor and resolves to whether it was given. */
export function setProofHandler(ask: AskForProof): void {
  askForProof = ask
}

/**
 * Requests JSON and validates the reply. Throws HttpError, NetworkError or ReplyMismatchError with a message for the
 * user. Asks for a second factor if the server requires it, and then repeats the request.
 */
export async function request<Schema extends z.ZodType>(
  url: string,
  schema: Schema,
  options: RequestOptions = {},
): Promise<z.infer<Schema>> {
  const response = await send(url, options)
  recordRelease(response.headers.get(releaseHeader))
  const body = await readJson(response)
  if (await proveIfRequired(response.status, body)) return request(url, schema, options)
  if (!response.ok) throw new HttpError(response.status, errorFrom(response.status, body))
  const { data, error } = schema.safeParse(body)
  if (error) throw new ReplyMismatchError(error)
  return data
}

const createSender =
  (method: 'POST' | 'PATCH' | 'DELETE') =>
  <Schema extends z.ZodType>(url: string, reply: Schema, body?: unknown, timeoutInMs?: number) =>
    request(url, reply, { method, body, ...(timeoutInMs && { timeoutInMs }) })
export const [post, patch, remove] = [createSender('POST'), createSender('PATCH'), createSender('DELETE')]

/**
 * If the reply requires a second factor, asks the user for it. Returns whether it was given, so that the request can be
 * repeated. `confirms` describes the action more precisely than the reply does.
 */
export async function proveIfRequired(status: number, body: unknown, confirms?: string): Promise<boolean> {
  const required = status === 403 ? proofRequired.safeParse(body).data : undefined
  return required !== undefined && (await askForProof({ ...required, ...(confirms && { confirms }) }))
}

async function send(url: string, { method = 'GET', body, signal, timeoutInMs }: RequestOptions): Promise<Response> {
  const timeout = AbortSignal.timeout(timeoutInMs ?? 30_000)
  try {
    return await fetch(url, {
      method,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      credentials: 'same-origin',
      // The same URL also serves HTML, which the browser's cache must not return for a JSON request.
      cache: 'no-store',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw new NetworkError(cause)
  }
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return JSON.parse((await response.text()) || 'null')
  } catch (cause) {
    if (response.ok) throw new IncompleteReplyError(cause)
    return null
  }
}

/** Returns the error in the body of a failed reply or, if the body is not an error, a message for the status. */
export function errorFrom(status: number, body: unknown): ErrorBody {
  // Keeps additional members, such as a conflict's `links`.
  const parsed = errorBody.loose().safeParse(body)
  if (parsed.success) return parsed.data
  if (status === 413) return { error: 'The file is larger than the server accepts.' }
  if (status >= 502 && status <= 504) return { error: 'The service is busy or restarting. Try again in a moment.' }
  return {
    error: `Something went wrong on the server (status ${status}). Try again; if it happens again, contact support.`,
  }
}

/** Returns the delay that the server asks for while it is not ready (503), or undefined for other errors. */
export function retryDelayInMs(error: unknown): number | undefined {
  if (!(error instanceof HttpError) || error.status !== 503) return undefined
  return error.body.retry_after && error.body.retry_after * 1000
}

/** Checks whether a repeated request may succeed: no reply arrived, or the status was 502 or higher. */
export function isWorthRetrying(error: unknown): boolean {
  return error instanceof NetworkError || (error instanceof HttpError && error.status >= 502)
}
