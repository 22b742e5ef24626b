import { errorBody } from '@alumni/shared/errors'
import { matchesReply, recordReply } from '@alumni/shared/exchange/event-converter'
import type { Match } from '../../../converter/conversion.ts'
import type { SessionHost } from '../../../converter/session.ts'
import { HttpError, NetworkError, request } from '../../http.ts'
import type { z } from 'zod'

// Before anything that makes a schema.
import '../../zod-without-eval.ts'
import type { Remembered } from '../../../converter/read-attendees.ts'
import { Session, type Command, type SavedFile } from '../../../converter/session.ts'
import { Refused, Unanswered, unansweredBy } from '../../../converter/source.ts'
import { outputName } from '../../../converter/output-lines.ts'

/**
 * The first message of the page; every later one is a command. `content` is an address of this origin for a file that
 * only the desktop app can read.
 */
export type Beginning = { name: string; size: number; content: File | string; remembered: Record<string, Remembered> }

let session: Session | undefined

globalThis.onmessage = ({ data }: MessageEvent<Beginning | Command>) => {
  if ('do' in data) void session?.handle(data)
  else session = sessionOf(data)
}

/** Reads the file where it lies; the page hears counts. */
function sessionOf({ name, size, content, remembered }: Beginning): Session {
  return new Session({
    source: { name, size, open: () => piecesOf(content) },
    match,
    submit,
    remembered: (key) => remembered[key],
    report: (report) => globalThis.postMessage(report),
    save: async (files) =>
      files.map(({ kind, lines }): SavedFile => {
        // Chromium puts large contents on disk; texts would wait in this worker's memory.
        const parts = Array.from(lines, (piece) => new Blob([piece]))
        return { kind, name: outputName(name, kind), content: new Blob(parts, { type: 'text/csv;charset=utf-8' }) }
      }),
  })
}

async function* piecesOf(content: File | string): AsyncGenerator<Uint8Array> {
  const reader = (typeof content === 'string' ? await streamFrom(content) : content.stream()).getReader()
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      yield value
    }
  } catch (cause) {
    throw new Refused(
      'The file could not be read to its end. It was moved, changed or deleted meanwhile; drop it again.',
      {
        cause,
      },
    )
  }
}

async function streamFrom(address: string): Promise<ReadableStream<Uint8Array>> {
  const response = await fetch(address)
  if (!response.ok) throw new Refused(errorBody.parse(await response.json()).error)
  return response.body!
}

const url = '/tools/event_converter'

/** Finds the people of addresses. Nothing else leaves this computer. */
const match: Match = async (emails) => (await post(`${url}/matches`, matchesReply, { emails })).matches

const submit: SessionHost['submit'] = (batch) => post(`${url}/lists`, recordReply, batch)

/** Both may be asked again without harm. */
async function post<Schema extends z.ZodType>(to: string, schema: Schema, body: unknown): Promise<z.infer<Schema>> {
  try {
    return await request(to, schema, { method: 'POST', body, patienceInMs: 60_000 })
  } catch (error) {
    if (error instanceof NetworkError) throw new Unanswered(error.message)
    throw (error instanceof HttpError && unansweredBy(error.status, error.message, error.body.retry_after)) || error
  }
}
