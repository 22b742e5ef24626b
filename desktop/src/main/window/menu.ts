import { app, Menu, type BrowserWindow, type MenuItemConstructorOptions, dialog } from 'electron'
import { appOrigin, connectionPath } from '../app-protocol/app-address.ts'
import { licensesPath } from '../app-protocol/own-pages.ts'
import { chooseFile, forgetRecentFiles, openFiles } from '../opened-files.ts'
import { partialFiles } from '../partial-files.ts'
import { sendToWindow } from '../pages.ts'
import { readSettings } from '../settings.ts'
import { checkFromMenu } from '../updates/update-handlers.ts'
import { getSaveFolder, notifySaved } from './downloads.ts'
import { findFrontWindow } from './every-window.ts'
import { rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

type Entry = MenuItemConstructorOptions

/** Sets the application menu. All accelerators have a modifier, because pages use single letters as shortcuts. */
export function setMenu(openWindow: (path?: string) => void): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(buildMenus(process.platform, openWindow)))
}

function buildMenus(platform: NodeJS.Platform, openWindow: (path?: string) => void): Entry[] {
  const isMac = platform === 'darwin'
  const changeServer: Entry = { label: '&Change the server…', click: withWindow(openConnectionPage) }
  const aboutItem: Entry = { label: `&About ${app.name}`, click: () => app.showAboutPanel() }
  const licenses: Entry = { label: '&Licenses', click: () => openWindow(licensesPath) }
  const update: Entry = { label: 'Check for &updates…', click: withWindow((window) => void checkFromMenu(window)) }
  const file: Entry[] = [
    { label: '&New window', accelerator: 'CmdOrCtrl+N', click: () => openWindow() },
    { type: 'separator' },
    {
      label: '&Open…',
      accelerator: 'CmdOrCtrl+O',
      click: () => void chooseFile().then(() => setMenu(openWindow)),
    },
    { label: 'Open &recent', submenu: buildRecentFiles(openWindow) },
    { type: 'separator' },
    {
      label: '&Save page as PDF…',
      accelerator: 'CmdOrCtrl+S',
      click: withWindow((window) => void savePageAsPdf(window)),
    },
    { label: '&Print…', accelerator: 'CmdOrCtrl+P', click: withWindow(printPage) },
    { type: 'separator' },
    ...(isMac ? [] : [changeServer, { type: 'separator' } as Entry]),
    isMac ? { role: 'close' } : { role: 'quit', label: 'E&xit' },
  ]
  const find: Entry[] = [
    { label: '&Find in page…', accelerator: 'CmdOrCtrl+F', click: findInPage('begin') },
    { label: 'Find &next', accelerator: 'CmdOrCtrl+G', click: findInPage('next') },
    { label: 'Find &previous', accelerator: 'CmdOrCtrl+Shift+G', click: findInPage('previous') },
  ]
  const view: Entry[] = [
    { role: 'reload', label: '&Reload' },
    { type: 'separator' },
    { role: 'resetZoom', label: '&Actual size' },
    { role: 'zoomIn', label: 'Zoom &in' },
    { role: 'zoomOut', label: 'Zoom &out' },
    ...zoomKeys,
    { type: 'separator' },
    { role: 'togglefullscreen', label: '&Full screen' },
    ...(app.isPackaged ? [] : [{ role: 'toggleDevTools', label: '&Developer tools' } as Entry]),
  ]
  const appMenu: Entry = {
    role: 'appMenu',
    submenu: [
      aboutItem,
      licenses,
      update,
      { type: 'separator' },
      changeServer,
      { type: 'separator' },
      { role: 'services' },
      { type: 'separator' },
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      { type: 'separator' },
      { role: 'quit' },
    ],
  }
  return [
    ...(isMac ? [appMenu] : []),
    { label: '&File', submenu: file },
    isMac ? { role: 'editMenu' } : { label: '&Edit', submenu: editMenu },
    { label: 'F&ind', submenu: find },
    { label: '&View', submenu: view },
    { label: '&Go', submenu: buildGoMenu(isMac) },
    isMac ? { role: 'windowMenu' } : { label: '&Window', submenu: windowMenu },
    ...(isMac ? [] : [{ role: 'help', label: '&Help', submenu: [update, licenses, aboutItem] } as Entry]),
  ]
}

const zoomKeys: Entry[] = [
  { role: 'zoomIn', accelerator: 'CmdOrCtrl+=', visible: false },
  { role: 'zoomIn', accelerator: 'CmdOrCtrl+numadd', visible: false },
  { role: 'zoomOut', accelerator: 'CmdOrCtrl+numsub', visible: false },
  { role: 'resetZoom', accelerator: 'CmdOrCtrl+num0', visible: false },
]

const editMenu: Entry[] = [
  { role: 'undo', label: '&Undo' },
  { role: 'redo', label: '&Redo' },
  { type: 'separator' },
  { role: 'cut', label: 'Cu&t' },
  { role: 'copy', label: '&Copy' },
  { role: 'paste', label: '&Paste' },
  { role: 'delete', label: '&Delete' },
  { type: 'separator' },
  { role: 'selectAll', label: 'Select &all' },
]

const windowMenu: Entry[] = [
  { role: 'minimize', label: '&Minimize' },
  { role: 'close', label: '&Close' },
]

function buildGoMenu(isMac: boolean): Entry[] {
  return [
    {
      label: '&Back',
      accelerator: isMac ? 'Cmd+[' : 'Alt+Left',
      click: withWindow(({ webContents }) => webContents.navigationHistory.goBack()),
    },
    {
      label: '&Forward',
      accelerator: isMac ? 'Cmd+]' : 'Alt+Right',
      click: withWindow(({ webContents }) => webContents.navigationHistory.goForward()),
    },
    { type: 'separator' },
    { label: '&Search', accelerator: 'CmdOrCtrl+Shift+F', click: goTo('/alumni_search') },
    { label: 'Your &account', accelerator: 'CmdOrCtrl+,', click: goTo('/account') },
  ]
}

function withWindow(work: (window: BrowserWindow) => void): () => void {
  return () => {
    const window = findFrontWindow()
    if (window) work(window)
  }
}

/** Each item rebuilds the menu, because clicking the item changes the list. */
function buildRecentFiles(openWindow: (path?: string) => void): Entry[] {
  const { recentFiles: paths } = readSettings()
  const then = (work: () => void) => () => (work(), setMenu(openWindow))
  if (paths.length === 0) return [{ label: '&No file was opened yet', enabled: false }]
  return [
    ...paths.map((path): Entry => ({
      // A single & would mark the next letter as an access key.
      label: basename(path).replaceAll('&', '&&'),
      toolTip: path,
      click: then(() => openFiles([path])),
    })),
    { type: 'separator' },
    { label: '&Clear this list', click: then(forgetRecentFiles) },
  ]
}

function findInPage(step: 'begin' | 'next' | 'previous'): () => void {
  return withWindow((window) => sendToWindow(window, 'find', { step }))
}

function goTo(path: string): () => void {
  return withWindow((window) => sendToWindow(window, 'go', { path }))
}

/** Opens the connection page with a full load, because the current page may be broken. */
function openConnectionPage(window: BrowserWindow): void {
  // Loading fails if the user decides to stay on a page with unsaved changes.
  void window.loadURL(appOrigin + connectionPath).catch(() => undefined)
}

function printPage(window: BrowserWindow): void {
  window.webContents.print({ printBackground: false }, (isDone, reason) => {
    if (isDone || /cancel/i.test(reason) || window.isDestroyed()) return
    sendToWindow(window, 'notice', {
      tone: 'bad',
      title: 'The page was not printed',
      message: 'Check that a printer is set up on this computer and turned on. You can also save the page as a PDF.',
    })
  })
}

async function savePageAsPdf(window: BrowserWindow): Promise<void> {
  const { canceled, filePath } = await dialog.showSaveDialog(window, {
    defaultPath: join(getSaveFolder(), `${fileNameOf(window.getTitle())}.pdf`),
    filters: [{ name: 'PDF', extensions: ['pdf'] }],
  })
  if (canceled || !filePath) return
  const temporary = `${filePath}.partial`
  partialFiles.add(temporary)
  try {
    await writeFile(temporary, await window.webContents.printToPDF({ printBackground: true }))
    await rename(temporary, filePath)
    notifySaved(window, filePath)
  } catch (error) {
    await rm(temporary, { force: true })
    const isFull = (error as { code?: string }).code === 'ENOSPC'
    const message = isFull ? 'The disk is full.' : 'The folder may be read-only. Choose another one.'
    sendToWindow(window, 'notice', { tone: 'bad', title: 'The page was not saved', message })
  } finally {
    partialFiles.delete(temporary)
  }
}

function fileNameOf(title: string): string {
  return (
    title
      .replace(/[^\p{L}\p{N} ._-]+/gu, ' ')
      .trim()
      .slice(0, 80) || 'Page'
  )
}
