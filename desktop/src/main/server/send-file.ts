import { basename } from 'node:path'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ClientRequest, IncomingMessage } from 'electron'
import { readContent, type FileOnDisk } from '../taken-files.ts'

type StreamRequest = { headers: Record<string, string>; body: ReadableStream; signal: AbortSignal }

/** Streams a request body, which `fetch` would buffer in memory. Aborts the request if the body fails. */
export async function sendStream(request: ClientRequest, { headers, body, signal }: StreamRequest): Promise<Response> {
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
    // A server that rejects a file may reply and close the connection before it has read the body.
    if (!isReplied) request.abort()
  })
  return promise
}

/** Catches errors that Electron throws outside our calls: writes after a disconnect, and bodies sent twice. */
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

/** Streams a multipart form with a file from disk. The stream fails with a `Refusal` if the file has changed. */
export function buildForm(...form: Parameters<typeof buildFormParts>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const content = Readable.from(buildFormParts(...form), { objectMode: false })
  return Readable.toWeb(content) as ReadableStream<Uint8Array<ArrayBuffer>>
}

async function* buildFormParts(
  file: FileOnDisk,
  fields: Record<string, string>,
  boundary: string,
  onProgress: (sent: number) => void,
): AsyncGenerator<Uint8Array> {
  const part = (disposition: string) => `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n`
  for (const [name, value] of Object.entries(fields)) yield Buffer.from(`${part(`name="${name}"`)}\r\n${value}\r\n`)
  const name = basename(file.path).replaceAll('"', '%22')
  yield Buffer.from(`${part(`name="file"; filename="${name}"`)}Content-Type: application/octet-stream\r\n\r\n`)
  let sent = 0
  for await (const piece of readContent(file)) {
    yield piece
    sent += piece.length
    onProgress(sent)
  }
  yield Buffer.from(`\r\n--${boundary}--\r\n`)
}
