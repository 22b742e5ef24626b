import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import Fastify, { type FastifyReply } from 'fastify'
import { afterAll, describe, expect, test } from 'vitest'
import type { App } from '../context.ts'
import { openSession, sessionCookie } from '../../staff/accounts/sessions.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import { limitBodyTime } from './request-body.ts'

const { app, config, db, logs, nobody, people } = await buildTestApp({
  probe(scope) {
    scope.get('/working', () => pause(400).then(() => ({ done: true })))
    scope.get('/download', (_request, reply) => reply.type('text/plain').send(Readable.from(slowText())))
  },
})
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as AddressInfo

async function* slowText(): AsyncGenerator<string> {
  yield 'begins '
  await pause(200)
  yield 'and ends'
}

async function send(pieces: string[], to = port): Promise<string> {
  const socket = connect(to, '127.0.0.1')
  for (const piece of pieces) socket.write(piece)
  return text(socket)
}

describe('data that is not HTTP', () => {
  test.each([
    ['garbage', 'GARBAGE canary\r\n\r\n', 400],
    ['another protocol', '\x16\x03\x01\x02\x00\x01\x00\x01', 400],
    ['no host', 'GET / HTTP/1.1\r\n\r\n', 400],
    ['two hosts', 'GET /up HTTP/1.1\r\nhost: alumni.example.edu\r\nHost: champions.example.edu\r\n\r\n', 400],
    ['one host twice', 'GET /login HTTP/1.1\r\nhost: x\r\nhost: x\r\n\r\n', 400],
    ['two lengths', 'POST /login HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab', 400],
    [
      'both a length and chunks',
      'POST /login HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['headers without end', `GET / HTTP/1.1\r\nhost: x\r\na: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
  ])('%s', async (_name, bytes, status) => {
    const reply = await send([bytes])
    expect(reply).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(logs.join('')).not.toContain('canary')
    expect(reply.split('\r\n\r\n')[1]).toMatch(/\.["<]/)
    for (const name of Object.keys((await nobody.get('/login')).headers).filter((name) => security.test(name)))
      expect(reply).toContain(`\r\n${name}: `)
  })
})

const security = /^(?:cache-control|x-|referrer-|cross-origin-|permissions-|content-security-|strict-)/

describe('an incomplete body', async () => {
  const waiting = Fastify() as unknown as App
  limitBodyTime(waiting, { usualMs: 300, strangerLingerMs: 100 })
  const stranger = async (_request: unknown, reply: FastifyReply) => reply.code(401).send({ error: 'No.' })
  waiting.post('/form', async () => ({}))
  waiting.post('/upload', { config: { bodyTimeoutMs: 60_000 } }, async () => ({}))
  waiting.post('/upload/refused', { config: { bodyTimeoutMs: 60_000 }, onRequest: stranger }, async () => ({}))
  waiting.post(
    '/upload/asking',
    { config: { bodyTimeoutMs: 60_000 }, onRequest: () => new Promise(() => {}) },
    () => ({}),
  )
  waiting.addContentTypeParser('x/unread', (_request, _body, callback) => callback(null))
  await waiting.listen({ port: 0, host: '127.0.0.1' })
  afterAll(() => waiting.close())
  const address = waiting.server.address() as AddressInfo
  const head = (path: string, type = 'application/json') =>
    `POST ${path} HTTP/1.1\r\nhost: alumni.example.edu\r\ncontent-type: ${type}\r\ncontent-length: 1000000\r\n\r\n{`

  test('ends after the usual time', async () => {
    const reply = await send([head('/form')], address.port)
    expect(reply).toMatch(/^HTTP\/1.1 408 /)
    expect(reply).toContain('The request took too long to arrive. Try again.')
  })

  test('may take the longer time of its route once its sender is authorized', async () => {
    const socket = connect(address.port, '127.0.0.1')
    socket.write(head('/upload').replace('1000000', '2'))
    await pause(600)
    socket.end('}')
    expect(await text(socket)).toMatch(/^HTTP\/1.1 200 /)
    expect(await send([head('/upload/asking')], address.port)).toMatch(/^HTTP\/1.1 408 /)
  })

  test.each([
    ['of a stranger', head('/upload/refused'), 401],
    ['that the route does not read', head('/upload', 'x/unread'), 200],
  ])(
    '%s does not keep the connection open after the reply, even if it continues to arrive',
    async (_sender, bytes, status) => {
      expect(await send([bytes], address.port)).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
      const socket = connect(address.port, '127.0.0.1').on('error', () => undefined)
      socket.write(bytes)
      const sending = setInterval(() => socket.write('x'), 10)
      let reply = ''
      socket.on('data', (data) => (reply += data.toString()))
      // `once` would throw if the connection is reset, which is allowed here.
      await new Promise((resolve) => socket.once('close', resolve))
      clearInterval(sending)
      expect(reply).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    },
  )

  // The application waits five seconds. The other tests run meanwhile.
  const strangersUpload = send([head('/settings/imports/contacts', 'multipart/form-data; boundary=b')])

  test('of a stranger’s upload ends soon after the refusal', async () => {
    expect(await strangersUpload).toMatch(/^HTTP\/1.1 401 /)
  })

  test.each([
    ['JSON', '/login', 'application/json'],
    ['a form', '/login', 'application/x-www-form-urlencoded'],
    ['an upload', '/settings/imports/contacts', 'multipart/form-data; boundary=b'],
  ])('that was aborted is not a server error: %s', async (_what, path, type) => {
    const cookie = `${sessionCookie(config).name}=${await openSession(db, config, people.admin)}`
    const begun = head(path, type).replace(
      'content-length',
      `cookie: ${cookie}\r\nsec-fetch-site: same-origin\r\ncontent-length`,
    )
    for (const end of ['destroy', 'resetAndDestroy'] as const) {
      logs.length = 0
      const socket = connect(port, '127.0.0.1')
      const handled = once(app.server, 'request')
      socket.write(begun)
      const [request] = (await handled) as [IncomingMessage]
      await pause(50)
      socket[end]()
      if (!request.destroyed) await once(request, 'close').catch(() => undefined)
      await pause(100)
      expect(logs.filter((line) => line.includes('"level":"error"'))).toEqual([])
    }
  })
})

test('while the server stops /up fails first, running requests finish, and connections are closed', async () => {
  const url = `http://127.0.0.1:${port}`
  expect((await fetch(`${url}/up`)).status).toBe(200)
  const agent = new Agent({ keepAlive: true })
  const [download] = (await once(get(`${url}/download`, { agent }), 'response')) as [IncomingMessage]
  expect(download.headers.connection).toBe('keep-alive')
  app.monitor.readiness.isDraining = true
  const up = await fetch(`${url}/up`)
  expect([up.status, up.headers.get('retry-after'), up.headers.get('connection')]).toEqual([503, '5', 'close'])
  const working = fetch(`${url}/working`)
  await once(app.server, 'request')
  // A keep-alive connection would delay the end of the server by this time.
  app.server.keepAliveTimeout = 2 ** 30
  const closed = app.close()
  expect(await text(download)).toBe('begins and ends')
  const reply = await working
  expect(reply.status).toBe(200)
  expect(await reply.json()).toEqual({ done: true })
  await closed
  await expect(fetch(`${url}/up`)).rejects.toThrow()
})
