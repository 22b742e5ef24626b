import { errorBody, type ErrorBody } from '@alumni/shared/errors'
import { releaseHeader } from '@alumni/shared/operations/releases'
import { proofRequired, type ProofRequired } from '@alumni/shared/staff/second-factor'
import type { z } from 'zod'
import { recordRelease } from './newer-release.ts'

/** The server answered, and the answer is a refusal. `message` is the sentence for the person. */
export class HttpError extends Error {
  readonly status: number
  readonly body: ErrorBody & { links?: { self?: string } }
  constructor(status: number, body: ErrorBody) {
    super(body.error)
    this.status = status
    this.body = body
  }
}

/** No answer came: the network, the server or the patience has ended. */
export class NetworkError extends Error {
  constructor(cause: unknown, sentence = 'The server could not be reached. Check your connection and try again.') {
    super(sentence, { cause })
  }
}

/** An answer came that broke off, or that something else than the server gave. */
class IncompleteReplyError extends NetworkError {
  constructor(cause: unknown) {
    super(cause, 'The server’s answer did not arrive whole. Try again.')
  }
}

/** A whole answer, of another version than this page. */
export class ReplyMismatchError extends Error {
  constructor(cause: unknown) {
    super('This page and the server are of different versions. Reload the page.', { cause })
  }
}

type RequestOptions = {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Sent as JSON. */
  body?: unknown
  signal?: AbortSignal
  /** Defaults to half a minute. */
  patienceInMs?: number
}

type AskForProof = (wanted: ProofRequired) => Promise<boolean>
let askForProof: AskForProof = async () => false

/** Registers `ask`, which has people prove who they are: true when they did. The refused request is then sent again. */
export function setProofHandler(ask: AskForProof): void {
  askForProof = ask
}

/**
 * One request for JSON; the reply is checked by its contract. Throws an error whose message is a sentence for the
 * person: HttpError, NetworkError, or another one on a foreign reply. Where the server wants a proof of who asks, the person gives it and the same request goes on.
 */
export async function request<Schema extends z.ZodType>(
  url: string,
  schema: Schema,
  options: RequestOptions = {},
): Promise<z.infer<Schema>> {
  const response = await send(url, options)
  recordRelease(response.headers.get(releaseHeader))
  const body = await readJson(response)
  if (await obtainProof(response.status, body)) return request(url, schema, options)
  if (!response.ok) throw new HttpError(response.status, errorFrom(response.status, body))
  const { data, error } = schema.safeParse(body)
  if (error) throw new ReplyMismatchError(error)
  return data
}

/** Like `request`, for actions. */
const sending =
  (method: 'POST' | 'PATCH' | 'DELETE') =>
  <Schema extends z.ZodType>(url: string, reply: Schema, body?: unknown, patienceInMs?: number) =>
    request(url, reply, { method, body, ...(patienceInMs && { patienceInMs }) })
export const [post, patch, remove] = [sending('POST'), sending('PATCH'), sending('DELETE')]

/**
 * Whether the reply wanted a proof, and the person has given it: the same request is answered now. `confirms` says what
 * it does more closely than the server's own words.
 */
export async function obtainProof(status: number, body: unknown, confirms?: string): Promise<boolean> {
  const wanted = status === 403 ? proofRequired.safeParse(body).data : undefined
  return wanted !== undefined && (await askForProof({ ...wanted, ...(confirms && { confirms }) }))
}

async function send(url: string, { method = 'GET', body, signal, patienceInMs }: RequestOptions): Promise<Response> {
  const patience = AbortSignal.timeout(patienceInMs ?? 30_000)
  try {
    return await fetch(url, {
      method,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      credentials: 'same-origin',
      // The same URL has an HTML representation: never mix the two up in the browser's cache.
      cache: 'no-store',
      signal: signal ? AbortSignal.any([signal, patience]) : patience,
    })
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw new NetworkError(cause)
  }
}

/** Null where there is none. */
async function readJson(response: Response): Promise<unknown> {
  try {
    return JSON.parse((await response.text()) || 'null')
  } catch (cause) {
    if (response.ok) throw new IncompleteReplyError(cause)
    return null
  }
}

/** The server's own sentence where there is one; otherwise one that fits the status. */
export function errorFrom(status: number, body: unknown): ErrorBody {
  // Additional members (`links` of a conflict) remain.
  const parsed = errorBody.loose().safeParse(body)
  if (parsed.success) return parsed.data
  if (status === 413) return { error: 'The file is larger than the server accepts.' }
  if (status >= 502 && status <= 504) return { error: 'The service is busy or restarting. Try again in a moment.' }
  return {
    error: `Something went wrong on the server (status ${status}). Try again; if it happens again, contact support.`,
  }
}

/** Returns how long to wait before asking again, if the server was not ready and says when it will be. */
export function retryDelayInMs(error: unknown): number | undefined {
  if (!(error instanceof HttpError) || error.status !== 503) return undefined
  return error.body.retry_after && error.body.retry_after * 1000
}

export function isWorthRetrying(error: unknown): boolean {
  return error instanceof NetworkError || (error instanceof HttpError && error.status >= 502)
}
