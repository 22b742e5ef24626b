import { basename, dirname, join } from 'node:path'
import { app, BrowserWindow, session, type DownloadItem } from 'electron'
import { appOrigin } from '../app-protocol/app-address.ts'
import { takeDownloadRefusal } from '../app-protocol/refused-downloads.ts'
import { sendToWindow } from '../pages.ts'
import { changeSettings, readSettings } from '../settings.ts'

/** Asks where to save each download from the app, and shows the result. Prevents all other downloads. */
export function handleDownloads(): void {
  session.defaultSession.on('will-download', (event, item, contents) => {
    const window = BrowserWindow.fromWebContents(contents)
    if (!window || !isFromApp(item.getURL())) return event.preventDefault()
    // The default title is the URL, which is meaningless for generated files.
    item.setSaveDialogOptions({
      title: `Save ${item.getFilename()}`,
      defaultPath: join(getSaveFolder(), item.getFilename()),
    })
    item.on('updated', () => showProgress(window, item))
    item.once('done', (_event, state) => {
      if (window.isDestroyed()) return
      window.setProgressBar(-1)
      if (state === 'cancelled') return
      if (state === 'completed') return notifySaved(window, item.getSavePath())
      sendToWindow(window, 'notice', {
        tone: 'bad',
        title: 'The file was not saved',
        message: takeDownloadRefusal(item.getURL()) ?? 'The connection was lost, or the disk is full. Try again.',
      })
    })
  })
}

export function notifySaved(window: BrowserWindow, path: string): void {
  changeSettings({ saveFolder: dirname(path) })
  sendToWindow(window, 'notice', { tone: 'good', title: 'Saved', message: basename(path) })
}

export function getSaveFolder(): string {
  return readSettings().saveFolder ?? app.getPath('downloads')
}

function isFromApp(url: string): boolean {
  return url.startsWith(`${appOrigin}/`) || url.startsWith(`blob:${appOrigin}/`)
}

function showProgress(window: BrowserWindow, item: DownloadItem): void {
  if (window.isDestroyed()) return
  const total = item.getTotalBytes()
  window.setProgressBar(total > 0 ? item.getReceivedBytes() / total : 2)
}
