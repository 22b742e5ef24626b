import pino, { type DestinationStream, type LogFn, type Logger, type LoggerOptions } from 'pino'
import type { Config } from './config.ts'

/** Creates the log, which omits secrets. Callers pass constant messages and put variable data into fields. */
export function createLog(config: Config, destination?: DestinationStream): Logger {
  const options = {
    level: config.LOG_LEVEL,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: describeError },
    redact: { paths: secretPaths, censor: '[redacted]' },
    hooks: {
      logMethod([first, second]: unknown[], write: LogFn) {
        const fields = first instanceof Error ? { err: first } : typeof first === 'string' ? {} : Object(first)
        const message = typeof first === 'string' ? first : (second ?? fields.err?.message ?? '')
        write.call(this, fields, removeValues(String(message)))
      },
    } satisfies LoggerOptions['hooks'],
  }
  return destination ? pino(options, destination) : pino(options)
}

const secretNames = [
  'password',
  'token',
  'key',
  'cookie',
  'authorization',
  'email',
  'to',
  'url',
  'query',
  'body',
  'headers',
]
const secretPaths = secretNames.flatMap((name) => [name, `*.${name}`])

/** Removes words that look like addresses or ids, and everything between the first and the last quotation mark. */
export function removeValues(message: string): string {
  const start = message.search(/(?<!\p{L})["'`“‘]/u)
  const end = Math.max(...['"', "'", '`', '”', '’'].map((mark) => message.lastIndexOf(mark)))
  const unquoted = start >= 0 && start < end ? `${message.slice(0, start)}…${message.slice(end + 1)}` : message
  return unquoted
    .split(' ')
    .map((word) => (/[/?=@%]|\d{6}/.test(word) ? '…' : word))
    .join(' ')
}

export function summarizeError(error: unknown): string {
  const { type, code, table, message, cause } = describeError(error)
  const name = [type, code, table].filter(Boolean).join(' ')
  const reason = error instanceof Error && cause ? ` (${summarizeError(error.cause)})` : ''
  return `${name}${message ? `: ${message as string}` : ''}${reason}`.replace(/\s+/g, ' ')
}

/** Returns an error's type, codes and stack. Adds the message unless it may quote values, as in database errors. */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error }
  const { code, constraint, table, status, statusCode } = error as Error & Record<string, unknown>
  const quotesValues =
    (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) ||
    error.name === 'SyntaxError' ||
    error.name === 'ValidationError'
  const frames = error.stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 12)
  return {
    type: error.name,
    ...(quotesValues ? {} : { message: removeValues(error.message) }),
    ...(code === undefined ? {} : { code }),
    ...(constraint === undefined ? {} : { constraint, table }),
    ...(status === undefined && statusCode === undefined ? {} : { status: status ?? statusCode }),
    stack: frames,
    ...(error.cause instanceof Error ? { cause: describeError(error.cause) } : {}),
  }
}
