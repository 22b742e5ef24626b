import { EventEmitter } from 'node:events'
import type { WebContents } from 'electron'
import { expect, test } from 'vitest'
import {
  sendWaitingEvents,
  stopPageWork,
  isFromOwnWindow,
  listPages,
  createPageState,
  getPage,
  sendToWindow,
} from './pages.ts'
import { getTakenFile, getTakenFileOfAnyPage, takeFile } from './taken-files.ts'

function openWindow() {
  const received: unknown[] = []
  const emitter = Object.assign(new EventEmitter(), {
    send: (_channel: string, event: unknown) => received.push(event),
  })
  const contents = emitter as unknown as WebContents
  return { contents, received, happens: (event: string) => void emitter.emit(event), page: () => getPage(contents) }
}
const notice = (title: string) => ['notice', { tone: 'warn', title, message: '' }] as const

test.each(['did-navigate', 'render-process-gone', 'destroyed'])('a page and its state end with %s', (event) => {
  const ada = openWindow()
  const held = createPageState(() => ({ file: '' }))
  const page = ada.page()
  held(page).file = 'gala.csv'
  expect(held(ada.page()).file).toBe('gala.csv')
  ada.happens(event)
  page.send(...notice('late'))
  expect([page.ended.aborted, ada.received, listPages().includes(page)]).toEqual([true, [], false])
  if (event !== 'destroyed') expect(held(ada.page()).file).toBe('')
  ada.happens('destroyed')
})

test('each window has its own files and messages', async () => {
  const [ada, stan] = [openWindow(), openWindow()]
  const { id } = await takeFile(ada.page(), import.meta.filename)
  expect(getTakenFile(ada.page(), id).path).toBe(import.meta.filename)
  expect(() => getTakenFile(stan.page(), id)).toThrow('no longer available')
  ada.page().send(...notice('for Ada'))
  expect([ada.received.length, stan.received.length]).toEqual([1, 0])
  expect(getTakenFileOfAnyPage(id).path).toBe(import.meta.filename)
  ada.happens('destroyed')
  expect(() => getTakenFileOfAnyPage(id)).toThrow('no longer available')
  stan.happens('destroyed')
})

test('signing out stops the work of every page, and the pages still receive messages', () => {
  const [ada, stan] = [openWindow(), openWindow()]
  const pages = [ada.page(), stan.page()]
  sendWaitingEvents(ada.page())
  stopPageWork()
  expect(pages.map(({ ended }) => ended.aborted)).toEqual([true, true])
  sendToWindow({ webContents: ada.contents }, ...notice('hello'))
  expect(ada.received).toMatchObject([{ title: 'hello' }])
  for (const window of [ada, stan]) window.happens('destroyed')
})

test('messages to a page that is not listening yet are delivered once it listens', () => {
  const ada = openWindow()
  const window = { webContents: ada.contents }
  sendToWindow(window, ...notice('at the start'))
  expect(ada.received).toEqual([])
  sendWaitingEvents(ada.page())
  expect(ada.received).toMatchObject([{ title: 'at the start' }])
  ada.happens('did-navigate')
  sendToWindow(window, ...notice('while it is loaded again'))
  expect(ada.received.length).toBe(1)
  sendWaitingEvents(ada.page())
  expect(ada.received).toMatchObject([{ title: 'at the start' }, { title: 'while it is loaded again' }])
  ada.happens('destroyed')
})

test('main answers only the top frame of a window that shows this app', () => {
  const frame = (origin: string) => ({ origin })
  const isAnswered = (senderFrame: object | null, mainFrame: object | null) =>
    isFromOwnWindow({ senderFrame, sender: { mainFrame } } as never)
  const ownFrame = frame('app://staff')
  const other = frame('https://staff.example')
  expect(isAnswered(ownFrame, ownFrame)).toBe(true)
  expect(isAnswered(frame('app://staff'), ownFrame)).toBe(false)
  expect(isAnswered(other, other)).toBe(false)
  expect(isAnswered(null, null)).toBe(false)
})
