import { Worker } from 'node:worker_threads'
import type { Remembered } from '../../converter/read-attendees.ts'
import type { Command, Report } from '../../converter/session.ts'
import { Unanswered } from '../../converter/source.ts'
import type { Answer, Beginning, FromWorker, Question, ToWorker } from './messages.ts'

type Options = {
  /** The thread's own script. */
  script: string | URL
  path: string
  remembered: Record<string, Remembered>
  answer: (question: Question) => Promise<Extract<Answer, { reply: unknown }>['reply']>
  onReport: (report: Report) => void
  onSaved: (paths: string[]) => void
}

export type Conversion = { send(command: Command): void; close(): Promise<void> }

/**
 * Reads, matches and writes one file in a thread of its own, with a small heap: the app stays free, and the file never
 * is in memory.
 */
export function convertInThread({ script, path, remembered, answer, onReport, onSaved }: Options): Conversion {
  const cancelled = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(script, {
    workerData: { path, remembered, cancelled } satisfies Beginning,
    resourceLimits: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 512 },
  })
  const tell = (message: ToWorker) => worker.postMessage(message)
  worker.on('message', (message: FromWorker) => {
    if ('report' in message) onReport(message.report)
    else if ('saved' in message) onSaved(message.saved)
    else
      void answer(message.question).then(
        (reply) => tell({ to: message.ask, answer: { reply } }),
        (error: Error) =>
          tell({
            to: message.ask,
            answer: { sentence: error.message, ...(error instanceof Unanswered && { unanswered: { ...error } }) },
          }),
      )
  })
  let isClosing = false
  const ended = new Promise<void>((resolve) => {
    worker.once('exit', () => {
      if (!isClosing)
        onReport({
          is: 'failed',
          sentence: 'The file could not be converted. Drop it again; if it stays, tell support.',
        })
      resolve()
    })
  })
  // Its end follows, and is told.
  worker.on('error', () => undefined)
  return {
    send: (command) => tell({ command }),
    /** Partly written files are removed before the thread ends. */
    async close() {
      isClosing = true
      Atomics.store(cancelled, 0, 1)
      const patience = setTimeout(() => void worker.terminate(), 2000)
      tell({ close: true })
      await ended
      clearTimeout(patience)
    },
  }
}
