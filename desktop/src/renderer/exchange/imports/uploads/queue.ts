import { givingUrl } from '@alumni/shared/exchange/giving'
import { isActiveImport } from '@alumni/shared/exchange/import-states'
import {
  importHeaders,
  importHub,
  importStatusReply,
  type ImportStatusReply,
  type ImportType,
} from '@alumni/shared/exchange/imports'
import { useSyncExternalStore } from 'react'
import { HttpError, isWorthRetrying, request } from '../../../http.ts'
import { otherPage } from '../../../ui/desktop.ts'
import { handFile } from '../../../ui/form/handed-file.ts'
import { refusalOf } from '../../../domain/files/refuse-file.ts'
import type { Source } from './source.ts'
import type { Sending, UploadEvent } from './tus-upload.ts'

export type UploadStep =
  | { is: 'reading' | 'asks' | 'opened' | 'giving' | 'event' | 'waiting' | 'checking' }
  /** Another import of the type is not finished; it goes on by itself after that. */
  | { is: 'blocked'; sentence: string; link?: string | undefined }
  | { is: 'sending'; sent: number; bytesPerSecond: number | null }
  | { is: 'lost' | 'paused'; sent: number }
  | { is: 'refused'; sentence: string; link?: string | undefined; mayRetry: boolean; isSignedOut?: boolean }
  | { is: 'done'; batch: ImportStatusReply }

export type QueuedUpload = {
  id: number
  name: string
  size: number
  /** It was not dropped together with others. */
  isAlone: boolean
  type: ImportType | null
  step: UploadStep
}

type Entry = {
  shown: QueuedUpload
  source: Source
  asksFirst: boolean
  sending?: Sending
  url?: string
  since?: { at: number; sent: number }
}

export const converterPath = '/tools/event_converter'

export const noTable =
  'This is not a table: a CSV file from the CRM has at least two column names in its first line, and lines below.'

const blockedPollMs = 8_000
const retryMs = 4_000

let entries: readonly Entry[] = []
let shown: readonly QueuedUpload[] = []
let lastId = 0
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/**
 * The files that were dropped or chosen, in the order in which they are sent: one at a time, wherever the person goes
 * meanwhile.
 */
export function useUploads(): readonly QueuedUpload[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => shown,
  )
}

/**
 * Adds files; without a `type` each is recognised by its header. With `asksFirst` one of the CRM is sent only when the
 * person says so.
 */
export function addUploads(
  sources: readonly Source[],
  type: ImportType | null = null,
  { asksFirst = false } = {},
): number[] {
  const added = sources.map((source): Entry => {
    const { name, size } = source
    const isAlone = sources.length === 1
    return { source, asksFirst, shown: { id: ++lastId, name, size, isAlone, type, step: { is: 'reading' } } }
  })
  change([...entries, ...added])
  // In their order: of two files of a type the first is sent.
  void added.reduce((before, entry) => before.then(() => read(entry)), Promise.resolve())
  return added.map(({ shown: { id } }) => id)
}

/** Sets the type of a file whose header has none. */
export function chooseType(id: number, type: ImportType): void {
  const entry = entryOf(id)
  if (!entry) return
  entry.shown = { ...entry.shown, type }
  step(entry, { is: 'waiting' })
}

export function pauseUpload(id: number): void {
  const entry = entryOf(id)
  if (!entry || !('sent' in entry.shown.step)) return
  entry.sending?.pause()
  step(entry, { is: 'paused', sent: entry.shown.step.sent })
}

/** Goes on with a paused, refused or opened one, when it is its turn. */
export function resumeUpload(id: number): void {
  const entry = entryOf(id)
  if (!entry) return
  if (entry.shown.type === null) void read(entry)
  else step(entry, { is: 'waiting' })
}

/** Takes a file out of the queue; what has been sent of it is forgotten. */
export function removeUpload(id: number): void {
  const entry = entryOf(id)
  if (!entry) return
  if (entry.shown.step.is !== 'done') entry.sending?.cancel()
  change(entries.filter((other) => other !== entry))
  advance()
}

/** Leads a file that is none of the CRM's to the page that reads it. */
export function handOver(id: number, go: (path: string) => void): void {
  const entry = entryOf(id)
  if (!entry) return
  const path = entry.shown.step.is === 'giving' ? givingUrl : converterPath
  removeUpload(id)
  handFile(path, entry.source.file)
  go(path)
}

/** For the sign-out: what has been sent stays on the server for a while. */
export function leaveUploads(): void {
  for (const { sending } of entries) sending?.pause()
  change([])
}

export function isUnderWay({ step: { is } }: QueuedUpload): boolean {
  return !['done', 'refused', 'giving', 'event', 'opened'].includes(is)
}

async function read(entry: Entry): Promise<void> {
  step(entry, { is: 'reading' })
  try {
    const [headers, beginning] = await Promise.all([
      request('/settings/imports/headers', importHeaders),
      entry.source.beginning().catch(() => {
        throw new Error('This file cannot be read. It may have been moved or deleted. Choose it again.')
      }),
    ])
    const refusal = refusalOf(entry.shown.size, beginning, headers.max_upload_mb)
    if (refusal) return step(entry, { is: 'refused', sentence: refusal, mayRetry: false })
    if (entry.shown.type) return step(entry, { is: 'waiting' })
    const { recognise } = await import('./recognise.ts')
    const kind = recognise(beginning, headers)
    if (kind === 'giving' || kind === 'event') return step(entry, { is: kind })
    if (kind === 'unknown') return step(entry, { is: 'asks' })
    if (kind === 'no-table') return step(entry, { is: 'refused', sentence: noTable, mayRetry: false })
    entry.shown = { ...entry.shown, type: kind }
    step(entry, { is: entry.asksFirst ? 'opened' : 'waiting' })
  } catch (error) {
    step(entry, refusedBy(error))
  }
}

/** Sends the first that waits, unless one is being sent. */
function advance(): void {
  const isBusy = entries.some(({ shown: { step } }) => ['sending', 'lost', 'checking'].includes(step.is))
  const next = entries.find(({ shown: { step } }) => step.is === 'waiting')
  if (isBusy || !next) return
  if (next.url !== undefined) return void finish(next, next.url)
  next.since = undefined
  step(next, { is: 'sending', sent: 0, bytesPerSecond: null })
  if (next.sending) next.sending.resume()
  else next.sending = next.source.send(next.shown.type!, (event) => receive(next, event))
}

function receive(entry: Entry, event: UploadEvent): void {
  // Ignores reports on uploads paused or removed meanwhile.
  if (!entries.includes(entry) || !['sending', 'lost'].includes(entry.shown.step.is)) return
  switch (event.is) {
    case 'sending':
      return step(entry, { ...event, is: 'sending', bytesPerSecond: rateOf(entry, event.sent) })
    case 'lost':
      entry.since = undefined
      return step(entry, { is: 'lost', sent: event.sent })
    case 'sent':
      entry.url = event.url
      return void finish(entry, event.url)
    case 'refused':
      entry.sending = undefined
      return step(entry, refused(event.status, event.sentence, event.link))
  }
}

function rateOf(entry: Entry, sent: number): number | null {
  const now = performance.now()
  entry.since ??= { at: now, sent }
  const seconds = (now - entry.since.at) / 1000
  return seconds > 0.5 ? (sent - entry.since.sent) / seconds : null
}

/** Asks for the batch of what has been sent, until there is an answer. */
async function finish(entry: Entry, url: string): Promise<void> {
  step(entry, { is: 'checking' })
  try {
    const batch = await request(`${url}/batch`, importStatusReply, { method: 'POST', patienceInMs: 10 * 60_000 })
    entry.sending?.done()
    step(entry, { is: 'done', batch })
  } catch (error) {
    if (!entries.includes(entry)) return
    if (isWorthRetrying(error) && !(error instanceof HttpError && error.status === 507)) {
      step(entry, { is: 'lost', sent: entry.shown.size })
      return void setTimeout(() => entries.includes(entry) && void finish(entry, url), retryMs)
    }
    if (error instanceof HttpError && [404, 422].includes(error.status)) {
      entry.url = undefined
      entry.sending?.done()
      entry.sending = undefined
    }
    step(entry, refusedBy(error))
  }
}

function refusedBy(error: unknown): UploadStep {
  if (error instanceof HttpError) return refused(error.status, error.message, error.body.links?.self)
  return { is: 'refused', sentence: (error as Error).message, mayRetry: true }
}

function refused(status: number, sentence: string, link: string | undefined): UploadStep {
  if (status === 409 && link) return { is: 'blocked', sentence, link }
  if (status === 401)
    return {
      is: 'refused',
      sentence: `You have been signed out. Sign in again in a new ${otherPage()}, then come back and send the file.`,
      mayRetry: true,
      isSignedOut: true,
    }
  return { is: 'refused', sentence, link, mayRetry: status === 0 || status >= 500 || [404, 409, 429].includes(status) }
}

/** Lets those go on whose type has become free. */
async function releaseBlocked(): Promise<void> {
  const { types } = await request('/settings/imports', importHub)
  const busy = new Set(
    types.flatMap(({ type, last_batch: last }) => (last && isActiveImport(last.status) ? [type] : [])),
  )
  for (const entry of entries)
    if (entry.shown.step.is === 'blocked' && !busy.has(entry.shown.type!)) step(entry, { is: 'waiting' })
}

function step(entry: Entry, next: UploadStep): void {
  if (!entries.includes(entry)) return
  entry.shown = { ...entry.shown, step: next }
  change(entries)
  if (next.is !== 'sending' && next.is !== 'lost') advance()
}

function change(next: readonly Entry[]): void {
  entries = next
  shown = entries.map((entry) => entry.shown)
  for (const listener of listeners) listener()
  const isBlocked = shown.some(({ step }) => step.is === 'blocked')
  if (!isBlocked) timer = void clearInterval(timer)
  else timer ??= setInterval(() => void releaseBlocked().catch(() => undefined), blockedPollMs)
}

function entryOf(id: number): Entry | undefined {
  return entries.find((entry) => entry.shown.id === id)
}
