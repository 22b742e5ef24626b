import type { Engine } from './engine.ts'

/** What the thread is started with. */
export type ThreadData = { databaseUrl: string; folder: string }

type Methods = {
  [Name in keyof Engine as Engine[Name] extends (...args: never[]) => unknown ? Name : never]: Engine[Name]
}
export type Method = keyof Methods

/** To the thread: what to call on its engine. */
export type Call = { id: number; method: Method; args: unknown[] }
/** From the thread. An error keeps only its message on the way: its code, such as PostgreSQL's, and the field of a `SearchRefusal` go beside it. */
export type Reply =
  | { id: number; value: unknown }
  | { id: number; error: Error; code: unknown; refusedField: string | undefined }
