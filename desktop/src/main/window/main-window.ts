import { join } from 'node:path'
import { BrowserWindow, nativeTheme } from 'electron'
import { appOrigin } from '../app-protocol/app-address.ts'
import { readSettings } from '../settings.ts'

let mainWindow: BrowserWindow | undefined

/** Opens the window, or brings the one that is there to the front; `path` is where it leads. */
export function showMainWindow(path = '/'): BrowserWindow {
  if (mainWindow && !mainWindow.isDestroyed()) {
    if (mainWindow.isMinimized()) mainWindow.restore()
    mainWindow.focus()
    return mainWindow
  }
  mainWindow = new BrowserWindow({
    show: false,
    width: 1280,
    height: 860,
    minWidth: 390,
    minHeight: 480,
    title: 'Alumni relations',
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#16171b' : '#ffffff',
    webPreferences: {
      preload: join(__dirname, '../preload/start.cjs'),
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      safeDialogs: true,
      spellcheck: true,
    },
  })
  mainWindow.once('ready-to-show', () => mainWindow?.show())
  void mainWindow.loadURL(appOrigin + (readSettings().address ? path : '/connection'))
  return mainWindow
}
