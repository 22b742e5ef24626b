import { z } from 'zod'

/** Where the app stands: `address` is the server's origin, null before the first one is chosen. */
const connection = z.object({ address: z.string().nullable(), version: z.string() })

/** A refused address comes with what is wrong with it, and what to do. */
const choice = z.union([
  z.object({ isChosen: z.literal(true) }),
  z.object({ isChosen: z.literal(false), sentence: z.string() }),
])

/**
 * Everything that the window and the main process may say to each other. A channel is a question of the window with one reply;
 * an event comes from the main process unasked. Main checks each request by its contract, the window each reply and event.
 */
export const channels = {
  'connection.read': { request: z.null(), reply: connection },
  /** Asks a server whether it is one for this app, and remembers it. Another one than before signs the person out. */
  'connection.choose': { request: z.object({ address: z.string().max(500) }), reply: choice },
} satisfies Record<string, { request: z.ZodType; reply: z.ZodType }>

export const events = {
  /** Leads the window to a path of the staff app, such as `/alumni/B00000001`. */
  go: z.object({ path: z.string() }),
} satisfies Record<string, z.ZodType>

export type Channel = keyof typeof channels
export type RequestOf<Name extends Channel> = z.output<(typeof channels)[Name]['request']>
export type ReplyOf<Name extends Channel> = z.output<(typeof channels)[Name]['reply']>
export type EventName = keyof typeof events
export type EventOf<Name extends EventName> = z.output<(typeof events)[Name]>

/** Sends an event to the window that asked. */
export type Tell = <Name extends EventName>(name: Name, event: EventOf<Name>) => void

/** Main answers every channel. The message of what a handler throws as a `Refusal` is a sentence for the person. */
export type Handlers = { [Name in Channel]: (request: RequestOf<Name>, tell: Tell) => Promise<ReplyOf<Name>> }

/** A reply on its way: of a handler that failed nothing crosses but its sentence. */
export type Crossing = { reply: unknown } | { error: string }

/** A file that the person has dropped or chosen. Main knows its path, the window only this. */
export const takenFile = z.object({ id: z.string(), name: z.string(), size: z.number() })
export type TakenFile = z.infer<typeof takenFile>

/** What the preload puts into the window as `desktop`. */
export type Bridge = {
  call(channel: string, request: unknown): Promise<Crossing>
  on(event: string, listener: (event: unknown) => void): () => void
  /** Hands a dropped or chosen file over to main, which reads it from disk. */
  take(file: File): Promise<Crossing>
}
