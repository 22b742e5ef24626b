import { basename } from 'node:path'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ClientRequest, IncomingMessage } from 'electron'
import { contentOf, type FileOnDisk } from '../taken-files.ts'

type Sent = { headers: Record<string, string>; body: ReadableStream; signal: AbortSignal }

/** Sends a body piece by piece; `fetch` would collect it in memory first. Aborts the request if the body fails. */
export async function sendStream(request: ClientRequest, { headers, body, signal }: Sent): Promise<Response> {
  request.chunkedEncoding = true
  for (const [name, value] of Object.entries(headers)) request.setHeader(name, value)
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  let isReplied = false
  request.on('response', (message) => {
    isReplied = true
    resolve(responseOf(message))
  })
  request.on('error', reject)
  catchBodyFailures(request, reject)
  signal.addEventListener('abort', () => request.abort())
  pipeline(body, request as unknown as Writable).catch((error: Error) => {
    reject(error)
    // A server that refuses a file may close the connection before all is sent.
    if (!isReplied) request.abort()
  })
  return promise
}

/**
 * Reports failures of a chunked body, which Electron throws where no caller can catch them: a write after the connection
 * broke, and Chromium's second attempt to send a body that can be read only once.
 */
function catchBodyFailures(request: ClientRequest, onFailure: (error: Error) => void): void {
  const { _body: body } = request as { _body?: Writable & { startReading(pipe: unknown): void } }
  if (!body) return
  body.on('error', onFailure)
  const startReading = body.startReading.bind(body)
  let isStarted = false
  body.startReading = (pipe) => {
    if (!isStarted) startReading(pipe)
    else {
      onFailure(new Error('The connection was interrupted.'))
      request.abort()
    }
    isStarted = true
  }
}

function responseOf(message: IncomingMessage): Response {
  const headers = Object.entries(message.headers).map(([name, value]): [string, string] => [name, String(value)])
  const body = Readable.toWeb(message as unknown as Readable) as ReadableStream<Uint8Array<ArrayBuffer>>
  return new Response(body, { status: message.statusCode, headers })
}

/** A form with the fields and the file, read from disk as it is sent. Fails with a Refusal if the file changes. */
export function formOf(...form: Parameters<typeof partsOf>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const content = Readable.from(partsOf(...form), { objectMode: false })
  return Readable.toWeb(content) as ReadableStream<Uint8Array<ArrayBuffer>>
}

async function* partsOf(
  file: FileOnDisk,
  fields: Record<string, string>,
  boundary: string,
  onProgress: (sent: number) => void,
): AsyncGenerator<Uint8Array> {
  const part = (disposition: string) => `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n`
  for (const [name, value] of Object.entries(fields)) yield Buffer.from(`${part(`name="${name}"`)}\r\n${value}\r\n`)
  // Names are written as browsers write them.
  const name = basename(file.path).replaceAll('"', '%22')
  yield Buffer.from(`${part(`name="file"; filename="${name}"`)}Content-Type: application/octet-stream\r\n\r\n`)
  let sent = 0
  for await (const piece of contentOf(file)) {
    yield piece
    sent += piece.length
    onProgress(sent)
  }
  yield Buffer.from(`\r\n--${boundary}--\r\n`)
}
