import { importType } from '@alumni/shared/imports'
import { z } from 'zod'

/** Where the app stands: `address` is the server's origin, null before the first one is chosen. */
const connection = z.object({
  address: z.string().nullable(),
  version: z.string(),
  /** Whether a sign-in outlives the app, and what is in the way. */
  keeping: z.enum(['kept', 'no keyring', 'another keyring']),
})
const reach = z.object({ isReached: z.boolean(), sentence: z.string().nullable() })
export type Reach = z.infer<typeof reach>
const nothing = z.null()

/** A refused address comes with what is wrong with it, and what to do. */
const choice = z.union([
  z.object({ isChosen: z.literal(true) }),
  z.object({ isChosen: z.literal(false), sentence: z.string() }),
])

/** A file that the person has dropped or chosen. Main knows its path, the window only this. */
export const takenFile = z.object({ id: z.string(), name: z.string(), size: z.number() })
export type TakenFile = z.infer<typeof takenFile>

/** One that waits for the window: opened with the app, or a CRM file whose upload was interrupted, which has its type. */
const waitingFile = takenFile.extend({ type: importType.nullable() })
export type WaitingFile = z.infer<typeof waitingFile>

/** How far an upload is: `sent` counts bytes, `url` is a path of the server. */
const uploadTold = z.discriminatedUnion('is', [
  z.object({ is: z.enum(['sending', 'lost']), sent: z.number() }),
  z.object({ is: z.literal('sent'), url: z.string() }),
  z.object({ is: z.literal('refused'), status: z.number(), sentence: z.string(), link: z.string().optional() }),
])
export type UploadTold = z.infer<typeof uploadTold>
const fileId = z.object({ id: z.string().max(100) })

/**
 * Everything that the window and the main process may say to each other. A channel is a question of the window with one reply;
 * an event comes from the main process unasked. Main checks each request by its contract, the window each reply and event.
 */
export const channels = {
  'connection.read': { request: nothing, reply: connection },
  /** Asks a server whether it is one for this app, and remembers it. Another one than before signs the person out. */
  'connection.choose': { request: z.object({ address: z.string().max(500) }), reply: choice },
  /** Asks a server that was lost at once, and not only in a while. */
  'connection.retry': { request: nothing, reply: reach },
  /** Opens the person's browser, and answers when they are back from Google. Asked anew it begins anew. */
  'google.sign-in': { request: nothing, reply: z.object({ step: z.enum(['in', 'second factor']) }) },
  'google.cancel': { request: nothing, reply: nothing },
  /** The colours of menus and dialogs follow those of the pages, and the next start begins in them. */
  'look.choose': { request: z.object({ scheme: z.enum(['light', 'dark', 'auto']) }), reply: nothing },
  /** A notification of the operating system, whose click leads to `path`. */
  'notification.show': {
    request: z.object({
      title: z.string().max(500),
      message: z.string().max(1000),
      path: z.string().regex(/^\/[\w/-]*$/),
    }),
    reply: z.null(),
  },
  /** The files that wait for the window; each is told once. */
  'uploads.waiting': { request: z.null(), reply: z.array(waitingFile) },
  /** Up to 64 KB of a taken file. */
  'uploads.beginning': { request: fileId, reply: z.instanceof(Uint8Array) },
  /** Begins to send a taken file, or goes on; `upload` events say how far it is. */
  'uploads.send': { request: fileId.extend({ type: importType }), reply: z.null() },
  'uploads.pause': { request: fileId, reply: z.null() },
  /** No upload of this file is gone on with any more; a cancelled one is removed from the server too. */
  'uploads.forget': { request: fileId.extend({ isCancelled: z.boolean() }), reply: z.null() },
} satisfies Record<string, { request: z.ZodType; reply: z.ZodType }>

export const events = {
  /** Leads the window to a path of the staff app, such as `/alumni/B00000001`. */
  go: z.object({ path: z.string() }),
  /** Something that the person should know. */
  notice: z.object({ tone: z.enum(['good', 'warn', 'bad']), title: z.string(), message: z.string() }),
  /** The server is lost, or there again. */
  reach,
  upload: z.object({ id: z.string(), told: uploadTold }),
  'uploads.waiting': z.null(),
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

/** What the preload puts into the window as `desktop`. */
export type Bridge = {
  call(channel: string, request: unknown): Promise<Crossing>
  on(event: string, listener: (event: unknown) => void): () => void
  /** Hands a dropped or chosen file over to main, which reads it from disk. */
  take(file: File): Promise<Crossing>
}
