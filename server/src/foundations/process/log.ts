import pino, { type DestinationStream, type LogFn, type Logger, type LoggerOptions } from 'pino'
import type { Config } from './config.ts'

/**
 * One JSON line per event on stdout. Errors are reduced to what holds no personal data, and messages to text of the
 * program: what varies and is no secret is a field of its own.
 */
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
        const about = first instanceof Error ? { err: first } : typeof first === 'string' ? {} : Object(first)
        const message = typeof first === 'string' ? first : (second ?? about.err?.message ?? '')
        write.call(this, about, withoutValues(String(message)))
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

/**
 * Libraries write addresses of pages, names and numbers into their messages. What they quote goes, up to the last mark
 * since a name may have one, and so do words that look like an address or an id.
 */
export function withoutValues(message: string): string {
  const from = message.search(/(?<!\p{L})["'`“‘]/u)
  const to = Math.max(...['"', "'", '`', '”', '’'].map((mark) => message.lastIndexOf(mark)))
  const unquoted = from >= 0 && from < to ? `${message.slice(0, from)}…${message.slice(to + 1)}` : message
  return unquoted
    .split(' ')
    .map((word) => (/[/?=@%]|\d{6}/.test(word) ? '…' : word))
    .join(' ')
}

/** Summarizes an error in one line that holds no personal data and no secrets, for pages and e-mails. */
export function summarizeError(error: unknown): string {
  const { type, code, table, message, cause } = describeError(error)
  const name = [type, code, table].filter(Boolean).join(' ')
  const reason = error instanceof Error && cause ? ` (${summarizeError(error.cause)})` : ''
  return `${name}${message ? `: ${message as string}` : ''}${reason}`.replace(/\s+/g, ' ')
}

/** Messages of the database and of parsers consist of the values at fault: we log only their codes and places. */
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
    ...(quotesValues ? {} : { message: withoutValues(error.message) }),
    ...(code === undefined ? {} : { code }),
    ...(constraint === undefined ? {} : { constraint, table }),
    ...(status === undefined && statusCode === undefined ? {} : { status: status ?? statusCode }),
    stack: frames,
    ...(error.cause instanceof Error ? { cause: describeError(error.cause) } : {}),
  }
}
