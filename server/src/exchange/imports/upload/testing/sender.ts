import { request, type IncomingHttpHeaders } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { connect, type AddressInfo } from 'node:net'
import { openSession, sessionCookie } from '../../../../staff/accounts/sessions.ts'
import { internalHost, type TestApp } from '../../../../../testing/test-app.ts'

export type Answer = {
  status: number
  headers: IncomingHttpHeaders
  body: { error: string; id?: number; links?: { self: string } }
}

/** The headers of Ada's browser. */
export async function adaHeaders({ config, db, people }: TestApp): Promise<Record<string, string>> {
  const cookie = `${sessionCookie(config).name}=${await openSession(db, config, people.admin)}`
  return {
    host: internalHost,
    accept: 'application/json',
    'sec-fetch-site': 'same-origin',
    'tus-resumable': '1.0.0',
    cookie,
  }
}

/** Ada's browser on real sockets of the server at `port()`, speaking tus. */
export function senderTo(port: () => number, headers: Record<string, string>) {
  const send = async (...asked: Parameters<typeof sendOnce>): Promise<Answer> => {
    const answer = await sendOnce(...asked)
    if (answer.status !== 503) return answer
    // The machine is busy with other tests, and the server says so.
    await pause(200)
    return send(...asked)
  }
  const sendOnce = (
    method: string,
    path: string,
    more: Record<string, string | number> = {},
    body: Iterable<Buffer> = [],
  ) =>
    new Promise<Answer>((resolve, reject) => {
      const sent = request(
        { port: port(), host: '127.0.0.1', method, path, headers: { ...headers, ...more } },
        (reply) => {
          let text = ''
          reply.setEncoding('utf8').on('data', (data: string) => (text += data))
          reply
            .on('error', reject)
            .on('end', () =>
              resolve({ status: reply.statusCode!, headers: reply.headers, body: text ? JSON.parse(text) : null }),
            )
        },
      ).on('error', reject)
      for (const piece of body) sent.write(piece)
      sent.end()
    })
  const octets = 'application/offset+octet-stream'
  const bytes = (offset: number, length: number) => ({
    'content-type': octets,
    'content-length': length,
    'upload-offset': offset,
  })
  return {
    send,
    create: (type: string, size: number | string, name = 'crm.csv') =>
      send('POST', `/settings/imports/${type}/uploads`, {
        'upload-length': size,
        'upload-metadata': `filename ${Buffer.from(name).toString('base64')},filetype dGV4dC9jc3Y=`,
      }),
    /** Sends the file from the offset on. */
    patch: (url: string, file: Buffer, offset: number, end = file.length) =>
      send('PATCH', url, bytes(offset, end - offset), [file.subarray(offset, end)]),
    offset: async (url: string) => Number((await send('HEAD', url)).headers['upload-offset']),
    finish: (url: string) => send('POST', `${url}/batch`, { 'content-length': 0 }),
    /** Begins to send everything from the offset on, and breaks the connection off after so many bytes. */
    breakOff: (url: string, file: Buffer, offset: number, after: number) =>
      new Promise<void>((resolve) => {
        const socket = connect(port(), '127.0.0.1').on('error', () => undefined)
        const head = Object.entries({ ...headers, ...bytes(offset, file.length - offset) })
        socket.write(`PATCH ${url} HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`)
        socket.write(file.subarray(offset, offset + after), () => setTimeout(() => socket.destroy(), 50))
        socket.on('close', () => resolve())
      }),
  }
}

export async function portOf({ app }: TestApp): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  return (app.server.address() as AddressInfo).port
}
