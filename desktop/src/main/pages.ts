import type { BrowserWindow, IpcMainInvokeEvent, WebContents } from 'electron'
import { events, type Page, type Send } from '../ipc.ts'
import { appOrigin } from './app-protocol/app-address.ts'

type PageEntry = { page: Page; end: AbortController; isListening: boolean; waiting: Parameters<Send>[] }

const maxWaiting = 20
const entries = new Map<WebContents, PageEntry>()

/** Returns the current document. Its work stops when the window leaves, reloads, crashes or closes, and on sign-out. */
export function pageOf(contents: WebContents): Page {
  return entryOf(contents).page
}

export function contentsOf(page: Page): WebContents | undefined {
  return [...entries].find(([, known]) => known.page === page)?.[0]
}

export function livePages(): Page[] {
  return [...entries.values()].map(({ page }) => page)
}

/** Creates a value per page, which no other page can access; `create` may listen to `page.ended`. */
export function ofPage<Value>(create: (page: Page) => Value): (page: Page) => Value {
  const values = new WeakMap<Page, Value>()
  return (page) => {
    if (!values.has(page)) values.set(page, create(page))
    return values.get(page)!
  }
}

/** Sends to the current page of a window, or to the next one once it listens. */
export function sendToWindow({ webContents }: Pick<BrowserWindow, 'webContents'>, ...message: Parameters<Send>): void {
  const entry = entryOf(webContents)
  if (entry.isListening) return entry.page.send(...message)
  entry.waiting = [...entry.waiting, message].slice(-maxWaiting)
}

/** Marks the page as listening and sends the waiting events. */
export function startSending(page: Page): void {
  const contents = contentsOf(page)
  if (!contents) return
  const entry = entryOf(contents)
  entry.isListening = true
  for (const message of entry.waiting.splice(0)) page.send(...message)
}

/** Ends all work for the current documents, so that the next user gets no results of it. The documents stay. */
export function renewPages(): void {
  for (const [contents, entry] of entries) {
    entry.end.abort()
    Object.assign(entry, newPage(contents))
  }
}

/** Whether a request is from the main frame of one of our windows. */
export function isOurs({ senderFrame, sender }: Pick<IpcMainInvokeEvent, 'senderFrame' | 'sender'>): boolean {
  return senderFrame !== null && senderFrame === sender.mainFrame && senderFrame.origin === appOrigin
}

function entryOf(contents: WebContents): PageEntry {
  const known = entries.get(contents)
  if (known) return known
  const added: PageEntry = { ...newPage(contents), isListening: false, waiting: [] }
  entries.set(contents, added)
  const end = () => {
    added.end.abort()
    Object.assign(added, newPage(contents), { isListening: false })
  }
  contents.on('did-navigate', end)
  contents.on('render-process-gone', end)
  contents.once('destroyed', () => {
    added.end.abort()
    entries.delete(contents)
  })
  return added
}

function newPage(contents: WebContents): Pick<PageEntry, 'page' | 'end'> {
  const end = new AbortController()
  const send: Send = (name, event) => {
    if (!end.signal.aborted) contents.send(`event:${name}`, events[name].parse(event))
  }
  return { end, page: { send, ended: end.signal } }
}
