import { app, BrowserWindow, dialog, screen, Menu, type MenuItemConstructorOptions } from 'electron'
import { appOrigin } from '../app-protocol/app-address.ts'
import { sendToWindow } from '../pages.ts'
import { changeSettings, readSettings } from '../settings.ts'
import { findFrontWindow } from './every-window.ts'
import { getBackgroundColor } from './color-scheme.ts'
import { toAppPath } from './external-url.ts'
import { hasCrashed, reloadAfterCrash } from './reload-after-crash.ts'
import { offsetBounds, fitBounds, minSize } from './window-state.ts'
import { join } from 'node:path'

/** Brings a window to the front and opens `path` in it; opens a new window if there is none. */
export function showWindow(path?: string, window = findFrontWindow()): void {
  if (!window) return openWindow(path)
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
  if (path !== undefined) sendToWindow(window, 'go', { path })
}

const maxWindows = 8

/** Opens a new window at `path`, beside the front window. Shows a notice instead if too many windows are open. */
export function openWindow(path = '/'): void {
  const { window: state, zoom = 1 } = readSettings()
  const before = findFrontWindow()
  if (before && BrowserWindow.getAllWindows().length >= maxWindows)
    return sendToWindow(before, 'notice', {
      tone: 'warn',
      title: `${maxWindows} windows are open`,
      message: 'Close one of them before you open another.',
    })
  const isFirst = !before
  const displays = screen.getAllDisplays().map(({ workArea }) => workArea)
  const window = new BrowserWindow({
    ...(before ? offsetBounds(before.getNormalBounds(), displays) : fitBounds(state, displays)),
    minWidth: minSize.width,
    minHeight: minSize.height,
    show: false,
    title: app.name,
    backgroundColor: getBackgroundColor(),
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
      zoomFactor: zoom,
    },
  })
  if (isFirst && state?.isMaximized) window.maximize()
  if (isFirst && state?.isFullScreen) window.setFullScreen(true)
  reloadAfterCrash(window)
  addContextMenu(window)
  confirmUnsaved(window)
  returnFromBlankPage(window)
  window.on('close', () => saveWindowState(window))
  void window.loadURL(appOrigin + path)
  // Shows the empty window immediately, because waiting for the page would look like a failed start.
  window.show()
}

/** Goes back when a page navigates to `about:blank`, which cannot be prevented. */
function returnFromBlankPage({ webContents }: BrowserWindow): void {
  webContents.on('did-navigate', (_event, url) => {
    if (toAppPath(url) !== undefined) return
    if (webContents.navigationHistory.canGoBack()) webContents.navigationHistory.goBack()
    else void webContents.loadURL(`${appOrigin}/`)
  })
}

/** Asks the user before a window with unsaved changes closes or navigates. A crashed page closes without a question. */
function confirmUnsaved(window: BrowserWindow): void {
  window.webContents.on('will-prevent-unload', (event) => {
    const answer = dialog.showMessageBoxSync(window, {
      type: 'question',
      message: 'Leave without saving?',
      detail: 'What you have typed, or what is still being saved, would be lost.',
      buttons: ['Stay', 'Leave'],
      defaultId: 0,
      cancelId: 0,
    })
    if (answer === 1) event.preventDefault()
  })
  window.on('close', (event) => {
    if (!hasCrashed(window)) return
    event.preventDefault()
    window.destroy()
  })
}

function saveWindowState(window: BrowserWindow): void {
  const zoom = hasCrashed(window) ? undefined : window.webContents.getZoomFactor()
  changeSettings({
    window: {
      bounds: window.getNormalBounds(),
      isMaximized: window.isMaximized(),
      isFullScreen: window.isFullScreen(),
    },
    ...(zoom ? { zoom } : {}),
  })
}

function addContextMenu({ webContents }: BrowserWindow): void {
  webContents.on(
    'context-menu',
    (_event, { misspelledWord, dictionarySuggestions, isEditable, editFlags, selectionText }) => {
      const corrections = dictionarySuggestions.slice(0, 5).map((word): MenuItemConstructorOptions => ({
        label: word,
        click: () => webContents.replaceMisspelling(word),
      }))
      const learn: MenuItemConstructorOptions = {
        label: 'Add to the dictionary',
        click: () => webContents.session.addWordToSpellCheckerDictionary(misspelledWord),
      }
      const spelling: MenuItemConstructorOptions[] = misspelledWord
        ? [...corrections, learn, { type: 'separator' }]
        : []
      const editing: MenuItemConstructorOptions[] = [
        { role: 'cut', enabled: editFlags.canCut, visible: isEditable },
        { role: 'copy', enabled: editFlags.canCopy },
        { role: 'paste', enabled: editFlags.canPaste, visible: isEditable },
        { role: 'selectAll', enabled: editFlags.canSelectAll, visible: isEditable },
      ]
      if (isEditable || selectionText) Menu.buildFromTemplate([...spelling, ...editing]).popup()
    },
  )
}
