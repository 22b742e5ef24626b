import { basename, dirname } from 'node:path'
import { app, dialog } from 'electron'
import type { Page, TakenFile } from '../ipc.ts'
import { sendToWindow } from './pages.ts'
import { changeSettings, readSettings } from './settings.ts'
import { takeFile } from './taken-files.ts'
import { findFrontWindow } from './window/every-window.ts'

const maxRecent = 10
const waitingPaths: string[] = []

/** Opens files from the menu, the command line or the app's icon, in the front window. */
export function openFiles(paths: readonly string[]): void {
  if (paths.length === 0) return
  waitingPaths.push(...paths)
  const others = readSettings().recentFiles.filter((path) => !paths.includes(path))
  changeSettings({ recentFiles: [...paths, ...others].slice(0, maxRecent) })
  if (process.platform !== 'linux') for (const path of paths) app.addRecentDocument(path)
  const window = findFrontWindow()
  if (window) sendToWindow(window, 'files.waiting', null)
}

/** Returns the waiting files for this page, and shows a notice for each unreadable file. */
export async function takeOpenedFiles(page: Page): Promise<TakenFile[]> {
  const files = await Promise.all(
    waitingPaths.splice(0).map((path) =>
      takeFile(page, path).catch((error: Error) => {
        page.send('notice', { tone: 'bad', title: basename(path), message: error.message })
        return undefined
      }),
    ),
  )
  return files.filter((file) => file !== undefined)
}

export async function chooseFile(): Promise<void> {
  const window = findFrontWindow()
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

/** Clears the list of recent files, except for files that no page has taken yet. */
export function forgetRecentFiles(): void {
  changeSettings({ recentFiles: waitingPaths.slice(-maxRecent) })
  if (process.platform !== 'linux') app.clearRecentDocuments()
}
