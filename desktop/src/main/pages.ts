import type { BrowserWindow, IpcMainInvokeEvent, WebContents } from 'electron'
import { events, type Page, type Send } from '../ipc.ts'
import { appOrigin } from './app-protocol/app-address.ts'

type PageEntry = {
  page: Page
  abortController: AbortController
  isListening: boolean
  waitingEvents: Parameters<Send>[]
}

const maxWaiting = 20
const entries = new Map<WebContents, PageEntry>()

/** Returns the current document of a window. Navigation, reload, crash, close and sign-out stop the document's work. */
export function getPage(contents: WebContents): Page {
  return entryOf(contents).page
}

export function findContents(page: Page): WebContents | undefined {
  return [...entries].find(([, known]) => known.page === page)?.[0]
}

export function listPages(): Page[] {
  return [...entries.values()].map(({ page }) => page)
}

/** Returns a function that returns the state of a page, created by `create` on first use. */
export function createPageState<Value>(create: (page: Page) => Value): (page: Page) => Value {
  const values = new WeakMap<Page, Value>()
  return (page) => {
    if (!values.has(page)) values.set(page, create(page))
    return values.get(page)!
  }
}

/** Sends a message to the current page of a window, or queues the message until a page is listening. */
export function sendToWindow({ webContents }: Pick<BrowserWindow, 'webContents'>, ...message: Parameters<Send>): void {
  const entry = entryOf(webContents)
  if (entry.isListening) return entry.page.send(...message)
  entry.waitingEvents = [...entry.waitingEvents, message].slice(-maxWaiting)
}

export function sendWaitingEvents(page: Page): void {
  const contents = findContents(page)
  if (!contents) return
  const entry = entryOf(contents)
  entry.isListening = true
  for (const message of entry.waitingEvents.splice(0)) page.send(...message)
}

/** Aborts the work of all pages, so that the next user does not see the results. The documents stay open. */
export function stopPageWork(): void {
  for (const [contents, entry] of entries) {
    entry.abortController.abort()
    Object.assign(entry, newPage(contents))
  }
}

export function isFromOwnWindow({ senderFrame, sender }: Pick<IpcMainInvokeEvent, 'senderFrame' | 'sender'>): boolean {
  return senderFrame !== null && senderFrame === sender.mainFrame && senderFrame.origin === appOrigin
}

function entryOf(contents: WebContents): PageEntry {
  const known = entries.get(contents)
  if (known) return known
  const added: PageEntry = { ...newPage(contents), isListening: false, waitingEvents: [] }
  entries.set(contents, added)
  const replacePage = () => {
    added.abortController.abort()
    Object.assign(added, newPage(contents), { isListening: false })
  }
  contents.on('did-navigate', replacePage)
  contents.on('render-process-gone', replacePage)
  contents.once('destroyed', () => {
    added.abortController.abort()
    entries.delete(contents)
  })
  return added
}

function newPage(contents: WebContents): Pick<PageEntry, 'page' | 'abortController'> {
  const abortController = new AbortController()
  const { signal: ended } = abortController
  const send: Send = (name, event) => {
    if (!ended.aborted) contents.send(`event:${name}`, events[name].parse(event))
  }
  return { abortController, page: { send, ended } }
}
