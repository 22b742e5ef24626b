import type { ImportType } from '@alumni/shared/exchange/imports'
import { DetailedError, Upload, type FileSource } from 'tus-js-client'
import { errorFrom } from '../../../http.ts'
import { isDesktop } from '../../../ui/desktop.ts'
import { readBytes, type HandedFile } from '../../../ui/form/handed-file.ts'

/**
 * A report of a sender: how far it is, that it waits for a connection, that everything is sent, or why it cannot go
 * on.
 */
export type UploadEvent =
  | { is: 'sending' | 'lost'; sent: number }
  /** The address of the upload on the server, which makes the batch from there. */
  | { is: 'sent'; url: string }
  | { is: 'refused'; status: number; sentence: string; link?: string | undefined }

export type Sending = {
  pause(): void
  resume(): void
  /** Forgets what has been sent, here and on the server. */
  cancel(): void
  /** The batch is there: a later upload of this file is a new one. */
  done(): void
}

/** The server refuses what is no CSV file after this much. In a browser all the rest goes in one request. */
const firstChunk = 1024 * 1024
/** The app's own scheme takes no streams and reports no progress: a request is to take some seconds there. */
const maxChunkInApp = 16 * firstChunk
const chunkInAppMs = 5_000
/** A connection on which nothing moves for so long is given up: it may be half open. */
const stalledMs = 30_000
const retryDelays = [500, 1000, 2000, 5000, ...Array<number>(5000).fill(10_000)]

/** Sends a file by the tus protocol. Where it is on the server is remembered: the same file chosen again goes on. */
export function sendByTus(file: HandedFile, type: ImportType, report: (event: UploadEvent) => void): Sending {
  let sent = 0
  let isStopped = false
  let stalled: ReturnType<typeof setTimeout> | undefined
  const watch = () => {
    clearTimeout(stalled)
    if (!isStopped) stalled = setTimeout(() => void again(), stalledMs)
  }
  let chunkBegun = 0
  const upload = new Upload(file instanceof File ? file : unread, {
    ...(isDesktop() && { fileReader: { openFile: async () => slicesOf(file, (error) => fail(error)) } }),
    fingerprint: async (_file, { endpoint }) => ['tus', file.name, file.size, file.lastModified, endpoint].join('-'),
    endpoint: `/settings/imports/${type}/uploads`,
    metadata: { filename: file.name },
    headers: { accept: 'application/json' },
    chunkSize: firstChunk,
    retryDelays,
    onProgress(bytes) {
      sent = bytes
      watch()
      report({ is: 'sending', sent })
    },
    onBeforeRequest: () => void (chunkBegun = performance.now()),
    onChunkComplete: (size) => void (upload.options.chunkSize = chunkAfter(size, performance.now() - chunkBegun)),
    onShouldRetry(error) {
      const isWorthIt = mayHelp(error.originalResponse?.getStatus(), error.originalRequest.getMethod())
      if (isWorthIt) report({ is: 'lost', sent })
      return isWorthIt
    },
    onSuccess() {
      stop()
      report({ is: 'sent', url: new URL(upload.url!, location.href).pathname })
    },
    onError: (error) => fail(error),
  })
  const fail = (error: Error) => {
    stop()
    // To abort empties the answer.
    report({ is: 'refused', ...refusalIn(error) })
    void upload.abort()
  }
  const stop = () => {
    isStopped = true
    clearTimeout(stalled)
    removeEventListener('online', again)
    removeEventListener('offline', lose)
  }
  const again = async () => {
    if (isStopped) return
    await upload.abort()
    upload.options.chunkSize = firstChunk
    if (!isStopped) upload.start()
  }
  const lose = () => {
    void upload.abort()
    clearTimeout(stalled)
    report({ is: 'lost', sent })
  }
  const begin = () => {
    isStopped = false
    addEventListener('online', again)
    addEventListener('offline', lose)
    watch()
    if (navigator.onLine) upload.start()
    else report({ is: 'lost', sent })
  }
  void findPrevious(upload).then(() => isStopped || begin())
  return {
    pause() {
      stop()
      void upload.abort()
    },
    resume: begin,
    cancel() {
      stop()
      void upload.abort(true).catch(() => undefined)
      void forget(upload)
    },
    done: () => void forget(upload),
  }
}

/** The library wants a file of the page or a stream, and reads neither where it has a `fileReader`. */
const unread = { read: () => Promise.reject(new Error('This is read in slices.')) }

function slicesOf(file: HandedFile, onUnreadable: (error: Error) => void): FileSource {
  return {
    size: file.size,
    async slice(start, end) {
      const bytes = await readBytes(file, start, end).catch((error: Error) => {
        // The library would try again and again.
        onUnreadable(error)
        throw error
      })
      // The library measures a slice by the property that a Blob has.
      return { value: Object.assign(bytes, { size: bytes.length }), done: end >= file.size }
    },
    close: () => undefined,
  }
}

function chunkAfter(size: number, ms: number): number {
  if (!isDesktop()) return Number.POSITIVE_INFINITY
  return ms < chunkInAppMs ? Math.min(2 * size, maxChunkInApp) : size
}

async function findPrevious(upload: Upload): Promise<void> {
  const [previous] = await upload.findPreviousUploads()
  if (previous) upload.resumeFromPreviousUpload(previous)
}

async function forget(upload: Upload): Promise<void> {
  for (const { urlStorageKey } of await upload.findPreviousUploads())
    await upload.options.urlStorage?.removeUpload(urlStorageKey)
}

/**
 * Whether the same request may go through later: no answer, a busy server, or an offset that another request has moved
 * on.
 */
function mayHelp(status: number | undefined, method: string): boolean {
  if (status === undefined || status === 0 || [408, 423, 429].includes(status)) return true
  return (status === 409 && method === 'PATCH') || (status >= 500 && status !== 507)
}

function refusalIn(error: Error) {
  const response = error instanceof DetailedError ? error.originalResponse : null
  if (!response)
    return {
      status: 0,
      sentence: 'This file can no longer be read. It may have been moved, changed or deleted. Choose it again.',
    }
  const { error: sentence, ...rest } = errorFrom(response.getStatus(), parse(response.getBody()))
  return { status: response.getStatus(), sentence, link: (rest as { links?: { self?: string } }).links?.self }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
