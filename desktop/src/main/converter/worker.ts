import { basename } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { outputName } from '../../converter/output-lines.ts'
import { Session } from '../../converter/session.ts'
import { Cancelled, Unanswered } from '../../converter/source.ts'
import { diskSource } from './disk-source.ts'
import type { Answer, Beginning, FromWorker, Question, ToWorker } from './messages.ts'
import { writeBeside } from './write-beside.ts'

const { path, remembered, cancelled } = workerData as Beginning
const isCancelled = () => Atomics.load(cancelled, 0) === 1
const send = (message: FromWorker) => parentPort!.postMessage(message)

const asked = new Map<number, (answer: Answer) => void>()
let questions = 0
/** The main process speaks with the server: this thread has no token. */
async function ask<Reply>(question: Question): Promise<Reply> {
  const number = ++questions
  const answer = await new Promise<Answer>((resolve) => {
    asked.set(number, resolve)
    send({ ask: number, question })
  })
  if ('reply' in answer) return answer.reply as Reply
  if (isCancelled()) throw new Cancelled()
  throw answer.unanswered ? new Unanswered(answer.sentence, answer.unanswered) : new Error(answer.sentence)
}

let session: Session | undefined

parentPort!.on('message', (message: ToWorker) => {
  if ('answer' in message) {
    asked.get(message.to)?.(message.answer)
    asked.delete(message.to)
  } else if ('close' in message) {
    // Whoever waits for the server waits in vain; what is written is taken away first.
    for (const reply of asked.values()) reply({ sentence: 'It was cancelled.' })
    void (session?.idle() ?? Promise.resolve()).then(() => process.exit())
  } else {
    session ??= begin()
    void session?.handle(message.command)
  }
})

function begin(): Session | undefined {
  try {
    return new Session({
      source: diskSource(path),
      match: (emails) => ask({ about: 'matches', emails }),
      submit: (batch) => ask({ about: 'engagements', batch }),
      remembered: (key) => remembered[key],
      report: (report) => send({ report }),
      isCancelled,
      async save(files) {
        const paths = await writeBeside(
          path,
          files.map(({ kind, lines }) => ({ name: outputName(basename(path), kind), lines })),
          isCancelled,
        )
        send({ saved: paths })
        return files.map(({ kind }, index) => ({ kind, name: basename(paths[index]!) }))
      },
    })
  } catch (error) {
    send({ report: { is: 'failed', sentence: (error as Error).message } })
    return undefined
  }
}
