import type { Engine } from './engine.ts'

/** What the thread is started with. */
export type ThreadData = { databaseUrl: string; folder: string }

type Methods = {
  [Name in keyof Engine as Engine[Name] extends (...args: never[]) => unknown ? Name : never]: Engine[Name]
}
export type Method = keyof Methods

/** To the thread: what to call on its engine. */
export type Call = { id: number; method: Method; args: unknown[] }
/** From the thread. An error loses its class on the way: the field of a `SearchRefusal` goes beside it. */
export type Reply = { id: number; value: unknown } | { id: number; error: Error; refusedField: string | undefined }
