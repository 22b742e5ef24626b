import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { HttpError, isWorthRetrying, request } from './http.ts'

async function ask(answer: RequestListener) {
  const server = createServer(answer).listen(0)
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return request(url, z.object({ name: z.string() }).nullable()).catch((error: Error) => error)
}

test.each<[what: string, answer: RequestListener]>([
  [
    'breaks off',
    (_, reply) => {
      reply.writeHead(200, { 'content-length': 100 }).write('{"name": "Peg')
      setImmediate(() => reply.destroy())
    },
  ],
  ['ends in the middle', (_, reply) => reply.end('{"name": "Peg')],
  ['is the page of a Wi-Fi portal', (_, reply) => reply.end('<html>Accept the terms')],
])('an answer that %s did not arrive whole, and is worth asking for again', async (_, answer) => {
  const error = await ask(answer)
  expect(error).toMatchObject({ message: 'The server’s answer did not arrive whole. Try again.' })
  expect(isWorthRetrying(error)).toBe(true)
})

test('a whole answer is what it is: right, none, refused, or of another version', async () => {
  expect(await ask((_, reply) => reply.end('{"name": "Peggy"}'))).toEqual({ name: 'Peggy' })
  expect(await ask((_, reply) => reply.writeHead(204).end())).toBeNull()
  const refused = await ask((_, reply) => reply.writeHead(502).end('<html>Bad gateway'))
  expect(refused).toBeInstanceOf(HttpError)
  expect(refused).toMatchObject({ message: 'The service is busy or restarting. Try again in a moment.' })
  const foreign = await ask((_, reply) => reply.end('{"full_name": "Peggy"}'))
  expect(foreign).toMatchObject({ message: expect.stringContaining('of different versions') })
  expect(isWorthRetrying(foreign)).toBe(false)
})
