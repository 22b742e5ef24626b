import { createHash } from 'node:crypto'
import { once } from 'node:events'
import http, { type IncomingHttpHeaders, type RequestOptions } from 'node:http'
import http2 from 'node:http2'
import https from 'node:https'
import { connect, type AddressInfo } from 'node:net'
import { json, text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { findFreePort } from '../../src/foundations/process/free-port.ts'
import { proxies, startNginx, type Proxy } from '../proxy.ts'
import { isSoak, onlyInSoak } from '../soak.ts'
import { buildTestApp, externalHost, internalHost } from '../test-app.ts'

let arrived = 0
const { app } = await buildTestApp({
  env: { TRUST_PROXY: '127.0.0.1', MAX_RUNNING_REQUESTS: '1000' },
  probe(scope) {
    scope.get('/probe', ({ ip, site, protocol, headers }) => ({ ip, site, protocol, headers }))
    scope.addContentTypeParser('application/octet-stream', (_request, _body, done) => done(null))
    scope.post('/probe', { bodyLimit: 600_000_000 }, async ({ raw }) => {
      const hash = createHash('sha256')
      arrived = 0
      for await (const chunk of raw as AsyncIterable<Buffer>) {
        arrived += chunk.length
        hash.update(chunk)
      }
      return { bytes: arrived, digest: hash.digest('hex') }
    })
  },
})
await app.listen({ port: 0, host: '127.0.0.1' })
// Caddy sends nothing to a server that is not ready.
while ((await app.inject('/ready')).statusCode !== 200) await pause(20)
const server = (app.server.address() as AddressInfo).port
const unusedPort = await findFreePort()

describe.each(proxies)('$name with the configuration in ops', ({ missing, start }) => {
  const skipped = missing ? ` (${missing})` : ''
  const running = missing ? undefined : start([server, unusedPort])
  afterAll(async () => (await running)?.stop())

  test.skipIf(missing)(`forwards to both sites by host name, with the caller’s address${skipped}`, async () => {
    const proxy = (await running)!
    for (const [host, site] of [
      [internalHost, 'internal'],
      [externalHost, 'external'],
    ] as const) {
      const { statusCode, body } = await ask(proxy, { host, path: '/probe', localAddress: '127.0.0.9' })
      expect([statusCode, body]).toMatchObject([200, { site, ip: '127.0.0.9', protocol: proxy.protocol }])
      expect((await ask(proxy, { host, path: '/ready' })).statusCode).toBe(200)
    }
  })

  test.skipIf(missing).each(onlyInSoak)(`forwards to servers of a release without /ready${skipped}`, async () => {
    const old = http.createServer((request, reply) =>
      reply
        .writeHead(/^\/(up|probe)\b/.test(request.url!) ? 200 : 404, { 'content-type': 'application/json' })
        .end('{}'),
    )
    await once(old.listen(0, '127.0.0.1'), 'listening')
    const proxy = await start([(old.address() as AddressInfo).port, unusedPort])
    onTestFinished(async () => {
      await proxy.stop()
      old.close()
      old.closeAllConnections()
    })
    // The proxy checks each second which servers are ready.
    await pause(2500)
    for (let turn = 0; turn < 5; turn++) expect((await ask(proxy, { path: '/probe' })).statusCode).toBe(200)
  })

  test.skipIf(missing)(`forwards no other host name to either site${skipped}`, async () => {
    const told = await ask((await running)!, { host: 'other.example.com', path: '/probe' }).then(
      ({ body }) => body,
      ({ code }: { code: string }) => code,
    )
    expect(told).not.toMatchObject({ site: expect.anything() as unknown })
  })

  test.skipIf(missing)(
    `ignores forged forwarding headers for the site, the address and the limits${skipped}`,
    async () => {
      const proxy = (await running)!
      const localAddress = `127.0.0.${proxy.protocol === 'http' ? 7 : 8}`
      const forgedHeaders = (address: string) => ({
        'x-forwarded-for': address,
        'x-real-ip': address,
        forwarded: `for=${address};host=${externalHost}`,
        'x-forwarded-host': externalHost,
        'x-forwarded-proto': 'ftp',
      })
      const seen = await ask(proxy, { path: '/probe', headers: forgedHeaders('127.0.0.1'), localAddress })
      expect(seen.body).toMatchObject({ ip: localAddress, site: 'internal', protocol: proxy.protocol })
      const statuses: number[] = []
      for (let turn = 1; turn <= 7; turn++) {
        const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
        const { statusCode } = await ask(
          proxy,
          {
            method: 'POST',
            path: '/login',
            headers: { ...headers, ...forgedHeaders(`198.51.100.${turn}`) },
            localAddress,
          },
          JSON.stringify({ email: `mallory${turn}@example.edu`, password: 'a guess that is long enough' }),
        )
        statuses.push(statusCode)
      }
      expect(statuses.slice(5)).toEqual([429, 429])
      expect(statuses.slice(0, 5)).not.toContain(429)
    },
  )

  const megabytes = isSoak ? 500 : 10
  test.skipIf(missing)(`streams an upload of ${megabytes} MB to the server${skipped}`, async () => {
    const proxy = (await running)!
    const chunk = Buffer.alloc(1_000_000, 'rows of a file, ')
    const hash = createHash('sha256')
    const headers = {
      'content-type': 'application/octet-stream',
      'content-length': megabytes * chunk.length,
      'sec-fetch-site': 'same-origin',
    }
    const request = openRequest(proxy, { method: 'POST', path: '/probe', headers })
    const answered = once(request, 'response') as Promise<[http.IncomingMessage]>
    for (let sent = 1; sent <= megabytes; sent++) {
      hash.update(chunk)
      if (!request.write(chunk)) await once(request, 'drain')
      // The server receives data before the caller has sent the rest.
      if (sent === 2) await expect.poll(() => arrived).toBeGreaterThan(0)
    }
    request.end()
    const [reply] = await answered
    expect(await json(reply)).toEqual({ bytes: megabytes * chunk.length, digest: hash.digest('hex') })
    expect(proxy.memoryMb()).toBeLessThan(150)
  })

  test.skipIf(missing)(`serves others while slow callers keep requests open${skipped}`, async () => {
    const proxy = (await running)!
    const slow = Array.from({ length: 50 }, () => {
      const request = openRequest(proxy, {
        method: 'POST',
        path: '/probe',
        localAddress: '127.0.0.5',
        headers: {
          'content-type': 'application/octet-stream',
          'content-length': 1000,
          'sec-fetch-site': 'same-origin',
        },
      }).on('error', () => undefined)
      request.write('x')
      const begun = connect(proxy.port, '127.0.0.1').on('error', () => undefined)
      begun.write('GET / HT')
      return { end: () => (request.destroy(), begun.destroy()) }
    })
    for (let turn = 0; turn < 20; turn++)
      expect((await ask(proxy, { path: '/probe', localAddress: '127.0.0.6' })).statusCode).toBe(200)
    for (const { end } of slow) end()
  })

  test.skipIf(missing)(`shows a message if no server answers${skipped}`, async () => {
    const proxy = await start([unusedPort, unusedPort])
    const { statusCode, headers, body } = await ask(proxy, { path: '/probe' })
    expect([statusCode, headers['retry-after'], body]).toEqual([503, '5', expect.stringMatching(/try again/)])
    await proxy.stop()
  })
})

const nginx = proxies.find(({ name }) => name === 'nginx')!
test.skipIf(nginx.missing)('nginx speaks HTTP/2', async () => {
  const proxy = await nginx.start([server, unusedPort])
  const session = http2.connect(`https://${internalHost}:${proxy.port}`, {
    lookup: (_name, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
    rejectUnauthorized: false,
  })
  const stream = session.request({ ':path': '/probe', ':authority': internalHost })
  expect(JSON.parse(await text(stream))).toMatchObject({ site: 'internal', protocol: 'https' })
  session.close()
  await proxy.stop()
})

test.skipIf(nginx.missing)('nginx redirects port 80 to HTTPS for its own host names only', async () => {
  const { plainPort, ...proxy } = await startNginx([server, unusedPort])
  const plain = { ...proxy, protocol: 'http' as const, port: plainPort }
  const reply = await ask(plain, { host: internalHost, path: '/probe' })
  expect([reply.statusCode, reply.headers.location]).toEqual([301, `https://${internalHost}/probe`])
  await expect(ask(plain, { host: 'evil.example.com', path: '/probe' })).rejects.toThrow('socket hang up')
  await proxy.stop()
})

type RequestParts = RequestOptions & { host?: string; headers?: Record<string, string | number> }

function openRequest(
  { protocol, port }: Proxy,
  { host = internalHost, headers, ...options }: RequestParts,
): http.ClientRequest {
  const { request } = protocol === 'https' ? https : http
  return request({
    host: '127.0.0.1',
    port,
    servername: host,
    rejectUnauthorized: false,
    agent: false,
    headers: { host: protocol === 'http' ? `${host}:${port}` : host, ...headers },
    ...options,
  } as RequestOptions)
}

async function ask(
  proxy: Proxy,
  options: RequestParts,
  sent?: string,
): Promise<{ statusCode: number; headers: IncomingHttpHeaders; body: unknown }> {
  const request = openRequest(proxy, options)
  request.end(sent)
  const [reply] = (await once(request, 'response')) as [http.IncomingMessage]
  const body = await text(reply)
  const isJson = reply.headers['content-type']?.includes('json')
  return { statusCode: reply.statusCode!, headers: reply.headers, body: isJson ? JSON.parse(body) : body }
}
