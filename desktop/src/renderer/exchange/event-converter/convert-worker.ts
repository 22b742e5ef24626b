import { errorBody } from '@alumni/shared/errors'
import { matchesReply, recordReply } from '@alumni/shared/exchange/event-converter'
import type { Match } from '../../../converter/conversion.ts'
import type { SessionHost } from '../../../converter/session.ts'
import { HttpError, NetworkError, request } from '../../http.ts'
import type { z } from 'zod'

// Must be imported before modules that create schemas.
import '../../zod-without-eval.ts'
import type { ColumnChoice } from '../../../converter/read-attendees.ts'
import { Session, type Command, type SavedFile } from '../../../converter/session.ts'
import { FileRefusal, NoReplyError, toNoReplyError } from '../../../converter/source.ts'
import { buildOutputName } from '../../../converter/output-lines.ts'

/** `content` is a URL if only the desktop app can read the file. */
export type StartMessage = {
  name: string
  size: number
  content: File | string
  mappings: Record<string, ColumnChoice>
}

let session: Session | undefined

globalThis.onmessage = ({ data }: MessageEvent<StartMessage | Command>) => {
  if ('do' in data) void session?.handle(data)
  else session = createSession(data)
}

function createSession({ name, size, content, mappings }: StartMessage): Session {
  return new Session({
    source: { name, size, open: () => readChunks(content) },
    match,
    submit,
    findMapping: (headerKey) => mappings[headerKey],
    report: (report) => globalThis.postMessage(report),
    save: async (files) =>
      files.map(({ kind, lines }): SavedFile => {
        // Chromium stores large blobs on disk, but strings in memory.
        const parts = Array.from(lines, (piece) => new Blob([piece]))
        return { kind, name: buildOutputName(name, kind), content: new Blob(parts, { type: 'text/csv;charset=utf-8' }) }
      }),
  })
}

async function* readChunks(content: File | string): AsyncGenerator<Uint8Array> {
  const reader = (typeof content === 'string' ? await openStream(content) : content.stream()).getReader()
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      yield value
    }
  } catch (cause) {
    throw new FileRefusal(
      'The file could not be read to its end. It was moved, changed or deleted meanwhile; drop it again.',
      { cause },
    )
  }
}

async function openStream(url: string): Promise<ReadableStream<Uint8Array>> {
  const response = await fetch(url)
  if (!response.ok) throw new FileRefusal(errorBody.parse(await response.json()).error)
  return response.body!
}

const url = '/tools/event_converter'

/** Matching sends only e-mail addresses to the server. */
const match: Match = async (emails) => (await post(`${url}/matches`, matchesReply, { emails })).matches

const submit: SessionHost['submit'] = (batch) => post(`${url}/lists`, recordReply, batch)

/** Throws `NoReplyError` if a retry may help; repeating a request is safe. */
async function post<Schema extends z.ZodType>(url: string, schema: Schema, body: unknown): Promise<z.infer<Schema>> {
  try {
    return await request(url, schema, { method: 'POST', body, timeoutInMs: 60_000 })
  } catch (error) {
    if (error instanceof NetworkError) throw new NoReplyError(error.message)
    throw (error instanceof HttpError && toNoReplyError(error.status, error.message, error.body.retry_after)) || error
  }
}
