import { Notification } from 'electron'
import type { Handlers } from '../ipc.ts'
import { showWindow } from './window/main-window.ts'

/** Kept until they are clicked or gone: one that is collected as garbage does not hear its click. */
const shown = new Set<Notification>()

export const notificationHandlers = {
  'notification.show': async ({ title, message, path }) => {
    if (!Notification.isSupported()) return null
    const notification = new Notification({ title, body: message })
    shown.add(notification)
    notification.on('close', () => shown.delete(notification))
    notification.on('click', () => {
      shown.delete(notification)
      showWindow(path)
    })
    notification.show()
    return null
  },
} satisfies Partial<Handlers>
