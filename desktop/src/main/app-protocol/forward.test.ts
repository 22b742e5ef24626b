import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer as createSocketServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createAskServer } from '../server/ask-server.ts'
import { canFollowRedirect } from '../server/staff-path.ts'
import { forwardToServer, type SendToServer } from './forward.ts'

const open: { close(): unknown }[] = []
afterAll(() => open.forEach((server) => void server.close()))

async function serve(answer: RequestListener): Promise<SendToServer> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push({ close: () => (server.closeAllConnections(), server.close()) })
  return sendTo((server.address() as AddressInfo).port, 30_000)
}
function sendTo(port: number, timeoutInMs: number): SendToServer {
  return (path, question) => createAskServer(fetch)(`http://127.0.0.1:${port}`, path, { timeoutInMs, ...question })
}
async function serveBytes(talk: (socket: Socket) => void): Promise<SendToServer> {
  const sockets = new Set<Socket>()
  const server = createSocketServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    talk(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push({ close: () => (sockets.forEach((socket) => socket.destroy()), server.close()) })
  return sendTo((server.address() as AddressInfo).port, 500)
}

const requestTo = (path: string, init: RequestInit = {}) => new Request(`app://staff${path}`, init)
const json = { accept: 'application/json' }

test('a forwarded request has its path, body and content type, but no cookies or origin of the window', async () => {
  let received: { url?: string | undefined; headers: object; body: string } = { headers: {}, body: '' }
  const send = await serve(async (request, reply) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    received = { url: request.url, headers: request.headers, body }
    reply.writeHead(201, { 'content-type': 'application/json', 'set-cookie': 'a=b', 'x-secret': 'c', 'x-rows': '3' })
    reply.end('{"id":1}')
  })
  const headers = { ...json, 'content-type': 'application/json', origin: 'app://staff', 'x-other': '1' }
  const reply = await forwardToServer(
    requestTo('/settings/users?q=a', { method: 'POST', headers, body: '{"name":"Ann"}' }),
    send,
  )
  expect([reply.status, await reply.json(), reply.headers.get('x-rows')]).toEqual([201, { id: 1 }, '3'])
  expect(reply.headers.get('content-security-policy')).toContain('sandbox')
  expect([reply.headers.get('set-cookie'), reply.headers.get('x-secret')]).toEqual([null, null])
  expect(received).toMatchObject({ url: '/settings/users?q=a', body: '{"name":"Ann"}' })
  expect(Object.keys(received.headers)).not.toContain('origin')
  expect(Object.keys(received.headers)).not.toContain('x-other')
  expect(Object.keys(received.headers)).not.toContain('cookie')
})

test.each([
  '/api/v1/engagements/batch',
  '/api/alumni',
  '/dev/outbox',
  '/auth/google',
  '/auth/app',
  '/auth/google/app',
  '/alumni/../api/alumni',
  '/alumni/%2e%2e/dev/outbox',
  '/alumni//y',
  '/alumni%2f..%2fapi',
  '/alumni/a%2f..%2f..%2fapi',
  '/alumni%5cb',
  '/alumni/%61pi',
  '/alumni/B0000000%31',
  '/alumni/x%2ecsv',
  '/alumni/x%2Dy',
  '/alumni/x%5Fy',
  '/alumni/%7Ex',
  '/settings/%5A',
  '/Alumni',
  '/alumniX',
  '/settings.json',
  '/release',
  '/up',
  '/',
])('%s is not a path of the staff site, and nothing is sent', async (path) => {
  const reply = await forwardToServer(requestTo(path, { headers: json }), () =>
    Promise.reject(new Error('It was sent.')),
  )
  expect([reply.status, await reply.json()]).toEqual([404, { error: 'There is nothing at this address.' }])
})

test('every path that the pages request is forwarded', async () => {
  const renderer = join(import.meta.dirname, '../../renderer')
  const sources = await Promise.all(
    globSync('**/*.{ts,tsx}', { cwd: renderer }).map((file) => readFile(join(renderer, file), 'utf8')),
  )
  const paths = sources.flatMap((source) =>
    [
      ...source.matchAll(
        /\b(?:(?:request|post|patch|remove)\(|read(?:Page)?\(\[[^\]]*\],|[uU]rl =)\s*[`'](\/[\w/.-]*)/g,
      ),
    ].map(([, path]) => path!),
  )
  expect(paths.length).toBeGreaterThan(20)
  const send = await serve((_request, reply) => reply.writeHead(200, { 'content-type': 'application/json' }).end('{}'))
  for (const path of new Set(paths))
    expect([path, (await forwardToServer(requestTo(path, { headers: json }), send)).status]).toEqual([path, 200])
})

test.each([
  ['/alumni/B00000001', true],
  ['https://alumni.example.edu/settings/imports', true],
  ['http://alumni.example.edu/alumni', false],
  ['https://evil.example/alumni', false],
  ['//evil.example/alumni', false],
  ['/\\evil.example', false],
  ['/api/alumni', false],
  ['javascript:alert(1)', false],
  ['file:///etc/passwd', false],
  ['https://[', false],
])('a redirect to %s is followed: %s', (location, isFollowed) => {
  expect(canFollowRedirect('https://alumni.example.edu/alumni/B1', location)).toBe(isFollowed)
})

test('an incomplete reply, such as status 101, fails at once instead of waiting', async () => {
  for (const first of ['HTTP/1.1 101 Switching Protocols\r\nupgrade: other\r\nconnection: upgrade\r\n\r\n', '']) {
    const send = await serveBytes((socket) => socket.once('data', () => socket.end(first)))
    const reply = await forwardToServer(requestTo('/alumni', { headers: json }), (path, question) =>
      send(path, { ...question, timeoutInMs: 24 * 60 * 60_000 }),
    )
    expect([first, reply.type]).toEqual([first, 'error'])
  }
})

test.each(['text/html', 'text/html; charset=utf-8', 'text/javascript', 'image/svg+xml', 'application/xhtml+xml', ''])(
  'a reply of type "%s" is not shown',
  async (type) => {
    const send = await serve((_, reply) =>
      reply.writeHead(200, type ? { 'content-type': type } : {}).end('<script>alert(1)</script>'),
    )
    const reply = await forwardToServer(requestTo('/session', { headers: json }), send)
    expect([reply.status, await reply.text()]).toEqual([502, expect.not.stringContaining('script')])
  },
)

test('a large file arrives complete, and a reply that breaks off fails', async () => {
  const line = 'B00000001,Ann\n'.repeat(5000)
  const whole = await serve((_, reply) => {
    reply.writeHead(200, { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="people.csv"' })
    for (let i = 0; i < 50; i++) reply.write(line)
    reply.end()
  })
  const reply = await forwardToServer(requestTo('/alumni_search.csv', { headers: { accept: 'text/csv' } }), whole)
  expect(reply.headers.get('content-disposition')).toContain('people.csv')
  expect(await reply.text()).toBe(line.repeat(50))
  const broken = await serve((_, reply) => {
    reply.writeHead(200, { 'content-type': 'text/csv', 'content-length': '1000000' })
    reply.write(line, () => reply.destroy())
  })
  await expect(
    (await forwardToServer(requestTo('/alumni_search.csv', { headers: json }), broken)).text(),
  ).rejects.toThrow()
})

test.each<[string, (socket: Socket) => void]>([
  ['closes at once', (socket) => socket.destroy()],
  ['sends nothing', () => undefined],
  ['speaks another protocol', (socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n')],
  [
    'sends headers without end',
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      const drip = setInterval(() => socket.write(`x-${Math.random()}: 1\r\n`), 20)
      socket.on('close', () => clearInterval(drip))
    },
  ],
  ['sends headers of a megabyte', (socket) => socket.write(`HTTP/1.1 200 OK\r\nx: ${'a'.repeat(1_000_000)}\r\n\r\n`)],
])('if the server %s, the window gets a network error', async (_, talk) => {
  const reply = await forwardToServer(requestTo('/session', { headers: json }), await serveBytes(talk))
  expect(reply.type).toBe('error')
})

test('a body that stops in the middle fails after a time limit', async () => {
  const send = await serveBytes((socket) =>
    socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"a"'),
  )
  const reply = await forwardToServer(requestTo('/session', { headers: json }), send)
  await expect(reply.text()).rejects.toThrow()
})

test('a body of more than 25 MB is refused before it is sent', async () => {
  const big = requestTo('/settings/imports/contacts', {
    method: 'POST',
    headers: json,
    body: new Uint8Array(26 * 1024 * 1024),
  })
  const reply = await forwardToServer(big, () => Promise.reject(new Error('It was sent.')))
  expect(reply.status).toBe(413)
})
