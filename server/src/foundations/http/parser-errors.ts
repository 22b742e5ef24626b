import { http } from '../process/node-http.ts'
import type { Config } from '../process/config.ts'
import type { Socket } from 'node:net'
import type { Logger } from 'pino'
import { problemOf, type Problem } from './errors.ts'
import type { Refusal } from './refusal.ts'
import { headersWithoutRequest } from './security-headers.ts'

const statuses: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** Asks the guard about a caller of whom there is only a socket. */
type CheckSocket = (socket: Socket) => Promise<Refusal | undefined>

/** Answers what is not HTTP: there is no request yet. It counts as one. */
export function parserErrors(config: Config, log: Logger, check: CheckSocket) {
  const always = headersWithoutRequest(config)
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    void check(socket).then((refusal) => {
      const problem =
        refusal?.problem ?? problemOf(Object.assign(new Error(), { statusCode: statuses[error.code ?? ''] ?? 400 }))
      log.info({ status: problem.status, code: error.code, ...refusal?.facts }, refusal?.tag ?? 'unreadable request')
      if (socket.writable) write(problem, socket, always)
    })
  }
}

function write({ status, body, headers }: Problem, socket: Socket, always: Record<string, string>): void {
  const text = JSON.stringify(body)
  const all = {
    ...always,
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    connection: 'close',
  }
  socket.end(
    [
      `HTTP/1.1 ${status} ${http.STATUS_CODES[status]}`,
      ...Object.entries(all).map(([name, value]) => `${name}: ${value}`),
      '',
      text,
    ].join('\r\n'),
  )
}
