import { parentPort, workerData } from 'node:worker_threads'
import { Engine } from './engine.ts'
import type { Call, Reply, ThreadData } from './messages.ts'
import { SearchRefusal } from './zip-radius.ts'

// The index's own thread: it takes calls by message, and answers each by one.
const engine = new Engine(workerData as ThreadData)

parentPort!.on('message', async ({ id, method, args }: Call) => {
  let reply: Reply
  try {
    reply = { id, value: await (engine[method] as (...args: unknown[]) => Promise<unknown>)(...args) }
  } catch (error) {
    reply = {
      id,
      error: error as Error,
      code: (error as { code?: unknown }).code,
      refusedField: error instanceof SearchRefusal ? error.field : undefined,
    }
  }
  parentPort!.postMessage(reply)
  if (method === 'close') parentPort!.close()
})
