import { basename, dirname, join } from 'node:path'
import { app, BrowserWindow, session, type DownloadItem } from 'electron'
import { appOrigin } from '../app-protocol/app-address.ts'
import { takeRefusal } from '../app-protocol/refused-downloads.ts'
import { sendToWindow } from '../pages.ts'
import { changeSettings, readSettings } from '../settings.ts'

export function saveDownloads(): void {
  session.defaultSession.on('will-download', (event, item, contents) => {
    const window = BrowserWindow.fromWebContents(contents)
    if (!window || !isOurs(item.getURL())) return event.preventDefault()
    // Replaces the default title, the URL, which is only a number for generated files.
    item.setSaveDialogOptions({
      title: `Save ${item.getFilename()}`,
      defaultPath: join(saveFolder(), item.getFilename()),
    })
    item.on('updated', () => showProgress(window, item))
    item.once('done', (_event, state) => {
      if (window.isDestroyed()) return
      window.setProgressBar(-1)
      if (state === 'cancelled') return
      if (state === 'completed') return showSaved(window, item.getSavePath())
      sendToWindow(window, 'notice', {
        tone: 'bad',
        title: 'The file was not saved',
        message: takeRefusal(item.getURL()) ?? 'The connection was lost, or the disk is full. Try again.',
      })
    })
  })
}

export function showSaved(window: BrowserWindow, path: string): void {
  changeSettings({ saveFolder: dirname(path) })
  sendToWindow(window, 'notice', { tone: 'good', title: 'Saved', message: basename(path) })
}

export function saveFolder(): string {
  return readSettings().saveFolder ?? app.getPath('downloads')
}

function isOurs(url: string): boolean {
  return url.startsWith(`${appOrigin}/`) || url.startsWith(`blob:${appOrigin}/`)
}

/** A download of unknown length shows indeterminate progress. */
function showProgress(window: BrowserWindow, item: DownloadItem): void {
  if (window.isDestroyed()) return
  const total = item.getTotalBytes()
  window.setProgressBar(total > 0 ? item.getReceivedBytes() / total : 2)
}
