import { Agent, request } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { internalHost, type TestApp } from '../../testing/test-app.ts'
import { openSession, sessionCookieName } from '../../staff/sessions.ts'

/** The server on a real socket, with Ada's browser: for what must not be held in memory, and for connections that break. */
export async function overTheWire({ app, config, em, people }: TestApp) {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const cookie = `${sessionCookieName(config)}=${await openSession(em(), config, people.admin)}`
  const agent = new Agent({ keepAlive: true })
  const open = (path: string, headers: Record<string, string | number>) =>
    request({ port, path, method: 'POST', agent, headers: { host: internalHost, accept: 'application/json', 'sec-fetch-site': 'same-origin', cookie, ...headers } })
  return {
    open,
    /** Sends an upload piece by piece, as fast as the server takes it, until it answers or the pieces end; with `isDeaf`, in spite of the answer. */
    async send(path: string, { length, isDeaf = false, pieces }: { length?: number; isDeaf?: boolean; pieces: Iterable<Buffer> }): Promise<{ status: number; body: { error: string }; sent: number }> {
      const outgoing = open(path, { 'content-type': 'multipart/form-data; boundary=b', ...(length === undefined ? {} : { 'content-length': length }) })
      let isOver = false
      const answer = once(outgoing, 'response').then(async ([reply]) => {
        const body = JSON.parse(await text(reply)) as { error: string }
        isOver = !isDeaf
        return { status: reply.statusCode as number, body }
      })
      outgoing.setMaxListeners(50).on('error', () => (isOver = true))
      let sent = 0
      for (const piece of pieces) {
        if (isOver) break
        sent += piece.length
        if (!outgoing.write(piece)) await new Promise<void>((resolve) => outgoing.once('drain', resolve).once('close', resolve))
        await new Promise(setImmediate)
      }
      if (!isOver) outgoing.end()
      const reply = await answer
      outgoing.destroy()
      return { ...reply, sent }
    },
    /** How many milliseconds /up takes to answer. */
    async up(): Promise<number> {
      const start = performance.now()
      await fetch(`http://127.0.0.1:${port}/up`).then((reply) => reply.text())
      return performance.now() - start
    },
  }
}

export const partHead = Buffer.from('--b\r\ncontent-disposition: form-data; name="file"; filename="big.csv"\r\ncontent-type: text/csv\r\n\r\n')
export const partTail = Buffer.from('\r\n--b--\r\n')
