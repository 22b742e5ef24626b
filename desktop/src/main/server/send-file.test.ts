import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createServer, request, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClientRequest } from 'electron'
import { afterAll, expect, test } from 'vitest'
import { createAskServer, parseJson } from './ask-server.ts'
import { buildForm, sendStream } from './send-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'send-file-'))
const path = join(folder, 'José “x".csv')
const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
afterAll(() => closing.forEach((close) => close()))

async function send(content: string, answer: RequestListener, onProgress: (sent: number) => void = () => undefined) {
  writeFileSync(path, content)
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => (server.closeAllConnections(), server.close()))
  const { size, mtimeMs } = await stat(path)
  const cancel = new AbortController()
  const ask = createAskServer((url, { headers = {}, body, signal }) =>
    sendStream(request(url, { method: 'POST' }) as unknown as ClientRequest, {
      headers,
      body: body as ReadableStream,
      signal,
    }),
  )
  const sending = ask(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, '/file', {
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    body: buildForm({ path, size, mtimeMs }, { coverage_start: '2026-01-01' }, 'b', onProgress),
    signal: cancel.signal,
  })
  return { sending, cancel }
}

const large = 'B00000001,Zoë\n'.repeat(400_000)

test('a file is sent as a form in pieces, and the progress is reported', async () => {
  let length: string | undefined
  const progress: number[] = []
  const { sending } = await send(
    large,
    async (incoming, reply) => {
      length = incoming.headers['content-length']
      const form = await new Response(Buffer.concat(await incoming.toArray()), {
        headers: { 'content-type': incoming.headers['content-type']! },
      }).formData()
      const file = form.get('file') as File
      const received = { name: file.name, start: form.get('coverage_start'), isWhole: (await file.text()) === large }
      reply.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify(received))
    },
    (sent) => progress.push(sent),
  )
  const reply = await sending
  expect([reply.status, await parseJson(reply)]).toEqual([
    201,
    { name: 'José “x".csv', start: '2026-01-01', isWhole: true },
  ])
  expect([length, progress.length > 3, progress.at(-1)]).toEqual([undefined, true, Buffer.byteLength(large)])
})

test('a file that changes while it is sent is refused, and the server does not get the end of the form', async () => {
  const received = Promise.withResolvers<unknown>()
  const { sending } = await send(
    large,
    (incoming) => void incoming.toArray().then(() => received.resolve('whole'), received.resolve),
    () => appendFileSync(path, 'x'),
  )
  await expect(sending).rejects.toThrow('The file has changed since it was opened.')
  expect(await received.promise).toBeInstanceOf(Error)
})

test('canceling stops the request', async () => {
  const received = Promise.withResolvers<unknown>()
  const { sending, cancel } = await send(large, (incoming) => {
    incoming.once('error', received.resolve)
    cancel.abort(new Error('canceled'))
  })
  await expect(sending).rejects.toThrow('canceled')
  expect(await received.promise).toBeInstanceOf(Error)
})

test('a refusal that arrives before the whole file is sent is reported', async () => {
  const { sending } = await send(large.repeat(4), (incoming, reply) => {
    reply.writeHead(422, { 'content-type': 'application/json', connection: 'close' })
    reply.end('{"error":"No."}', () => setTimeout(() => incoming.destroy(), 100))
  })
  const reply = await sending
  expect([reply.status, await parseJson(reply)]).toEqual([422, { error: 'No.' }])
})
