import { BrowserWindow, type WebContents } from 'electron'
import type { Send } from '../../ipc.ts'
import { sendToWindow } from '../pages.ts'

export const sendToWindows: Send = (...message) => sendToOthers(undefined, ...message)

/** Sends to windows other than that of `asker`, which learns it from its answer. */
export function sendToOthers(asker: WebContents | undefined, ...message: Parameters<Send>): void {
  for (const window of BrowserWindow.getAllWindows())
    if (!window.isDestroyed() && window.webContents !== asker) sendToWindow(window, ...message)
}

/** The window that the person uses; undefined where none is open. */
export function frontWindow(): BrowserWindow | undefined {
  return BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0]
}
