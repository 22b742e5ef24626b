import { roles } from '@alumni/shared/exchange/column-roles'
import { z } from 'zod'
import type { ColumnChoice } from './converter/read-attendees.ts'

/** The server of the app; `address` is its origin, or null if none is chosen. */
const connection = z.object({
  address: z.string().nullable(),
  version: z.string(),
  /** Whether the sign-in is saved, or the reason why it is not. */
  tokenStorage: z.enum(['saved', 'no keyring', 'another keyring']),
})
const connectionStatus = z.object({ isReached: z.boolean(), sentence: z.string().nullable() })
export type ConnectionStatus = z.infer<typeof connectionStatus>
const nothing = z.null()

/** Whether the server was chosen; `sentence` is the reason if it was not. */
const connectionResult = z.union([
  z.object({ isChosen: z.literal(true) }),
  z.object({ isChosen: z.literal(false), sentence: z.string() }),
])

/** A file that the user dropped, chose or opened; windows do not get its path. */
export const takenFile = z.object({ id: z.string(), name: z.string(), size: z.number(), lastModified: z.number() })
export type TakenFile = z.infer<typeof takenFile>
/** Path of a file's content, followed by its id; the parameters `start` and `end` (exclusive) select bytes. */
export const fileContentPath = '/file-content/'

const fileId = z.object({ id: z.string().max(100) })

/** The state of updates of the app; `notes` is Markdown. */
const updateState = z.discriminatedUnion('status', [
  z.object({ status: z.literal('off'), sentence: z.string() }),
  z.object({ status: z.literal('current') }),
  z.object({ status: z.literal('checking') }),
  z.object({ status: z.literal('downloading'), version: z.string(), percent: z.number() }),
  z.object({ status: z.literal('ready'), version: z.string(), notes: z.string() }),
  z.object({ status: z.literal('failed'), sentence: z.string() }),
])
export type UpdateState = z.infer<typeof updateState>

const index = z.number().int().min(0).max(10_000)
/** Indexes of columns by their role, as the user chose them. */
export const columns: z.ZodType<ColumnChoice> = z.partialRecord(z.enum(roles), index)
/**
 * Requests of a window to the main process, with their replies. The main process validates requests, and the window
 * validates replies.
 */
export const channels = {
  /** Reports that the page listens to events; the main process then sends the waiting ones. */
  'window.ready': { request: nothing, reply: connectionStatus },
  'connection.read': { request: nothing, reply: connection },
  /**
   * Connects to a server and remembers it. A different server must be confirmed and signs the user out. Only the
   * connection page may call it.
   */
  'connection.choose': { request: z.object({ address: z.string().max(500) }), reply: connectionResult },
  /** Returns what to do if the server and this app are incompatible; an unreachable server is reported by the event `connectionStatus`. */
  'connection.check': { request: nothing, reply: z.object({ sentence: z.string().nullable() }) },
  /** Checks a lost server now instead of at the next interval. */
  'connection.retry': { request: nothing, reply: connectionStatus },
  /** Opens the user's browser and replies after the sign-in there; another call starts over. */
  'browser.sign-in': { request: nothing, reply: nothing },
  'browser.cancel': { request: nothing, reply: nothing },
  /** Applies the pages' color scheme to menus and dialogs, also at the next start. */
  'colorScheme.set': { request: z.object({ scheme: z.enum(['light', 'dark', 'auto']) }), reply: nothing },
  /** Shows a notification of the operating system; a click opens `path`. */
  'notification.show': {
    request: z.object({
      title: z.string().max(500),
      message: z.string().max(1000),
      path: z.string().regex(/^\/[\w/-]*$/),
    }),
    reply: nothing,
  },
  /** Returns each file that was opened with the app, once. */
  'files.waiting': { request: nothing, reply: z.array(takenFile) },
  /** Uploads a file as a form from disk, and returns the server's reply. */
  'uploads.send': {
    request: fileId.extend({ path: z.string().max(500), fields: z.record(z.string().regex(/^\w+$/), z.string()) }),
    reply: z.object({ status: z.number(), body: z.unknown() }),
  },
  'uploads.cancel': { request: fileId, reply: nothing },
  'update.read': { request: nothing, reply: updateState },
  /** Checks for an update now, ignoring a staged roll-out. */
  'update.check': { request: nothing, reply: updateState },
  /** Quits, installs the update, and restarts the app. */
  'update.install': { request: nothing, reply: nothing },
  /** Appends bytes to an output file of the event converter. */
  'converter.write': {
    request: fileId.extend({ kind: z.enum(['engagements', 'unmatched']), bytes: z.instanceof(Uint8Array) }),
    reply: nothing,
  },
  /** Saves the output files, all or none, and returns their names. */
  'converter.finish': { request: fileId, reply: z.array(z.string()) },
  'converter.discard': { request: fileId, reply: nothing },
  /** Shows the last saved files in their folder. */
  'converter.showSaved': { request: fileId, reply: nothing },
} satisfies Record<string, { request: z.ZodType; reply: z.ZodType }>

/** Events that the main process sends to windows, which validate them. */
export const events = {
  /** Opens a path of the staff app in the window, such as `/alumni/B00000001`. */
  go: z.object({ path: z.string() }),
  /** Opens the search in the page, or goes to the next or previous match. */
  find: z.object({ step: z.enum(['begin', 'next', 'previous']) }),
  notice: z.object({ tone: z.enum(['good', 'warn', 'bad']), title: z.string(), message: z.string() }),
  /** Reports that the server became unreachable or reachable. */
  connectionStatus,
  /** The signed-in user changed, or signed out (null); windows with pages of another user leave them. */
  session: z.object({ user: z.number().nullable() }),
  'files.waiting': nothing,
  /** The number of bytes sent of a file. */
  'uploads.progress': z.object({ id: z.string(), sent: z.number() }),
  update: updateState,
} satisfies Record<string, z.ZodType>

export type Channel = keyof typeof channels
export type RequestOf<Name extends Channel> = z.output<(typeof channels)[Name]['request']>
export type ReplyOf<Name extends Channel> = z.output<(typeof channels)[Name]['reply']>
export type EventName = keyof typeof events
export type EventOf<Name extends EventName> = z.output<(typeof events)[Name]>

export type Send = <Name extends EventName>(name: Name, event: EventOf<Name>) => void

/** A document in a window; `ended` is aborted when the user navigates away or closes it. */
export type Page = { readonly send: Send; readonly ended: AbortSignal }

/** The handlers of all channels. The message of a thrown `Refusal` is shown to the user. */
export type Handlers = { [Name in Channel]: (request: RequestOf<Name>, page: Page) => Promise<ReplyOf<Name>> }

/** The reply of a handler, or the message of its error. */
export type HandlerReply = { reply: unknown } | { error: string }

/** The functions that the preload script exposes to the window as `desktop`. */
export type Bridge = {
  call(channel: string, request: unknown): Promise<HandlerReply>
  on(event: string, listener: (event: unknown) => void): () => void
  /** Passes a dropped or chosen file to the main process. */
  take(file: File): Promise<HandlerReply>
}
