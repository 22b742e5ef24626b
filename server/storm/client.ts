import { request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { once } from 'node:events'
import { scaleTimeout } from '../testing/machine.ts'
import { now, type Asked, type History } from './history.ts'

export type Reply = { status: number; headers: IncomingMessage['headers']; body: string }
export type Ask = {
  kind: string
  key: string
  server: number
  method?: string
  path: string
  host?: 'localhost' | 'champions.localhost'
  headers?: Record<string, string>
  body?: string | Buffer
  facts?: Asked['facts']
}

const timeoutMs = scaleTimeout(60_000)

/** Writes requests and replies into the history; a reply is undefined if none arrived. */
export class Client {
  readonly #ports: readonly number[]
  readonly #history: History

  constructor(ports: readonly number[], history: History) {
    this.#ports = ports
    this.#history = history
  }

  async ask({ kind, key, server, facts, ...asked }: Ask): Promise<Reply | undefined> {
    const id = this.#history.ask({ kind, key, server, ...(facts && { facts }) })
    const reply = await send(this.#ports[server]!, asked).catch(() => undefined)
    this.#history.add({ type: 'answered', id, at: now(), status: reply?.status ?? null, ...problemOf(reply) })
    return reply
  }
}

export async function send(
  port: number,
  { method = 'GET', path, host = 'localhost', headers = {}, body }: Omit<Ask, 'kind' | 'key' | 'server' | 'facts'>,
): Promise<Reply> {
  const sent = request({
    port,
    host: '127.0.0.1',
    path,
    method,
    agent: false,
    signal: AbortSignal.timeout(timeoutMs),
    headers: { host: `${host}:3000`, accept: 'application/json', 'sec-fetch-site': 'same-origin', ...headers },
  })
  sent.end(body)
  const [reply] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: reply.statusCode!, headers: reply.headers, body: await text(reply) }
}

/** A 503 must have Retry-After. */
function problemOf(reply: Reply | undefined): { problem?: string } {
  if (!reply || reply.status < 400) return {}
  if (reply.status === 503 && !reply.headers['retry-after']) return { problem: 'without Retry-After' }
  return reply.status === 503 ? {} : { problem: reply.body.slice(0, 300) }
}

export function cookiesOf({ headers }: Reply): string {
  return (headers['set-cookie'] ?? []).map((cookie) => cookie.split(';', 1)[0]!).join('; ')
}
