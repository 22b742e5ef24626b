import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { buildTestApp } from '../testing/test-app.ts'

const { app, logs } = await buildTestApp({
  probe(scope) {
    scope.post('/quick', { config: { bodyTimeoutMs: 300 } }, async () => ({ done: true }))
    scope.post(
      '/refusing',
      { config: { bodyTimeoutMs: 300 }, onRequest: async (_request, reply) => reply.code(401).send({ error: 'No.' }) },
      async () => ({}),
    )
    scope.get('/working', () => pause(400).then(() => ({ done: true })))
  },
})
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as AddressInfo

/** Sends bytes as they are and reads all that comes back. */
async function send(...pieces: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  for (const piece of pieces) socket.write(piece)
  return text(socket)
}

describe('what is not HTTP', () => {
  test.each([
    ['garbage', 'GARBAGE canary\r\n\r\n', 400],
    ['another protocol', '\x16\x03\x01\x02\x00\x01\x00\x01', 400],
    ['no host', 'GET / HTTP/1.1\r\n\r\n', 400],
    ['two lengths', 'POST /login HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab', 400],
    [
      'length and chunks',
      'POST /login HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['endless headers', `GET / HTTP/1.1\r\nhost: x\r\na: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
  ])('%s', async (_name, bytes, status) => {
    const reply = await send(bytes)
    expect(reply).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(logs.join('')).not.toContain('canary')
    if (_name !== 'no host') {
      expect(JSON.parse(reply.split('\r\n\r\n')[1]!).error).toMatch(/\.$/)
      expect(reply).toContain('x-content-type-options: nosniff')
    }
  })
})

describe('a body that does not arrive', () => {
  const head = (path: string) =>
    `POST ${path} HTTP/1.1\r\nhost: alumni.example.edu\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{`

  test('is given up after the route’s time', async () => {
    const reply = await send(head('/quick'))
    expect(reply).toMatch(/^HTTP\/1.1 408 /)
    expect(reply).toContain('The request took too long to arrive. Try again.')
  })

  test('does not hold a connection whose request was refused already', async () => {
    const reply = await send(head('/refusing'))
    expect(reply).toMatch(/^HTTP\/1.1 401 /)
  })
})

test('draining: /up fails first, running requests end, connections are given up', async () => {
  const url = `http://127.0.0.1:${port}`
  expect((await fetch(`${url}/up`)).status).toBe(200)
  app.isDraining = true
  const up = await fetch(`${url}/up`)
  expect([up.status, up.headers.get('retry-after'), up.headers.get('connection')]).toEqual([503, '5', 'close'])
  const working = fetch(`${url}/working`)
  await once(app.server, 'request')
  const closed = app.close()
  const reply = await working
  expect(reply.status).toBe(200)
  expect(await reply.json()).toEqual({ done: true })
  await closed
  await expect(fetch(`${url}/up`)).rejects.toThrow()
})
