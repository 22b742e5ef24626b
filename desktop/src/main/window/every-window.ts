import { BrowserWindow } from 'electron'
import { events, type Tell } from '../../ipc.ts'

/** Tells every window of the app. */
export const tellWindows: Tell = (name, event) => {
  for (const window of BrowserWindow.getAllWindows()) tellWindow(window, name, event)
}

export function tellWindow(window: BrowserWindow, ...[name, event]: Parameters<Tell>): void {
  if (!window.isDestroyed()) window.webContents.send(`event:${name}`, events[name].parse(event))
}
