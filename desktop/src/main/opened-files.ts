import { basename, dirname } from 'node:path'
import { app, dialog } from 'electron'
import type { Page, TakenFile } from '../ipc.ts'
import { sendToWindow } from './pages.ts'
import { changeSettings, readSettings } from './settings.ts'
import { takeFile } from './taken-files.ts'
import { frontWindow } from './window/every-window.ts'

const maxRecent = 10
/** Files opened with the app that no page has taken. */
const waiting: string[] = []

/** Opens files from the menu, the command line or the app's icon: the front window takes them. */
export function openFiles(paths: readonly string[]): void {
  if (paths.length === 0) return
  waiting.push(...paths)
  const others = readSettings().recentFiles.filter((path) => !paths.includes(path))
  changeSettings({ recentFiles: [...paths, ...others].slice(0, maxRecent) })
  if (process.platform !== 'linux') for (const path of paths) app.addRecentDocument(path)
  const window = frontWindow()
  if (window) sendToWindow(window, 'files.waiting', null)
}

/** Takes the opened files for this page, with a notice for each unreadable one. */
export async function takeOpened(page: Page): Promise<TakenFile[]> {
  const files = await Promise.all(
    waiting.splice(0).map((path) =>
      takeFile(page, path).catch((error: Error) => {
        page.send('notice', { tone: 'bad', title: basename(path), message: error.message })
        return undefined
      }),
    ),
  )
  return files.filter((file) => file !== undefined)
}

export async function chooseFile(): Promise<void> {
  const window = frontWindow()
  const [last] = readSettings().recentFiles
  const options = {
    ...(last ? { defaultPath: dirname(last) } : {}),
    filters: [{ name: 'CSV', extensions: ['csv'] }],
    properties: ['openFile' as const],
  }
  const { canceled, filePaths } = await (window
    ? dialog.showOpenDialog(window, options)
    : dialog.showOpenDialog(options))
  if (!canceled) openFiles(filePaths)
}

/** Clears the recent files except those that wait for the next user. */
export function forgetRecentFiles(): void {
  changeSettings({ recentFiles: waiting.slice(-maxRecent) })
  if (process.platform !== 'linux') app.clearRecentDocuments()
}
