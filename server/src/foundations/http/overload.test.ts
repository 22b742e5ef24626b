import { connect, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { scaleTimeout } from '../../../testing/machine.ts'
import { buildTestApp } from '../../../testing/test-app.ts'

let open: () => void = () => undefined
const { app, logs } = await buildTestApp({
  env: { MAX_RUNNING_REQUESTS: '20' },
  probe(scope) {
    let gate = new Promise<void>((resolve) => (open = resolve))
    scope.get('/waiting', async () => ({ done: await gate.then(() => true) }))
    scope.get('/large', () => 'x'.repeat(8 * 1024 * 1024))
    scope.get('/again', () => ((gate = new Promise((resolve) => (open = resolve))), {}))
  },
})
// Separate, because on a busy machine it may refuse requests at any time.
const watched = await buildTestApp({ env: { MAX_EVENT_LOOP_DELAY_MS: '1000' } })
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as AddressInfo
const sockets: Socket[] = []
afterAll(() => {
  sockets.forEach((socket) => socket.destroy())
  app.server.closeAllConnections()
})
const ask = async (
  path: string,
  { headers = {}, ...rest }: { headers?: Record<string, string>; signal?: AbortSignal } = {},
) => {
  const reply = await fetch(`http://127.0.0.1:${port}${path}`, {
    ...rest,
    headers: { accept: 'application/json', ...headers },
  })
  return { status: reply.status, retryAfter: reply.headers.get('retry-after'), text: await reply.text() }
}
const statusWithin = async (ms: number) =>
  (await ask('/login', { signal: AbortSignal.timeout(ms) }).catch(() => ({ status: 'late' }))).status
async function openIdleSockets(count: number, write: (socket: Socket) => void): Promise<void> {
  await Promise.all(
    [...Array(count)].map(
      () =>
        new Promise<void>((resolve, reject) => {
          const socket = connect(port, '127.0.0.1', () => (write(socket), resolve())).on('error', reject)
          sockets.push(socket)
        }),
    ),
  )
}

describe('more simultaneous requests than the server can handle', () => {
  test('are refused with a 503 and a time to retry, /up is still up, and then everything is normal again', async () => {
    const waiting = [...Array(20)].map(() => ask('/waiting'))
    await expect.poll(async () => (await ask('/login')).status).toBe(503)
    const refused = await ask('/login')
    expect([refused.retryAfter, JSON.parse(refused.text)]).toEqual([
      '5',
      { error: 'The service is very busy at the moment. Try again in a few seconds.' },
    ])
    expect((await ask('/login', { headers: { accept: 'text/html' } })).text).toContain('<h1>The service is very busy')
    expect((await ask('/up')).status).toBe(200)
    expect(logs.some((line) => line.includes('[overload]') && line.includes('"running":20'))).toBe(true)
    open()
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(Array(20).fill(200))
    await expect.poll(() => statusWithin(1000)).toBe(200)
  })

  test('are not counted after their callers have disconnected', async () => {
    await ask('/again')
    const leaving = new AbortController()
    const gone = [...Array(20)].map(() => ask('/waiting', { signal: leaving.signal }).catch(() => undefined))
    await expect.poll(async () => (await ask('/login')).status).toBe(503)
    leaving.abort()
    await Promise.all(gone)
    await expect.poll(() => statusWithin(1000)).toBe(200)
    open()
  })

  test('requests are refused while the event loop is late, unless its delay is not counted', async () => {
    for (let turn = 0; turn < 3; turn++) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1700)
      await pause(0)
    }
    expect((await watched.nobody.get('/login')).statusCode).toBe(503)
    expect((await ask('/login')).status).toBe(200)
    await expect.poll(async () => (await watched.nobody.get('/login')).statusCode).toBe(200)
  })
})

describe('slow callers do not block others', () => {
  test.each([
    ['500 sockets that send nothing', 500, () => undefined],
    [
      '100 sockets that never end their headers',
      100,
      (socket: Socket) => void socket.write('GET /login HTTP/1.1\r\nhost: x\r\na: '),
    ],
    [
      '15 sockets that never end their body',
      15,
      (socket: Socket) =>
        void socket.write(
          'POST /login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{',
        ),
    ],
    [
      '15 sockets that never read their reply',
      15,
      (socket: Socket) => void socket.pause().write('GET /large HTTP/1.1\r\nhost: x\r\n\r\n'),
    ],
  ])('%s', async (_name, count, write) => {
    await openIdleSockets(count, write)
    // The server stops waiting for bodies after five seconds.
    for (let turn = 0; turn < 5; turn++) expect(await statusWithin(scaleTimeout(4000))).toBe(200)
    sockets.splice(0).forEach((socket) => socket.destroy())
    await expect.poll(() => statusWithin(2000)).toBe(200)
  })
})
