import { dialog, type BrowserWindow } from 'electron'
import { appOrigin } from '../app-protocol/app-address.ts'
import { stoppedPath } from '../app-protocol/own-pages.ts'
import { RateLimit } from '../rate-limit.ts'

const maxRevivals = 3
const dead = new WeakSet<BrowserWindow>()

/** Whether its page has died: it cannot say whether something is unsaved. */
export function isDead(window: BrowserWindow): boolean {
  return dead.has(window)
}

/** A page that dies is loaded again, and one that hangs is asked about. */
export function reviveOnCrash(window: BrowserWindow): void {
  const { webContents } = window
  const revivals = new RateLimit(maxRevivals, 60_000)
  let asking: AbortController | undefined

  webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return
    console.error(`The window's process has ended: ${reason}.`)
    dead.add(window)
    asking?.abort()
    // Chromium has not finished with the dead one in this moment.
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
