import { http } from '../process/node-http.ts'
import type { Config } from '../process/config.ts'
import type { Socket } from 'node:net'
import type { Logger } from 'pino'
import { toProblem, type Problem } from './errors.ts'
import type { Refusal } from './refusal.ts'
import { buildHeadersWithoutRequest } from './security-headers.ts'

const statuses: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

type CheckSocket = (socket: Socket) => Promise<Refusal | undefined>

/** Replies to data that is not HTTP, and counts it as a request for the limits. */
export function createParserErrorHandler(config: Config, log: Logger, check: CheckSocket) {
  const commonHeaders = buildHeadersWithoutRequest(config)
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    void check(socket).then((refusal) => {
      const problem =
        refusal?.problem ?? toProblem(Object.assign(new Error(), { statusCode: statuses[error.code ?? ''] ?? 400 }))
      log.info({ status: problem.status, code: error.code, ...refusal?.facts }, refusal?.tag ?? 'unreadable request')
      if (socket.writable) write(problem, socket, commonHeaders)
    })
  }
}

function write({ status, body, headers }: Problem, socket: Socket, commonHeaders: Record<string, string>): void {
  const text = JSON.stringify(body)
  const allHeaders = {
    ...commonHeaders,
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    connection: 'close',
  }
  socket.end(
    [
      `HTTP/1.1 ${status} ${http.STATUS_CODES[status]}`,
      ...Object.entries(allHeaders).map(([name, value]) => `${name}: ${value}`),
      '',
      text,
    ].join('\r\n'),
  )
}
