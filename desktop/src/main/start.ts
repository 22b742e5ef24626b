import { url as inspectorUrl } from 'node:inspector'
import { join } from 'node:path'
import { app, dialog } from 'electron'
import { handleAppScheme, registerAppScheme } from './app-protocol/protocol.ts'
import { converterHandlers } from './converter/handlers.ts'
import { handleWindowRequests } from './ipc-handlers.ts'
import { listRefusedSwitches } from './refused-switches.ts'
import { forgetRecentFiles, openFiles } from './opened-files.ts'
import { notificationHandlers } from './notifications.ts'
import { sendToWindow } from './pages.ts'
import { removeStaleFiles } from './partial-files.ts'
import { replaceReadOnlyProfile, warnAboutProfile } from './saved-file.ts'
import { checkServer } from './server/check-server.ts'
import { server } from './server/current-server.ts'
import { browserHandlers, connectionHandlers } from './server/handlers.ts'
import { isTokenSaved } from './server/token-store.ts'
import { watchServer } from './server/watch-server.ts'
import { changeSettings, readSettings } from './settings.ts'
import { watchForUpdates, updateHandlers } from './updates/update-handlers.ts'
import { uploadHandlers } from './uploads.ts'
import { findCsvFiles, findLink, linkScheme, parseDeepLink } from './window/deep-links.ts'
import { handleDownloads } from './window/downloads.ts'
import { findFrontWindow, sendToWindows } from './window/every-window.ts'
import { guardWindows } from './window/guards.ts'
import { applyColorScheme, colorSchemeHandlers } from './window/color-scheme.ts'
import { openWindow, showWindow } from './window/main-window.ts'
import { setMenu } from './window/menu.ts'
import { z } from 'zod'
import { Refusal } from './refusal.ts'
import { requestJson } from './server/server-request.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { installUpdate, checkForUpdate, getUpdateState } from './updates/updates.ts'

app.setName('Alumni Relations')
// Chromium cannot use its sandbox as root, as in a container, and needs `--no-sandbox`.
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
registerAppScheme()
reportUncaughtErrors()

const isProfileReadOnly = replaceReadOnlyProfile()
const refused = app.isPackaged ? listRefusedSwitches((name) => app.commandLine.hasSwitch(name), inspectorUrl()) : []
if (refused.length > 0) {
  console.error(`Not started: ${refused.join(', ')} would give other programs access to this app. Start it without.`)
  app.exit(1)
} else if (app.requestSingleInstanceLock()) {
  // Disables DNS prefetching, which ignores the content security policy.
  app.commandLine.appendSwitch('blink-settings', 'dnsPrefetchingEnabled=false')
  app.on('second-instance', (_event, args, folder) => {
    void openLink(findLink(args))
    openFiles(findCsvFiles(args, folder))
    setMenu(openWindow)
  })
  const started = app.whenReady().then(async () => {
    const isUpdating = await installAtStart()
    if (!isUpdating) start()
    return !isUpdating
  })
  app.on('open-file', (event, path) => {
    event.preventDefault()
    void started.then((isStarted) => isStarted && openPaths([path]))
  })
  app.on('open-url', (event, link) => {
    event.preventDefault()
    void started.then((isStarted) => (isStarted ? openLink(link) : undefined))
  })
  app.on('window-all-closed', () => process.platform !== 'darwin' && app.quit())
  app.on('activate', () => showWindow())
} else app.quit()

/** Logs uncaught errors and shows a short message, because Electron's own dialog shows a stack trace. */
function reportUncaughtErrors(): void {
  const title = 'Something went wrong in the app'
  const message = 'Your last action may not have been completed. If the app behaves oddly, close it and start it again.'
  const show = (error: unknown) => {
    console.error(error instanceof Error ? error.stack : error)
    const window = findFrontWindow()
    if (window) sendToWindow(window, 'notice', { tone: 'bad', title, message })
    else if (app.isReady()) dialog.showErrorBox(title, message)
  }
  process.on('uncaughtException', show)
  process.on('unhandledRejection', show)
}

function start(): void {
  applyColorScheme()
  guardWindows(openWindow)
  handleAppScheme(join(__dirname, '../renderer'))
  handleWindowRequests({
    ...connectionHandlers,
    ...converterHandlers,
    ...browserHandlers,
    ...colorSchemeHandlers,
    ...notificationHandlers,
    ...updateHandlers,
    ...uploadHandlers,
  })
  openWindow()
  if (isProfileReadOnly) warnAboutProfile(false)
  // The rest is deferred until after the first paint.
  handleDownloads()
  watchForUpdates()
  watchServer(
    (status) => sendToWindows('connectionStatus', status),
    (tag) => void checkCompatibility(`It runs ${tag} now, and this app keeps working with it.`),
  )
  void removeStaleFiles()
  // The last run may have crashed before it cleared the recent files.
  if (!isTokenSaved()) forgetRecentFiles()
  const link = findLink(process.argv)
  openFiles(findCsvFiles(process.argv, process.cwd()))
  if (link) void openLink(link)
  setMenu(openWindow)
  server.onSignOut(() => {
    forgetRecentFiles()
    setMenu(openWindow)
  })
  // Also clears the recent files if the session has expired or was not saved.
  app.on('will-quit', () => (!isTokenSaved() || server.hasRefusedToken()) && forgetRecentFiles())
  // On Linux the desktop entry registers the scheme; Electron's call would delay the window.
  if (app.isPackaged && process.platform !== 'linux') app.setAsDefaultProtocolClient(linkScheme)
  app.setAboutPanelOptions({
    applicationVersion: appVersion,
    copyright: `Electron ${process.versions.electron}, Chromium ${process.versions.chrome}, Node ${process.versions.node}`,
  })
  void checkCompatibility()
}

function openPaths(paths: string[]): void {
  showWindow()
  openFiles(paths)
  setMenu(openWindow)
}

async function openLink(link: string | undefined): Promise<void> {
  showWindow()
  const path = link && (await resolveLink(link))
  if (path) showWindow(path)
}

async function checkCompatibility(message?: string): Promise<void> {
  const address = server.address()
  if (!address) return
  const checked = await checkServer(address, appVersion)
  if ('isLost' in checked) return
  if ('message' in checked) return warnAboutServer(checked.message, message ? 'The server was upgraded' : 'The server')
  changeSettings({ logo: checked.logo })
  if (message) sendToWindows('notice', { tone: 'good', title: 'The server was upgraded', message })
}

/** Warns a signed-in user; otherwise reloads the sign-in page, which shows the problem itself. */
async function warnAboutServer(message: string, title: string): Promise<void> {
  const { token } = await server.ready()
  if (token) sendToWindows('notice', { tone: 'warn', title, message })
  else sendToWindows('session', { user: null })
}

/** Returns the app path for a deep link, or undefined if it is invalid. Asks the server for the path of an import. */
async function resolveLink(link: string): Promise<string | undefined> {
  const destination = parseDeepLink(link)
  if (!destination || 'path' in destination) return destination?.path
  return findImportPath(destination.importId)
}

const found = z.object({ links: z.object({ self: z.string().regex(/^\/settings\/imports\/[a-z-]+\/batches\/\d+$/) }) })

async function findImportPath(id: string): Promise<string> {
  const guess = `/settings/imports/contacts/batches/${id}`
  try {
    return (await requestJson(guess, found)).links.self
  } catch (error) {
    if (error instanceof Refusal) return guess
    throw error
  }
}

/**
 * Installs a downloaded update before the first window opens, and returns whether it does so. Tries each update once.
 * Does not install on quit, because the computer may be shutting down.
 */
async function installAtStart(): Promise<boolean> {
  const { update } = readSettings()
  if (!update) return false
  if (update.version === app.getVersion()) changeSettings({ update: undefined })
  if (update.isTried || update.version === app.getVersion() || needsAdministrator) return false
  changeSettings({ update: { ...update, isTried: true } })
  await Promise.race([checkForUpdate({ isRequested: true }), pause(5_000)])
  // Waits until the updater has verified the checksum of the file on disk.
  for (let waited = 0; getUpdateState().status === 'downloading' && waited < 10_000; waited += 100) await pause(100)
  const state = getUpdateState()
  if (state.status !== 'ready' || state.version !== update.version) return false
  installUpdate()
  return true
}

/** Installing a .deb needs an administrator's password, which the app should not ask for when it starts. */
const needsAdministrator = process.platform === 'linux' && !process.env.APPIMAGE
