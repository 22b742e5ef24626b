import { request as requestHttp, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { pipeline, type Readable } from 'node:stream'
import { Refusal } from '../refusal.ts'

/** No answer came, or none that means anything. `message` is for the person. */
export class ServerProblem extends Refusal {}

export type Question = {
  method?: string
  headers?: Record<string, string>
  /** A stream is sent as it is read; its length belongs into the headers. */
  body?: Buffer | Readable
  signal?: AbortSignal | undefined
  /**
   * Until the reply's headers are there; afterwards the same for each silence. 35 s unless told, a little more than
   * the server takes at most.
   */
  patienceInMs?: number
}

export type Answer = { status: number; headers: IncomingHttpHeaders; body: IncomingMessage }

/**
 * One request to `address`, an origin. Redirects are not followed. Throws ServerProblem; what `signal` ends throws its
 * reason.
 */
export function askServer(
  address: string,
  path: string,
  { method = 'GET', headers = {}, body, signal, patienceInMs = 35_000 }: Question = {},
): Promise<Answer> {
  const url = new URL(path, address)
  if (url.origin !== address) throw new ServerProblem('This address is not one of the server.')
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const request = send(url, { method, headers: { ...lengthOf(body), ...headers }, signal, timeout: patienceInMs })
    const fail = (error: Error) => reject(signal?.aborted ? signal.reason : problemOf(error))
    // A server that drips its headers is not silent.
    const deadline = setTimeout(() => request.destroy(new ServerProblem(silent)), patienceInMs)
    request.on('timeout', () => request.destroy(new ServerProblem(silent)))
    request.on('error', fail)
    request.on('close', () => {
      clearTimeout(deadline)
      // A reply that is none, such as 101, causes no other event.
      fail(new ServerProblem(silent))
    })
    request.on('response', (reply) => {
      clearTimeout(deadline)
      reply.setTimeout(patienceInMs, () => reply.destroy(new ServerProblem(silent)))
      resolve({ status: reply.statusCode!, headers: reply.headers, body: reply })
    })
    if (body && !Buffer.isBuffer(body)) pipeline(body, request, (error) => error && request.destroy(error))
    else request.end(body)
  })
}

const silent = 'The server does not answer. Check your connection, and try again.'

function lengthOf(body: Buffer | Readable | undefined): Record<string, string> {
  return Buffer.isBuffer(body) ? { 'content-length': String(body.length) } : {}
}

function problemOf(error: Error & { code?: string }): ServerProblem {
  if (error instanceof ServerProblem) return error
  return new ServerProblem(sentenceOf(error.code ?? ''), { cause: error })
}

function sentenceOf(code: string): string {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return 'No server has this name. Check the address, and your connection.'
  if (code === 'ECONNREFUSED') return 'No server answers at this address. It may be down, or the address may be wrong.'
  if (code === 'CERT_HAS_EXPIRED') return 'The server’s certificate has expired. Tell whoever looks after the server.'
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return 'The server’s certificate is for another name than this address. Check the address.'
  if (/CERT|SIGNATURE|ISSUER/.test(code))
    return 'The server’s certificate is not one that this computer trusts. Tell whoever looks after the server.'
  if (code === 'EPROTO' || code.startsWith('ERR_SSL'))
    return 'The server does not speak https at this address. Check the address.'
  if (code.startsWith('HPE_')) return 'What answers at this address is no server of alumni relations.'
  return silent
}
