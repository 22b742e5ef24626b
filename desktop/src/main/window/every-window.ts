import { BrowserWindow, type WebContents } from 'electron'
import type { Tell } from '../../ipc.ts'
import { tellWindow } from '../pages.ts'

/** Tells every window of the app. */
export const tellWindows: Tell = (...message) => tellOthers(undefined, ...message)

/** Tells the windows but the one that shows `asker`, which learns it from its answer. */
export function tellOthers(asker: WebContents | undefined, ...message: Parameters<Tell>): void {
  for (const window of BrowserWindow.getAllWindows())
    if (!window.isDestroyed() && window.webContents !== asker) tellWindow(window, ...message)
}

/** The window that the person uses; undefined where none is open. */
export function frontWindow(): BrowserWindow | undefined {
  return BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0]
}
