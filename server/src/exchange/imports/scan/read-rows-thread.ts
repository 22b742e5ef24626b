// The thread of `readRowsInThread`: asks for the file's bytes on one port, and answers each `next` on the other with
// rows.
import { Readable } from 'node:stream'
import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import { readRows, type Reading, type Answer } from './read-rows.ts'
import { ImportRefused } from '../definition.ts'

const { reading, bytes } = workerData as { reading: Reading; bytes: MessagePort }
const waiting: ((chunk: Uint8Array | null) => void)[] = []
bytes.on('message', (chunk: Uint8Array | null) => waiting.shift()!(chunk))

function askForBytes(): Promise<Uint8Array | null> {
  bytes.postMessage('more')
  return new Promise((resolve) => waiting.push(resolve))
}

async function* chunks() {
  let next = askForBytes()
  for (let chunk = await next; chunk; chunk = await next) {
    next = askForBytes() // the next one arrives while this one is parsed
    yield chunk
  }
}

const rows = readRows(Readable.from(chunks()), reading)
let last = Promise.resolve()
parentPort!.on('message', () => {
  last = last.then(answer)
})

async function answer(): Promise<void> {
  parentPort!.postMessage(await nextRows())
}

async function nextRows(): Promise<Answer> {
  try {
    return await rows.next()
  } catch (error) {
    if (error instanceof ImportRefused) return { refused: error.message }
    throw error
  }
}
