import type { BrowserWindow, IpcMainInvokeEvent, WebContents } from 'electron'
import { events, type Page, type Send } from '../ipc.ts'
import { appOrigin } from './app-protocol/app-address.ts'

type Shown = { page: Page; end: AbortController; isListening: boolean; waiting: Parameters<Send>[] }

const maxWaiting = 20
/** The document that each window shows. */
const shown = new Map<WebContents, Shown>()

/**
 * The document that a window shows. What main does for it belongs to it, and ends when the window goes elsewhere, is
 * loaded again, dies or is closed, and when the person signs out.
 */
export function pageOf(contents: WebContents): Page {
  return shownIn(contents).page
}

export function contentsOf(page: Page): WebContents | undefined {
  return [...shown].find(([, known]) => known.page === page)?.[0]
}

export function livePages(): Page[] {
  return [...shown.values()].map(({ page }) => page)
}

/**
 * Stores a value of main for each page: no other page sees it, and it ends with its page. `make` may listen to
 * `page.ended`.
 */
export function ofPage<Made>(make: (page: Page) => Made): (page: Page) => Made {
  const made = new WeakMap<Page, Made>()
  return (page) => {
    if (!made.has(page)) made.set(page, make(page))
    return made.get(page)!
  }
}

/** Sends to a window's page, or the next one there, once it listens. */
export function sendToWindow({ webContents }: Pick<BrowserWindow, 'webContents'>, ...message: Parameters<Send>): void {
  const known = shownIn(webContents)
  if (known.isListening) return known.page.send(...message)
  known.waiting = [...known.waiting, message].slice(-maxWaiting)
}

/** The page listens from now on: it receives what waited for it. */
export function beginSending(page: Page): void {
  const contents = contentsOf(page)
  if (!contents) return
  const known = shownIn(contents)
  known.isListening = true
  for (const message of known.waiting.splice(0)) page.send(...message)
}

/** The next person gets nothing of what was begun before. The documents stay. */
export function endPages(): void {
  for (const [contents, known] of shown) {
    known.end.abort()
    Object.assign(known, newPage(contents))
  }
}

/** Whether the frame that asked is a window's own, and shows this app. */
export function isOurs({ senderFrame, sender }: Pick<IpcMainInvokeEvent, 'senderFrame' | 'sender'>): boolean {
  return senderFrame !== null && senderFrame === sender.mainFrame && senderFrame.origin === appOrigin
}

function shownIn(contents: WebContents): Shown {
  const known = shown.get(contents)
  if (known) return known
  const added: Shown = { ...newPage(contents), isListening: false, waiting: [] }
  shown.set(contents, added)
  const end = () => {
    added.end.abort()
    Object.assign(added, newPage(contents), { isListening: false })
  }
  contents.on('did-navigate', end)
  contents.on('render-process-gone', end)
  contents.once('destroyed', () => {
    added.end.abort()
    shown.delete(contents)
  })
  return added
}

function newPage(contents: WebContents): Pick<Shown, 'page' | 'end'> {
  const end = new AbortController()
  const send: Send = (name, event) => {
    if (!end.signal.aborted) contents.send(`event:${name}`, events[name].parse(event))
  }
  return { end, page: { send, ended: end.signal } }
}
