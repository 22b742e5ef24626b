import { on } from 'node:events'
import type { Readable } from 'node:stream'
import { MessageChannel, Worker } from 'node:worker_threads'
import type { FileSummary, Reading } from './read-rows.ts'
import { ImportRefused } from './refusal.ts'
import type { Row } from './row.ts'

/** What the thread answers to each `next`. */
export type Answer = IteratorResult<Row[], FileSummary> | { refused: string }

/** Does what `readRows` does in a thread of its own, one batch ahead, so that the caller's thread is free to look rows up. */
export async function* readRowsInThread(upload: Readable, reading: Reading): AsyncGenerator<Row[], FileSummary> {
  const { port1: bytes, port2 } = new MessageChannel()
  const thread = new Worker(new URL('read-rows-thread.ts', import.meta.url), {
    workerData: { reading, bytes: port2 },
    transferList: [port2],
    resourceLimits: { maxYoungGenerationSizeMb: 6, maxOldGenerationSizeMb: 64 },
  })
  const broken = new AbortController()
  const chunks = upload[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  bytes.on('message', () => {
    chunks.next().then(
      ({ value, done }) => bytes.postMessage(done ? null : value),
      (error: unknown) => broken.abort(error),
    )
  })
  try {
    thread.postMessage('next')
    const answers = on(thread, 'message', { signal: broken.signal, close: ['exit'] })
    for await (const [answer] of answers as AsyncIterable<[Answer]>) {
      if ('refused' in answer) throw new ImportRefused(answer.refused)
      if (answer.done) return answer.value
      thread.postMessage('next')
      yield answer.value
    }
    throw new Error('The thread that reads the file has ended.')
  } catch (error) {
    throw broken.signal.aborted ? broken.signal.reason : error
  } finally {
    bytes.close()
    await thread.terminate()
    upload.destroy()
  }
}
