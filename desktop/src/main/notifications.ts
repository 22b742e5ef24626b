import { BrowserWindow, Notification } from 'electron'
import type { Handlers } from '../ipc.ts'
import { findContents, createPageState } from './pages.ts'
import { showWindow } from './window/main-window.ts'

/** Holds references to open notifications, because clicks on garbage-collected ones would be lost. */
const notificationsOf = createPageState((page) => {
  const notifications = new Set<Notification>()
  page.ended.addEventListener('abort', () => notifications.forEach((notification) => notification.close()))
  return notifications
})

export const notificationHandlers = {
  'notification.show': async ({ title, message, path }, page) => {
    const notifications = notificationsOf(page)
    if (!Notification.isSupported()) return null
    const notification = new Notification({ title, body: message })
    notifications.add(notification)
    notification.on('close', () => notifications.delete(notification))
    notification.on('click', () => {
      notifications.delete(notification)
      const contents = findContents(page)
      showWindow(path, (contents && BrowserWindow.fromWebContents(contents)) ?? undefined)
    })
    notification.show()
    return null
  },
} satisfies Partial<Handlers>
