import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { HttpError, isWorthRetrying, request } from './http.ts'

async function requestFrom(listener: RequestListener) {
  const server = createServer(listener).listen(0)
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return request(url, z.object({ name: z.string() }).nullable()).catch((error: Error) => error)
}

test.each<[name: string, listener: RequestListener]>([
  [
    'breaks off',
    (_, reply) => {
      reply.writeHead(200, { 'content-length': 100 }).write('{"name": "Peg')
      setImmediate(() => reply.destroy())
    },
  ],
  ['is truncated', (_, reply) => reply.end('{"name": "Peg')],
  ['is the page of a Wi-Fi portal', (_, reply) => reply.end('<html>Accept the terms')],
])('a reply that %s is incomplete and worth retrying', async (_, listener) => {
  const error = await requestFrom(listener)
  expect(error).toMatchObject({ message: 'The server’s answer was cut off. Try again.' })
  expect(isWorthRetrying(error)).toBe(true)
})

test('a complete reply is valid, empty, an error, or of another version', async () => {
  expect(await requestFrom((_, reply) => reply.end('{"name": "Peggy"}'))).toEqual({ name: 'Peggy' })
  expect(await requestFrom((_, reply) => reply.writeHead(204).end())).toBeNull()
  const refused = await requestFrom((_, reply) => reply.writeHead(502).end('<html>Bad gateway'))
  expect(refused).toBeInstanceOf(HttpError)
  expect(refused).toMatchObject({ message: 'The service is busy or restarting. Try again in a moment.' })
  const mismatch = await requestFrom((_, reply) => reply.end('{"full_name": "Peggy"}'))
  expect(mismatch).toMatchObject({ message: expect.stringContaining('of different versions') })
  expect(isWorthRetrying(mismatch)).toBe(false)
})
