import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { errorBody } from '@alumni/shared/errors'
import { z } from 'zod'
import type { UploadTold } from '../../ipc.ts'
import { ServerProblem, type Answer, type Question } from '../server/ask-server.ts'
import { parseJson, readText } from '../server/read-text.ts'
import type { Unfinished } from './unfinished.ts'

/** The server refuses what is no CSV file after this much; all the rest goes in one request. */
const firstChunk = 1024 * 1024
const stalledMs = 30_000
const tellEveryMs = 150
const maxRetryMs = 10_000

type Ask = (path: string, question: Question) => Promise<Answer>

/** An answer that ends the upload. */
class Refused extends Error {
  readonly status: number
  readonly link: string | undefined
  constructor(status: number, body: unknown) {
    const known = errorBody.loose().safeParse(body).data
    super(known?.error ?? `The server could not take the file (status ${status}). Try again later.`)
    this.status = status
    this.link = (known as { links?: { self?: string } } | undefined)?.links?.self
  }
}

/**
 * Sends a file from disk by the tus protocol until all of it has come, however often the connection is lost; `remember`
 * is told where it is on the server. One that the server keeps no longer is begun anew, after a pause as after any
 * failure. Ends early when `signal` says so.
 */
export async function sendFile(
  ask: Ask,
  upload: Unfinished,
  {
    tell,
    remember,
    signal,
  }: { tell: (told: UploadTold) => void; remember: (upload: Unfinished) => void; signal: AbortSignal },
): Promise<void> {
  let { url } = upload
  let sent = 0
  let failures = 0
  const see = throttled((now: number) => {
    sent = now
    failures = 0
    tell({ is: 'sending', sent })
  })
  while (!signal.aborted) {
    try {
      await refuseChanged(upload)
      url ??= await begin(ask, upload, signal)
      remember({ ...upload, url })
      const offset = await offsetOf(ask, url, signal)
      if (offset >= upload.size) return tell({ is: 'sent', url })
      await sendRest(ask, { ...upload, url }, offset, see, signal)
    } catch (error) {
      if (signal.aborted) return
      const isForgotten = error instanceof Refused && error.status === 404 && url !== null
      if (isForgotten) {
        url = null
        sent = 0
      } else if (error instanceof Refused && !mayHelp(error))
        return tell({ is: 'refused', status: error.status, sentence: error.message, link: error.link })
      if (!(error instanceof Refused || error instanceof ServerProblem || isStall(error)))
        return tell({ is: 'refused', status: 0, sentence: unreadable })
      tell({ is: 'lost', sent })
      await pause(Math.min(500 * 2 ** failures++, maxRetryMs), undefined, { signal }).catch(() => undefined)
    }
  }
}

const unintelligible = 'The server answered something that this app does not understand.'
const uploadOffset = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number)
const unreadable = 'This file cannot be read any more. It may have been moved, changed or deleted; choose it again.'

async function refuseChanged({ path, size, mtimeMs }: Unfinished): Promise<void> {
  const now = await stat(path)
  if (now.size !== size || now.mtimeMs !== mtimeMs) throw new Error('The file has changed.')
}

async function begin(ask: Ask, { type, size, path }: Unfinished, signal: AbortSignal): Promise<string> {
  const name = Buffer.from(basename(path)).toString('base64')
  const { headers } = await answered(ask, `/settings/imports/${type}/uploads`, {
    method: 'POST',
    headers: { 'upload-length': String(size), 'upload-metadata': `filename ${name}`, 'content-length': '0' },
    signal,
  })
  const url = headers.location
  if (!url?.startsWith('/')) throw new ServerProblem(unintelligible)
  return url
}

async function offsetOf(ask: Ask, url: string, signal: AbortSignal): Promise<number> {
  const { headers } = await answered(ask, url, { method: 'HEAD', signal })
  const offset = uploadOffset.safeParse(headers['upload-offset'])
  if (!offset.success) throw new ServerProblem(unintelligible)
  return offset.data
}

/** A connection on which nothing moves is given up: it may be half open. */
async function sendRest(
  ask: Ask,
  { url, path, size }: Unfinished & { url: string },
  offset: number,
  see: (sent: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const end = offset === 0 ? Math.min(firstChunk, size) : size
  const body = createReadStream(path, { start: offset, end: end - 1, highWaterMark: 256 * 1024 })
  const stalled = new AbortController()
  let timer = setTimeout(() => stalled.abort(), stalledMs)
  let sent = offset
  body.on('data', (chunk) => {
    timer = (clearTimeout(timer), setTimeout(() => stalled.abort(), stalledMs))
    see((sent += chunk.length))
  })
  try {
    await answered(ask, url, {
      method: 'PATCH',
      headers: {
        'content-type': 'application/offset+octet-stream',
        'content-length': String(end - offset),
        'upload-offset': String(offset),
      },
      body,
      patienceInMs: 60 * 60_000,
      signal: AbortSignal.any([signal, stalled.signal]),
    })
  } finally {
    clearTimeout(timer)
    body.destroy()
  }
}

async function answered(ask: Ask, path: string, question: Question): Promise<Answer> {
  const answer = await ask(path, {
    ...question,
    headers: { accept: 'application/json', 'tus-resumable': '1.0.0', ...question.headers },
  })
  const text = await readText(answer.body, 64 * 1024)
  if (answer.status >= 300) throw new Refused(answer.status, parseJson(text))
  return answer
}

/**
 * Whether the same request may go through later; 409 is an offset that another request has moved on, unless it names an
 * import.
 */
function mayHelp({ status, link }: Refused): boolean {
  return [408, 423, 429].includes(status) || (status >= 500 && status !== 507) || (status === 409 && link === undefined)
}

function isStall(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError'
}

function throttled(tell: (sent: number) => void): (sent: number) => void {
  let last = 0
  return (sent) => {
    const now = performance.now()
    if (now - last < tellEveryMs) return
    last = now
    tell(sent)
  }
}
