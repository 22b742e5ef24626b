import { app, dialog } from 'electron'
import { sendToWindow } from './pages.ts'
import { findFrontWindow } from './window/every-window.ts'

const message = 'Your last action may not have been completed. If the app behaves oddly, close it and start it again.'

/** Logs uncaught errors and shows a short message, because Electron's own dialog shows a stack trace. */
export function reportUncaughtErrors(): void {
  const show = (error: unknown) => {
    console.error(error instanceof Error ? error.stack : error)
    const window = findFrontWindow()
    if (window) sendToWindow(window, 'notice', { tone: 'bad', title: 'Something went wrong in the app', message })
    else if (app.isReady()) dialog.showErrorBox('Something went wrong in the app', message)
  }
  process.on('uncaughtException', show)
  process.on('unhandledRejection', show)
}
