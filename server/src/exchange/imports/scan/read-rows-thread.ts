// The thread for `readRowsInThread`. It requests bytes of the file on one port and answers `next` on the other.
import { Readable } from 'node:stream'
import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import { readRows, type ReadOptions, type ThreadReply } from './read-rows.ts'
import { ImportRefused } from '../definition.ts'

const { options, bytes } = workerData as { options: ReadOptions; bytes: MessagePort }
const waiting: ((chunk: Uint8Array | null) => void)[] = []
bytes.on('message', (chunk: Uint8Array | null) => waiting.shift()!(chunk))

function requestBytes(): Promise<Uint8Array | null> {
  bytes.postMessage('more')
  return new Promise((resolve) => waiting.push(resolve))
}

async function* chunks() {
  let next = requestBytes()
  for (let chunk = await next; chunk; chunk = await next) {
    next = requestBytes() // Arrives while `chunk` is parsed.
    yield chunk
  }
}

const rows = readRows(Readable.from(chunks()), options)
let last = Promise.resolve()
parentPort!.on('message', () => {
  last = last.then(sendRows)
})

async function sendRows(): Promise<void> {
  parentPort!.postMessage(await nextRows())
}

async function nextRows(): Promise<ThreadReply> {
  try {
    return await rows.next()
  } catch (error) {
    if (error instanceof ImportRefused) return { refused: error.message }
    throw error
  }
}
