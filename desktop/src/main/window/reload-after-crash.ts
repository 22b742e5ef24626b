import { dialog, type BrowserWindow } from 'electron'
import { appOrigin } from '../app-protocol/app-address.ts'
import { stoppedPath } from '../app-protocol/own-pages.ts'
import { RateLimit } from '../rate-limit.ts'

const maxReloads = 3
const crashedWindows = new WeakSet<BrowserWindow>()

/** Returns whether the window's page has crashed. Such a window closes without asking about unsaved changes. */
export function hasCrashed(window: BrowserWindow): boolean {
  return crashedWindows.has(window)
}

/** Reloads a crashed page, and asks the user whether to reload a page that hangs. */
export function reloadAfterCrash(window: BrowserWindow): void {
  const { webContents } = window
  const reloads = new RateLimit(maxReloads, 60_000)
  let asking: AbortController | undefined

  webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return
    console.error(`The window's process has ended: ${reason}.`)
    crashedWindows.add(window)
    asking?.abort()
    // Waits until Chromium has removed the crashed page.
    setImmediate(() => {
      if (window.isDestroyed()) return
      if (reloads.take()) webContents.reload()
      else void webContents.loadURL(appOrigin + stoppedPath)
    })
  })
  webContents.on('did-finish-load', () => crashedWindows.delete(window))

  window.on('unresponsive', async () => {
    if (asking) return
    asking = new AbortController()
    const { response } = await dialog
      .showMessageBox(window, {
        type: 'warning',
        message: 'This window is not responding.',
        detail: 'You can wait, or reload it. Anything you typed and have not saved would be lost.',
        buttons: ['Wait', 'Reload'],
        defaultId: 0,
        cancelId: 0,
        signal: asking.signal,
      })
      .finally(() => (asking = undefined))
    // A hung page cannot reload, so its process is terminated and handled like a crash.
    if (response === 1 && !window.isDestroyed()) webContents.forcefullyCrashRenderer()
  })
  window.on('responsive', () => asking?.abort())
}
