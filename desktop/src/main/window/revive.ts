import { dialog, type BrowserWindow } from 'electron'
import { appOrigin } from '../app-protocol/app-address.ts'
import { stoppedPath } from '../app-protocol/own-pages.ts'
import { RateLimit } from '../rate-limit.ts'

const maxRevivals = 3
const dead = new WeakSet<BrowserWindow>()

/** Whether the page has crashed and cannot report unsaved changes. */
export function isDead(window: BrowserWindow): boolean {
  return dead.has(window)
}

/** Reloads a crashed page, and asks the user about a page that hangs. */
export function reviveOnCrash(window: BrowserWindow): void {
  const { webContents } = window
  const revivals = new RateLimit(maxRevivals, 60_000)
  let asking: AbortController | undefined

  webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return
    console.error(`The window's process has ended: ${reason}.`)
    dead.add(window)
    asking?.abort()
    // Chromium has not finished removing the crashed page yet.
    setImmediate(() => {
      if (window.isDestroyed()) return
      if (revivals.take()) webContents.reload()
      else void webContents.loadURL(appOrigin + stoppedPath)
    })
  })
  webContents.on('did-finish-load', () => dead.delete(window))

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
    // A hung process does not reload; it is ended, and revived as a dead one.
    if (response === 1 && !window.isDestroyed()) webContents.forcefullyCrashRenderer()
  })
  window.on('responsive', () => asking?.abort())
}
