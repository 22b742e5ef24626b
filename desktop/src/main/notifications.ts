import { BrowserWindow, Notification } from 'electron'
import type { Handlers } from '../ipc.ts'
import { contentsOf, ofPage } from './pages.ts'
import { showWindow } from './window/main-window.ts'

/** A page's own until they are clicked or gone: one that is collected as garbage does not hear its click. */
const shownBy = ofPage((page) => {
  const shown = new Set<Notification>()
  page.ended.addEventListener('abort', () => shown.forEach((notification) => notification.close()))
  return shown
})

export const notificationHandlers = {
  'notification.show': async ({ title, message, path }, page) => {
    const shown = shownBy(page)
    if (!Notification.isSupported()) return null
    const notification = new Notification({ title, body: message })
    shown.add(notification)
    notification.on('close', () => shown.delete(notification))
    notification.on('click', () => {
      shown.delete(notification)
      const contents = contentsOf(page)
      showWindow(path, (contents && BrowserWindow.fromWebContents(contents)) ?? undefined)
    })
    notification.show()
    return null
  },
} satisfies Partial<Handlers>
