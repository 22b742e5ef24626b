import { BrowserWindow, type WebContents } from 'electron'
import type { Send } from '../../ipc.ts'
import { sendToWindow } from '../pages.ts'

export const sendToWindows: Send = (...message) => sendToOthers(undefined, ...message)

export function sendToOthers(sender: WebContents | undefined, ...message: Parameters<Send>): void {
  for (const window of BrowserWindow.getAllWindows())
    if (!window.isDestroyed() && window.webContents !== sender) sendToWindow(window, ...message)
}

export function findFrontWindow(): BrowserWindow | undefined {
  return BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0]
}
