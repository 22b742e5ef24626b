import { parentPort, workerData } from 'node:worker_threads'
import { Engine, type EngineOptions } from './engine.ts'
import { SearchRefusal } from './search/zip-radius.ts'

export type Methods = {
  [Name in keyof Engine as Engine[Name] extends (...args: never[]) => unknown ? Name : never]: Engine[Name]
}
export type Method = keyof Methods

export type Call = { id: number; method: Method; args: unknown[] }
/** `postMessage` drops custom properties of errors, so the code and the refused field are sent separately. */
export type Reply =
  | { id: number; value: unknown }
  | { id: number; error: Error; code: unknown; refusedField: string | undefined }

const engine = new Engine(workerData as EngineOptions)

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
