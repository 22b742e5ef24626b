import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Logger } from 'pino'
import { problemOf } from './errors.ts'
import { constantHeaders } from './security-headers.ts'

const statuses: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, HPE_CHUNK_EXTENSIONS_OVERFLOW: 413, ERR_HTTP_REQUEST_TIMEOUT: 408 }

/** Answers what is not HTTP: there is no request yet, only a socket. */
export function parserErrors(log: Logger) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const status = statuses[error.code ?? ''] ?? 400
    const { error: sentence } = problemOf(Object.assign(new Error(), { statusCode: status })).body
    const body = JSON.stringify({ error: sentence })
    log.info({ status, code: error.code }, 'unreadable request')
    const headers = { ...constantHeaders, 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body), connection: 'close' }
    socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), '', body].join('\r\n'))
  }
}

