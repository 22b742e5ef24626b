import type { ErrorBody } from '@alumni/shared/errors'
import { isLossOfConnection, sqlState } from '../database/connection-loss.ts'
import { hasZodFastifySchemaValidationErrors, type ZodFastifySchemaValidationError } from 'fastify-type-provider-zod'
import { StorageFull } from '../files/files.ts'

type Details = { fields?: Record<string, string>; headers?: Record<string, string>; body?: Record<string, unknown> }

/** A refusal with the sentence that the person reads. `body` adds members to the JSON reply, such as `links`. */
export class HttpError extends Error {
  readonly status: number
  readonly details: Details
  constructor(status: number, sentence: string, details: Details = {}) {
    super(sentence)
    this.name = 'HttpError'
    this.status = status
    this.details = details
  }
}

export const unstorableSentence = 'The text contains a character that cannot be stored.'
export const notFoundSentence = 'There is nothing at this address.'

/** An error as a reply: its status, its JSON body and headers. */
export type Problem = { status: number; body: ErrorBody & Record<string, unknown>; headers: Record<string, string> }

/** The one place where errors become replies. What is not known here is a 500 that tells nothing. */
export function problemOf(error: unknown): Problem {
  if (error instanceof HttpError) return problem(error.status, error.message, error.details)
  if (error instanceof StorageFull) return problem(507, error.message)
  if (hasZodFastifySchemaValidationErrors(error))
    return invalid(error.validation, (error as { validationContext?: string }).validationContext)
  const { name, code, statusCode } = (error ?? {}) as { name?: string; code?: string; statusCode?: unknown }
  if (name === 'NotFoundError') return problem(404, notFoundSentence)
  if (isLossOfConnection(error)) return busy
  const known = byCode(sqlState(error) ?? String(code))
  if (known) return known
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500)
    return problem(statusCode, byStatus[statusCode] ?? byStatus[400])
  return problem(500, 'Something went wrong on our side. Try again; if it stays, tell support.')
}

function problem(status: number, sentence: string, { fields, headers = {}, body = {} }: Details = {}): Problem {
  return { status, body: { error: sentence, ...(fields ? { fields } : {}), ...body }, headers }
}

const byStatus = {
  400: 'The request could not be understood.',
  404: notFoundSentence,
  408: 'The request took too long to arrive. Try again.',
  413: 'That is larger than the server accepts.',
  414: 'The address is too long.',
  415: 'The server does not take content of this type.',
  431: 'The request has too many or too large headers.',
} as Record<number, string> & { 400: string }

const busy = problem(503, 'The service is busy or restarting. Try again in a moment.', {
  headers: { 'retry-after': '5' },
})
const tooSlow = problem(503, 'This took too long and was stopped. Try again in a moment.', {
  headers: { 'retry-after': '10' },
})
const raced = problem(409, 'Someone else changed the same thing at the same moment. Try again.')

/** Codes of PostgreSQL (SQLSTATE), of the system and of Fastify. */
function byCode(code: string): Problem | undefined {
  switch (code) {
    case '53300': // too many connections
      return busy
    case 'FST_ERR_HANDLER_TIMEOUT':
    case '57014': // statement_timeout
    case '55P03': // lock_timeout
      return tooSlow
    case '40001': // serialization failure
    case '40P01': // deadlock
      return raced
    case '23505':
      return problem(409, 'This exists already.')
    case '23503':
      return problem(409, 'This belongs together with something that does not exist or is still in use.')
    case '08P01': // a NUL character cuts the statement short
    case '22021':
    case '22P05':
    case '22P02': // half of a surrogate pair in JSON
      return problem(400, unstorableSentence)
    case '22003':
      return problem(400, 'A number is out of range.')
    case 'FST_ERR_BAD_URL':
      return problem(400, 'The address is malformed.')
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return problem(404, notFoundSentence)
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return problem(400, 'The body is not valid JSON.')
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return problem(400, 'The body is not as long as announced.')
    default:
      return undefined
  }
}

function invalid(issues: ZodFastifySchemaValidationError[], where: string | undefined): Problem {
  if (where === 'params') return problem(404, notFoundSentence)
  const fields: Record<string, string> = {}
  for (const issue of issues) {
    const field = issue.instancePath.slice(1)
    if (field) fields[field] ??= sentenceOf(issue, field)
  }
  const [first, ...others] = Object.values(fields)
  if (!first)
    return problem(400, where === 'body' ? 'The body of the request is missing or has another shape.' : byStatus[400])
  return problem(400, others.length === 0 ? first : `${first} (${others.length} more to correct.)`, { fields })
}

/** Contracts write sentences; zod's own wording is for programmers. */
function sentenceOf(issue: ZodFastifySchemaValidationError, field: string): string {
  const message = issue.message ?? ''
  return message === '' || /^(Invalid|Too (small|big)|Unrecognized)/.test(message)
    ? `"${field}" is missing or malformed.`
    : message
}
