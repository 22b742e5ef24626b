import { columnRoles } from '@alumni/shared/exchange/column-roles'
import { z } from 'zod'
import type { ColumnChoice } from './converter/read-attendees.ts'

/** `address` is the server's origin, or null if no server has been chosen. */
const connection = z.object({
  address: z.string().nullable(),
  version: z.string(),
  tokenStorage: z.enum(['saved', 'no keyring', 'another keyring']),
})
const connectionStatus = z.object({ isReached: z.boolean(), message: z.string().nullable() })
export type ConnectionStatus = z.infer<typeof connectionStatus>
const nothing = z.null()

const connectionResult = z.union([
  z.object({ isChosen: z.literal(true) }),
  z.object({ isChosen: z.literal(false), message: z.string() }),
])

/** A file that the user dropped, chose or opened; its path stays in the main process. */
export const takenFile = z.object({ id: z.string(), name: z.string(), size: z.number(), lastModified: z.number() })
export type TakenFile = z.infer<typeof takenFile>
/** The file's id follows this path. The query parameters `start` and `end` (exclusive) select a range of bytes. */
export const fileContentPath = '/file-content/'

const fileId = z.object({ id: z.string().max(100) })

/** `notes` are release notes in Markdown. */
const updateState = z.discriminatedUnion('status', [
  z.object({ status: z.literal('off'), message: z.string() }),
  z.object({ status: z.literal('current') }),
  z.object({ status: z.literal('checking') }),
  z.object({ status: z.literal('downloading'), version: z.string(), percent: z.number() }),
  z.object({ status: z.literal('ready'), version: z.string(), notes: z.string() }),
  z.object({ status: z.literal('failed'), message: z.string() }),
])
export type UpdateState = z.infer<typeof updateState>

const index = z.number().int().min(0).max(10_000)
export const columns: z.ZodType<ColumnChoice> = z.partialRecord(z.enum(columnRoles), index)
/** Requests from windows to the main process, with their replies. Every message is validated by its receiver. */
export const channels = {
  /** Reports that the page is listening; the main process then sends the queued events. */
  'window.ready': { request: nothing, reply: connectionStatus },
  'connection.read': { request: nothing, reply: connection },
  /**
   * Connects to a server and remembers it. The user must confirm a different server, and is signed out of the old one.
   * Only the connection page may call this.
   */
  'connection.choose': { request: z.object({ address: z.string().max(500) }), reply: connectionResult },
  /** Returns advice if server and app are incompatible. The event `connectionStatus` reports an unreachable server. */
  'connection.check': { request: nothing, reply: z.object({ message: z.string().nullable() }) },
  'connection.retry': { request: nothing, reply: connectionStatus },
  /** Opens the browser, and replies after the user has signed in there. Another call starts over. */
  'browser.sign-in': { request: nothing, reply: nothing },
  'browser.cancel': { request: nothing, reply: nothing },
  /** Applies the pages' color scheme to native menus and dialogs, and remembers it. */
  'colorScheme.set': { request: z.object({ scheme: z.enum(['light', 'dark', 'auto']) }), reply: nothing },
  /** Shows a system notification; a click opens `path`. */
  'notification.show': {
    request: z.object({
      title: z.string().max(500),
      message: z.string().max(1000),
      path: z.string().regex(/^\/[\w/-]*$/),
    }),
    reply: nothing,
  },
  /** Returns the files that were opened with the app since the last call. */
  'files.waiting': { request: nothing, reply: z.array(takenFile) },
  'uploads.send': {
    request: fileId.extend({ path: z.string().max(500), fields: z.record(z.string().regex(/^\w+$/), z.string()) }),
    reply: z.object({ status: z.number(), body: z.unknown() }),
  },
  'uploads.cancel': { request: fileId, reply: nothing },
  'update.read': { request: nothing, reply: updateState },
  'update.check': { request: nothing, reply: updateState },
  /** Quits, installs the update, and restarts the app. */
  'update.install': { request: nothing, reply: nothing },
  'converter.write': {
    request: fileId.extend({ kind: z.enum(['engagements', 'unmatched']), bytes: z.instanceof(Uint8Array) }),
    reply: nothing,
  },
  /** Saves the output files, all or none, and returns their names. */
  'converter.finish': { request: fileId, reply: z.array(z.string()) },
  'converter.discard': { request: fileId, reply: nothing },
  'converter.showSaved': { request: fileId, reply: nothing },
} satisfies Record<string, { request: z.ZodType; reply: z.ZodType }>

export const events = {
  /** Opens a path of the staff app in the window, such as `/alumni/B00000001`. */
  go: z.object({ path: z.string() }),
  /** Opens the page's find bar, or goes to the next or previous match. */
  find: z.object({ step: z.enum(['begin', 'next', 'previous']) }),
  notice: z.object({ tone: z.enum(['good', 'warn', 'bad']), title: z.string(), message: z.string() }),
  connectionStatus,
  /** `user` is null after a sign-out. Windows that show another user's pages leave them. */
  session: z.object({ user: z.number().nullable() }),
  'files.waiting': nothing,
  /** `sent` is the number of bytes sent. */
  'uploads.progress': z.object({ id: z.string(), sent: z.number() }),
  update: updateState,
} satisfies Record<string, z.ZodType>

export type Channel = keyof typeof channels
export type RequestOf<Name extends Channel> = z.output<(typeof channels)[Name]['request']>
export type ReplyOf<Name extends Channel> = z.output<(typeof channels)[Name]['reply']>
export type EventName = keyof typeof events
export type EventOf<Name extends EventName> = z.output<(typeof events)[Name]>

export type Send = <Name extends EventName>(name: Name, event: EventOf<Name>) => void

export type Page = { readonly send: Send; readonly ended: AbortSignal }

/** The handlers of all channels. The message of a thrown `Refusal` is shown to the user. */
export type Handlers = { [Name in Channel]: (request: RequestOf<Name>, page: Page) => Promise<ReplyOf<Name>> }

export type HandlerReply = { reply: unknown } | { error: string }

export type Bridge = {
  call(channel: string, request: unknown): Promise<HandlerReply>
  on(event: string, listener: (event: unknown) => void): () => void
  take(file: File): Promise<HandlerReply>
}
