import { app, BrowserWindow, Menu, type MenuItemConstructorOptions } from 'electron'
import { printPage, savePageAsPdf } from './print.ts'
import { lookFromMenu } from '../updates/update-handlers.ts'
import { tellWindow } from './every-window.ts'

type Entry = MenuItemConstructorOptions

/**
 * The menus of this platform. Their keys all have a modifier: single letters are the pages' own, and so is Ctrl K, the palette.
 */
export function setMenu(openWindow: () => void): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menus(process.platform, openWindow)))
}

function menus(platform: NodeJS.Platform, openWindow: () => void): Entry[] {
  const isMac = platform === 'darwin'
  const changeServer: Entry = { label: 'Change the server…', click: lead('/connection') }
  const about: Entry = { label: `About ${app.name}`, click: () => app.showAboutPanel() }
  const update: Entry = { label: 'Check for updates…', click: () => void lookFromMenu() }
  const file: Entry[] = [
    { label: 'New window', accelerator: 'CmdOrCtrl+N', click: () => openWindow() },
    { type: 'separator' },
    {
      label: 'Save page as PDF…',
      accelerator: 'CmdOrCtrl+S',
      click: withWindow((window) => void savePageAsPdf(window)),
    },
    { label: 'Print…', accelerator: 'CmdOrCtrl+P', click: withWindow(printPage) },
    { type: 'separator' },
    ...(isMac ? [] : [changeServer, { type: 'separator' } as Entry]),
    isMac ? { role: 'close' } : { role: 'quit' },
  ]
  const go: Entry[] = [
    {
      label: 'Back',
      accelerator: isMac ? 'Cmd+[' : 'Alt+Left',
      click: withWindow(({ webContents }) => webContents.navigationHistory.goBack()),
    },
    {
      label: 'Forward',
      accelerator: isMac ? 'Cmd+]' : 'Alt+Right',
      click: withWindow(({ webContents }) => webContents.navigationHistory.goForward()),
    },
    { type: 'separator' },
    { label: 'Search', accelerator: 'CmdOrCtrl+F', click: lead('/alumni_search') },
    { label: 'Your account', accelerator: 'CmdOrCtrl+,', click: lead('/account') },
  ]
  const view: Entry[] = [
    { role: 'reload' },
    { type: 'separator' },
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    { type: 'separator' },
    { role: 'togglefullscreen' },
    ...(app.isPackaged ? [] : [{ role: 'toggleDevTools' } as Entry]),
  ]
  const ofTheApp: Entry = {
    role: 'appMenu',
    submenu: [
      about,
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
    ...(isMac ? [ofTheApp] : []),
    { label: '&File', submenu: file },
    { role: 'editMenu' },
    { label: '&View', submenu: view },
    { label: '&Go', submenu: go },
    { role: 'windowMenu' },
    ...(isMac ? [] : [{ role: 'help', submenu: [update, about] } as Entry]),
  ]
}

function withWindow(work: (window: BrowserWindow) => void): () => void {
  return () => {
    const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0]
    if (window) work(window)
  }
}

function lead(path: string): () => void {
  return withWindow((window) => tellWindow(window, 'go', { path }))
}
