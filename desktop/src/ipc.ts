import { roles } from '@alumni/shared/exchange/column-roles'
import { z } from 'zod'
import type { Remembered } from './converter/read-attendees.ts'

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

/** A file that the person has dropped, chosen or opened. Main knows its path, the window only this. */
export const takenFile = z.object({ id: z.string(), name: z.string(), size: z.number(), lastModified: z.number() })
export type TakenFile = z.infer<typeof takenFile>
/** The content of a taken file is read from disk below this path, by its id: from byte `start` to before `end`. */
export const fileContentPath = '/file-content/'

const fileId = z.object({ id: z.string().max(100) })

/** The state of an update. `notes` is Markdown. */
const updateState = z.discriminatedUnion('is', [
  z.object({ is: z.literal('off'), sentence: z.string() }),
  z.object({ is: z.literal('current') }),
  z.object({ is: z.literal('looking') }),
  z.object({ is: z.literal('loading'), version: z.string(), percent: z.number() }),
  z.object({ is: z.literal('ready'), version: z.string(), notes: z.string() }),
  z.object({ is: z.literal('failed'), sentence: z.string() }),
])
export type UpdateState = z.infer<typeof updateState>

const index = z.number().int().min(0).max(10_000)
/** Which column is which, as it was chosen for a header by hand. */
export const columns: z.ZodType<Remembered> = z.partialRecord(z.enum(roles), index)
/**
 * Everything that the window and the main process may say to each other. A channel is a question of the window with one
 * reply; an event comes from the main process unasked. Main checks each request by its contract, the window each reply
 * and event.
 */
export const channels = {
  /** The page hears events from now on: what has waited for it comes at once. */
  'window.ready': { request: nothing, reply: reach },
  'connection.read': { request: nothing, reply: connection },
  /**
   * Asks a server whether it is one for this app, and remembers it. Another one than before is confirmed by the person,
   * whom it signs out. Only the connection page is answered.
   */
  'connection.choose': { request: z.object({ address: z.string().max(500) }), reply: choice },
  /** Whether the chosen server fits this app; else what to do. A lost server is reported as `reach`. */
  'connection.check': { request: nothing, reply: z.object({ sentence: z.string().nullable() }) },
  /** Asks a server that was lost at once, and not only in a while. */
  'connection.retry': { request: nothing, reply: reach },
  /** Opens the person's browser, and answers when they have signed in there. Asked anew it begins anew. */
  'browser.sign-in': { request: nothing, reply: nothing },
  'browser.cancel': { request: nothing, reply: nothing },
  /** The colours of menus and dialogs follow those of the pages, and the next start begins in them. */
  'look.choose': { request: z.object({ scheme: z.enum(['light', 'dark', 'auto']) }), reply: nothing },
  /** A notification of the operating system, whose click leads to `path`. */
  'notification.show': {
    request: z.object({
      title: z.string().max(500),
      message: z.string().max(1000),
      path: z.string().regex(/^\/[\w/-]*$/),
    }),
    reply: nothing,
  },
  /** Returns the files that were opened with the app, each once. */
  'files.waiting': { request: nothing, reply: z.array(takenFile) },
  /** Sends a taken file as a form from disk, and returns the server's reply. */
  'uploads.send': {
    request: fileId.extend({ path: z.string().max(500), fields: z.record(z.string().regex(/^\w+$/), z.string()) }),
    reply: z.object({ status: z.number(), body: z.unknown() }),
  },
  'uploads.cancel': { request: fileId, reply: nothing },
  'update.read': { request: nothing, reply: updateState },
  /** Looks for an update at once, before a staged roll-out reaches this person. */
  'update.look': { request: nothing, reply: updateState },
  /** Ends the app, installs the update that is ready, and starts it. */
  'update.install': { request: nothing, reply: nothing },
  /** Adds bytes to what will be saved beside a taken file, as its engagements or its unmatched people. */
  'converter.write': {
    request: fileId.extend({ kind: z.enum(['engagements', 'unmatched']), bytes: z.instanceof(Uint8Array) }),
    reply: nothing,
  },
  /** Saves what was written, all of it or nothing; the names that the files have. */
  'converter.finish': { request: fileId, reply: z.array(z.string()) },
  'converter.discard': { request: fileId, reply: nothing },
  /** Shows the files that were saved last where they lie. */
  'converter.showSaved': { request: fileId, reply: nothing },
} satisfies Record<string, { request: z.ZodType; reply: z.ZodType }>

export const events = {
  /** Leads the window to a path of the staff app, such as `/alumni/B00000001`. */
  go: z.object({ path: z.string() }),
  /** The menu's search of what the page shows. */
  find: z.object({ step: z.enum(['begin', 'next', 'previous']) }),
  /** Something that the person should know. */
  notice: z.object({ tone: z.enum(['good', 'warn', 'bad']), title: z.string(), message: z.string() }),
  /** The server is lost, or there again. */
  reach,
  /** Someone has signed in, or no one is any more (null): a window that shows someone else's pages leaves them. */
  session: z.object({ user: z.number().nullable() }),
  'files.waiting': nothing,
  /** How many bytes of a file are sent. */
  'uploads.progress': z.object({ id: z.string(), sent: z.number() }),
  update: updateState,
} satisfies Record<string, z.ZodType>

export type Channel = keyof typeof channels
export type RequestOf<Name extends Channel> = z.output<(typeof channels)[Name]['request']>
export type ReplyOf<Name extends Channel> = z.output<(typeof channels)[Name]['reply']>
export type EventName = keyof typeof events
export type EventOf<Name extends EventName> = z.output<(typeof events)[Name]>

/** Sends an event to a page. */
export type Send = <Name extends EventName>(name: Name, event: EventOf<Name>) => void

/** The document that asked receives nothing after its end. */
export type Page = { readonly send: Send; readonly ended: AbortSignal }

/** Main answers every channel. The message of what a handler throws as a `Refusal` is a sentence for the person. */
export type Handlers = { [Name in Channel]: (request: RequestOf<Name>, page: Page) => Promise<ReplyOf<Name>> }

/** A reply on its way: of a handler that failed nothing crosses but its sentence. */
export type Crossing = { reply: unknown } | { error: string }

/** The preload puts it into the window as `desktop`. */
export type Bridge = {
  call(channel: string, request: unknown): Promise<Crossing>
  on(event: string, listener: (event: unknown) => void): () => void
  /** Hands a dropped or chosen file over to main, which reads it from disk. */
  take(file: File): Promise<Crossing>
}
