import { Agent, request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { buildTestApp, internalHost } from '../../../../testing/test-app.ts'

export type Ask = { method?: string; path?: string; body?: object | string; headers?: Record<string, string> }
export type Answer = {
  status: number
  headers: IncomingHttpHeaders
  text: string
  json: { error?: string; retry_after?: number }
}

export async function buildGuardedApp(changes: Parameters<typeof buildTestApp>[0] = {}) {
  const test = await buildTestApp({
    ...changes,
    env: { SAFELIST_LOOPBACK: 'false', TRUST_PROXY: '127.0.0.1', ...changes.env },
  })
  await test.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = test.app.server.address() as AddressInfo
  return { ...test, port, from: callersOf(port) }
}

function callersOf(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 20 })
  return (address: string) =>
    (ask: Ask = {}) =>
      send(port, agent, { ...ask, headers: { 'x-forwarded-for': address, ...ask.headers } })
}

async function send(
  port: number,
  agent: Agent,
  { method = 'GET', path = '/login', body, headers }: Ask,
): Promise<Answer> {
  const payload = typeof body === 'object' ? JSON.stringify(body) : body
  const sent = request({
    port,
    agent,
    method,
    path,
    host: '127.0.0.1',
    headers: {
      host: internalHost,
      accept: 'application/json',
      ...(payload === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
      ...headers,
    },
  })
  sent.end(payload)
  const reply = await new Promise<IncomingMessage>((resolve, reject) =>
    sent.once('response', resolve).once('error', reject),
  )
  const answered = await text(reply)
  return {
    status: reply.statusCode!,
    headers: reply.headers,
    text: answered,
    json: answered && reply.headers['content-type']?.includes('json') ? JSON.parse(answered) : {},
  }
}

export async function repeat(count: number, ask: (index: number) => Promise<Answer>): Promise<number[]> {
  const statuses: number[] = []
  for (let index = 0; index < count; index++) statuses.push((await ask(index)).status)
  return statuses
}
