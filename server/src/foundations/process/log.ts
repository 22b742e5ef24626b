import pino, { type DestinationStream, type Logger } from 'pino'
import type { Config } from './config.ts'

/** One JSON line per event on stdout. Errors are reduced to what holds no personal data. */
export function createLog(config: Config, destination?: DestinationStream): Logger {
  const options = {
    level: config.LOG_LEVEL,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: describeError },
    redact: { paths: secretPaths, censor: '[redacted]' },
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

/** Messages of the database and of parsers quote the values at fault: only their codes and places are kept. */
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
    ...(quotesValues ? {} : { message: error.message }),
    ...(code === undefined ? {} : { code }),
    ...(constraint === undefined ? {} : { constraint, table }),
    ...(status === undefined && statusCode === undefined ? {} : { status: status ?? statusCode }),
    stack: frames,
    ...(error.cause instanceof Error ? { cause: describeError(error.cause) } : {}),
  }
}
