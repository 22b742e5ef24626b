import { url as inspectorUrl } from 'node:inspector'
import { join } from 'node:path'
import { app } from 'electron'
import { answerScheme, declareScheme } from './app-protocol/protocol.ts'
import { converterHandlers } from './converter/handlers.ts'
import { answerWindows } from './ipc-handlers.ts'
import { reportUncaughtErrors } from './report-uncaught-errors.ts'
import { refusedSwitches } from './refused-switches.ts'
import { forgetRecentFiles, openFiles } from './opened-files.ts'
import { notificationHandlers } from './notifications.ts'
import { removeStaleFiles } from './partial-files.ts'
import { leaveReadOnlyProfile, warnOfProfile } from './saved-file.ts'
import { checkServer } from './server/check-server.ts'
import { server } from './server/current-server.ts'
import { browserHandlers, connectionHandlers } from './server/handlers.ts'
import { isTokenSaved } from './server/token-store.ts'
import { watchServer } from './server/watch-server.ts'
import { changeSettings } from './settings.ts'
import { installAtStart } from './updates/install-at-start.ts'
import { followUpdates, updateHandlers } from './updates/update-handlers.ts'
import { uploadHandlers } from './uploads.ts'
import { findFiles, findLink, linkScheme } from './window/deep-links.ts'
import { saveDownloads } from './window/downloads.ts'
import { sendToWindows } from './window/every-window.ts'
import { guardWindows } from './window/guards.ts'
import { followScheme, lookHandlers } from './window/look.ts'
import { openWindow, showWindow } from './window/main-window.ts'
import { setMenu } from './window/menu.ts'
import { pathOfLink } from './window/open-link.ts'

app.setName('Alumni Relations')
// As root, as in a container, Chromium cannot use its sandbox and needs the switch.
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
declareScheme()
reportUncaughtErrors()

const isProfileReadOnly = leaveReadOnlyProfile()
const refused = app.isPackaged ? refusedSwitches((name) => app.commandLine.hasSwitch(name), inspectorUrl()) : []
if (refused.length > 0) {
  console.error(`Not started: ${refused.join(', ')} would give other programs access to this app. Start it without.`)
  app.exit(1)
} else if (app.requestSingleInstanceLock()) {
  // Disables DNS prefetching, which ignores the content security policy.
  app.commandLine.appendSwitch('blink-settings', 'dnsPrefetchingEnabled=false')
  app.on('second-instance', (_event, args, folder) => {
    void follow(findLink(args))
    openFiles(findFiles(args, folder))
    setMenu(openWindow)
  })
  const started = app.whenReady().then(async () => {
    const isUpdating = await installAtStart()
    if (!isUpdating) start()
    return !isUpdating
  })
  app.on('open-file', (event, path) => {
    event.preventDefault()
    void started.then((isStarted) => isStarted && open([path]))
  })
  app.on('open-url', (event, link) => {
    event.preventDefault()
    void started.then((isStarted) => (isStarted ? follow(link) : undefined))
  })
  app.on('window-all-closed', () => process.platform !== 'darwin' && app.quit())
  app.on('activate', () => showWindow())
} else app.quit()

function start(): void {
  followScheme()
  guardWindows(openWindow)
  answerScheme(join(__dirname, '../renderer'))
  answerWindows({
    ...connectionHandlers,
    ...converterHandlers,
    ...browserHandlers,
    ...lookHandlers,
    ...notificationHandlers,
    ...updateHandlers,
    ...uploadHandlers,
  })
  openWindow()
  if (isProfileReadOnly) warnOfProfile(false)
  // Deferred until after the first paint.
  saveDownloads()
  followUpdates()
  watchServer(
    (status) => sendToWindows('reach', status),
    (tag) => void compareWithServer(`It runs ${tag} now, and this app keeps working with it.`),
  )
  void removeStaleFiles()
  // Repeats what a crash prevented at the end of the last run.
  if (!isTokenSaved()) forgetRecentFiles()
  const link = findLink(process.argv)
  openFiles(findFiles(process.argv, process.cwd()))
  if (link) void follow(link)
  setMenu(openWindow)
  server.onSignOut(() => {
    forgetRecentFiles()
    setMenu(openWindow)
  })
  // Also clears them for a session that expired or was not saved.
  app.on('will-quit', () => (!isTokenSaved() || server.isRefused()) && forgetRecentFiles())
  // On Linux the desktop entry registers the scheme; Electron's call would delay the window.
  if (app.isPackaged && process.platform !== 'linux') app.setAsDefaultProtocolClient(linkScheme)
  app.setAboutPanelOptions({
    applicationVersion: appVersion,
    copyright: `Electron ${process.versions.electron}, Chromium ${process.versions.chrome}, Node ${process.versions.node}`,
  })
  void compareWithServer()
}

function open(paths: string[]): void {
  showWindow()
  openFiles(paths)
  setMenu(openWindow)
}

async function follow(link: string | undefined): Promise<void> {
  showWindow()
  const path = link && (await pathOfLink(link))
  if (path) showWindow(path)
}

/** Checks if server and app are still compatible; `message` is shown if they are. */
async function compareWithServer(message?: string): Promise<void> {
  const address = server.address()
  if (!address) return
  const checked = await checkServer(address, appVersion)
  // Requests to a lost server report it themselves.
  if ('isLost' in checked) return
  if ('sentence' in checked) return warnOfServer(checked.sentence, message ? 'The server was upgraded' : 'The server')
  changeSettings({ logo: checked.logo })
  if (message) sendToWindows('notice', { tone: 'good', title: 'The server was upgraded', message })
}

/** The sign-in page shows the problem itself, so only signed-in users get a notice. */
async function warnOfServer(sentence: string, title: string): Promise<void> {
  const { token } = await server.ready()
  if (token) sendToWindows('notice', { tone: 'warn', title, message: sentence })
  else sendToWindows('session', { user: null })
}
