import type { ErrorBody } from '@alumni/shared/errors'
import { isLossOfConnection, sqlState } from '../database/connection-loss.ts'
import { RowNotFound } from '../database/rows.ts'
import { StorageUnavailableError, StorageFull } from '../files/files.ts'
import { InvalidRequest } from '../zod-schemas.ts'

type Details = { fields?: Record<string, string>; headers?: Record<string, string>; body?: Record<string, unknown> }

/** An error reply with a message for the user. `body` adds members to the JSON reply, such as `links`. */
export class HttpError extends Error {
  readonly status: number
  readonly details: Details
  constructor(status: number, message: string, details: Details = {}) {
    super(message)
    this.name = 'HttpError'
    this.status = status
    this.details = details
  }
}

/** Something required is still loading. The reply is a 503 that asks the client to retry in a few seconds. */
export class NotReadyError extends Error {}

export const unstorableMessage = 'The text contains a character that cannot be stored.'
export const notFoundMessage = 'There is nothing at this address.'

export type Problem = { status: number; body: ErrorBody & Record<string, unknown>; headers: Record<string, string> }

/** Converts an error to an error reply. Errors that are not meant for users become a 500 without details. */
export function toProblem(error: unknown): Problem {
  if (error instanceof HttpError) return createProblem(error.status, error.message, error.details)
  if (error instanceof StorageFull) return createProblem(507, error.message)
  if (error instanceof StorageUnavailableError)
    return createProblem(503, error.message, { headers: { 'retry-after': '5' } })
  if (error instanceof NotReadyError)
    return createProblem(503, error.message, { headers: { 'retry-after': '5' }, body: { retry_after: 5 } })
  if (error instanceof InvalidRequest) return toValidationProblem(error)
  const { name, code, statusCode } = (error ?? {}) as { name?: string; code?: string; statusCode?: unknown }
  if (name === 'NotFoundError') return toNotFound(error)
  if (isLossOfConnection(error)) return busy
  const knownProblem = byCode[sqlState(error) ?? String(code)]
  if (knownProblem) return knownProblem
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500)
    return createProblem(statusCode, byStatus[statusCode] ?? byStatus[400])
  return createProblem(500, 'Something went wrong on our side. Try again; if it happens again, contact support.')
}

function toNotFound(error: unknown): Problem {
  return createProblem(404, error instanceof RowNotFound ? error.message : notFoundMessage)
}

function createProblem(status: number, message: string, { fields, headers = {}, body = {} }: Details = {}): Problem {
  return { status, body: { error: message, ...(fields ? { fields } : {}), ...body }, headers }
}

const byStatus = {
  400: 'The request could not be understood.',
  404: notFoundMessage,
  408: 'The request took too long to arrive. Try again.',
  413: 'That is larger than the server accepts.',
  414: 'The address is too long.',
  415: 'The server does not take content of this type.',
  431: 'The request has too many or too large headers.',
} as Record<number, string> & { 400: string }

const busy = createProblem(503, 'The service is busy or restarting. Try again in a moment.', {
  headers: { 'retry-after': '5' },
})
const tooSlow = createProblem(503, 'This took too long and was stopped. Try again in a moment.', {
  headers: { 'retry-after': '10' },
})
const conflict = createProblem(409, 'Someone else changed the same thing at the same moment. Try again.')

const unstorable = createProblem(400, unstorableMessage)
const notJson = createProblem(400, 'The body is not valid JSON.')

const byCode: Readonly<Record<string, Problem>> = {
  '53300': busy, // too many connections
  '53100': busy, // disk full
  '53200': busy, // out of memory
  FST_ERR_HANDLER_TIMEOUT: tooSlow,
  '57014': tooSlow, // statement_timeout
  '55P03': tooSlow, // lock_timeout
  '40001': conflict, // serialization failure
  '40P01': conflict, // deadlock
  '23505': createProblem(409, 'This already exists.'),
  '23503': createProblem(409, 'This refers to something that does not exist or is still in use.'),
  '08P01': unstorable, // a NUL character
  '22021': unstorable,
  '22P05': unstorable,
  '22P02': unstorable, // half of a surrogate pair in JSON
  '22003': createProblem(400, 'A number is out of range.'),
  FST_ERR_BAD_URL: createProblem(400, 'The address is malformed.'),
  FST_ERR_MAX_PARAM_LENGTH: createProblem(404, notFoundMessage),
  FST_ERR_CTP_INVALID_JSON_BODY: notJson,
  FST_ERR_CTP_EMPTY_JSON_BODY: notJson,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: createProblem(400, 'The body is not as long as announced.'),
}

function toValidationProblem({ issues, validationContext: part }: InvalidRequest): Problem {
  if (part === 'params') return createProblem(404, notFoundMessage)
  const fields: Record<string, string> = {}
  for (const { path, message } of issues) {
    const field = path.join('/')
    if (field) fields[field] ??= toMessage(message, field)
  }
  const [first, ...others] = Object.values(fields)
  if (!first)
    return createProblem(
      400,
      part === 'body' ? 'The body of the request is missing or has another shape.' : byStatus[400],
    )
  return createProblem(400, others.length === 0 ? first : `${first} (${others.length} more to correct.)`, { fields })
}

function toMessage(message: string, field: string): string {
  return message === '' || /^(Invalid|Too (small|big)|Unrecognized)/.test(message)
    ? `"${field}" is missing or malformed.`
    : message
}
