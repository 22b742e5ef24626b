import { connect, type AddressInfo, type Socket } from 'node:net'
import { openSession, sessionCookie } from '../../../staff/accounts/sessions.ts'
import { internalHost, type TestApp } from '../../../../testing/test-app.ts'

type Upload = {
  /** Content-Length; without it, the body is chunked. */
  length?: number
  /** Whether to send all pieces even after the reply. */
  isDeaf?: boolean
  pieces: Iterable<Buffer>
}

/** Listens on a socket, to test memory use and broken connections. */
export async function startServer({ app, config, db, people }: TestApp) {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const cookie = `${sessionCookie(config).name}=${await openSession(db, config, people.admin)}`
  const openUpload = (path: string, length: number | undefined): Socket => {
    const socket = connect(port, '127.0.0.1')
      .setMaxListeners(0)
      .on('error', () => undefined)
    const size = length === undefined ? 'transfer-encoding: chunked' : `content-length: ${length}`
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: ${internalHost}\r\naccept: application/json\r\nsec-fetch-site: same-origin\r\ncookie: ${cookie}\r\ncontent-type: multipart/form-data; boundary=b\r\n${size}\r\n\r\n`,
    )
    return socket
  }
  return {
    openUpload,
    async send(
      path: string,
      { length, isDeaf = false, pieces }: Upload,
    ): Promise<{ status: number; body: { error: string }; sent: number }> {
      const socket = openUpload(path, length)
      let answer = ''
      socket.on('data', (data) => (answer += data.toString()))
      let sent = 0
      const write = async (data: Buffer | string) => {
        if (!socket.write(data))
          await new Promise<void>((resolve) => socket.once('drain', resolve).once('close', resolve))
      }
      for (const piece of pieces) {
        if (socket.destroyed || (answer && !isDeaf)) break
        sent += piece.length
        if (length === undefined) socket.write(`${piece.length.toString(16)}\r\n`)
        await write(piece)
        if (length === undefined) socket.write('\r\n')
        await new Promise(setImmediate)
      }
      if (length === undefined) await write('0\r\n\r\n')
      while (!isWhole(answer)) {
        if (socket.destroyed) throw new Error(`The connection was closed after ${JSON.stringify(answer)}`)
        await new Promise((resolve) => socket.once('data', resolve).once('close', resolve))
      }
      socket.destroy()
      return {
        status: Number(answer.slice(9, 12)),
        body: JSON.parse(answer.split('\r\n\r\n', 2)[1]!) as { error: string },
        sent,
      }
    },
    async expectUp(): Promise<void> {
      const reply = await fetch(`http://127.0.0.1:${port}/up`, { signal: AbortSignal.timeout(10_000) })
      if (!reply.ok) throw new Error(`/up answers ${reply.status}`)
    },
  }
}

function isWhole(answer: string): boolean {
  const [head, body] = answer.split('\r\n\r\n', 2)
  return body !== undefined && Buffer.byteLength(body) >= Number(/content-length: (\d+)/i.exec(head!)?.[1])
}

export const partHead = Buffer.from(
  '--b\r\ncontent-disposition: form-data; name="file"; filename="big.csv"\r\ncontent-type: text/csv\r\n\r\n',
)
export const partTail = Buffer.from('\r\n--b--\r\n')
