import { url as inspectorUrl } from 'node:inspector'
import { join } from 'node:path'
import { app } from 'electron'
import { answerScheme, declareScheme } from './app-protocol/protocol.ts'
import { converterHandlers } from './converter/handlers.ts'
import { answerWindows } from './ipc-handlers.ts'
import { catchFailures } from './last-resort.ts'
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
import { filesAmong, linkAmong, linkScheme } from './window/deep-links.ts'
import { saveDownloads } from './window/downloads.ts'
import { sendToWindows } from './window/every-window.ts'
import { guardWindows } from './window/guards.ts'
import { followScheme, lookHandlers } from './window/look.ts'
import { openWindow, showWindow } from './window/main-window.ts'
import { setMenu } from './window/menu.ts'
import { pathOfLink } from './window/open-link.ts'

app.setName('Alumni Relations')
// As root, as in a container, Chromium has no sandbox to give; that is asked for on the command line.
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
declareScheme()
catchFailures()

const isProfileReadOnly = leaveReadOnlyProfile()
const refused = app.isPackaged ? refusedSwitches((name) => app.commandLine.hasSwitch(name), inspectorUrl()) : []
if (refused.length > 0) {
  console.error(`Not started: ${refused.join(', ')} would give other programs access to this app. Start it without.`)
  app.exit(1)
} else if (app.requestSingleInstanceLock()) {
  // Chromium looks up the names that a page hints at, whatever its policy says.
  app.commandLine.appendSwitch('blink-settings', 'dnsPrefetchingEnabled=false')
  app.on('second-instance', (_event, args, folder) => {
    void follow(linkAmong(args))
    openFiles(filesAmong(args, folder))
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
  // Nothing of this is needed for the first paint.
  saveDownloads()
  followUpdates()
  watchServer(
    (reach) => sendToWindows('reach', reach),
    (tag) => void compareWithServer(`It runs ${tag} now, and this app keeps working with it.`),
  )
  void removeStaleFiles()
  // A crash has kept the end of the last run from it.
  if (!isTokenSaved()) forgetRecentFiles()
  const link = linkAmong(process.argv)
  openFiles(filesAmong(process.argv, process.cwd()))
  if (link) void follow(link)
  setMenu(openWindow)
  server.whenPersonLeaves(() => {
    forgetRecentFiles()
    setMenu(openWindow)
  })
  // No one signs out of a session that has ended by itself, or that ends with the app.
  app.on('will-quit', () => (!isTokenSaved() || server.isRefused()) && forgetRecentFiles())
  // On Linux the desktop entry says so, and asking its tools would hold up the window.
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

/** Shows the app, at what the link names where it names something. */
async function follow(link: string | undefined): Promise<void> {
  showWindow()
  const path = link && (await pathOfLink(link))
  if (path) showWindow(path)
}

/** The server may have been upgraded since it was chosen; `message` is for the person where they still fit. */
async function compareWithServer(message?: string): Promise<void> {
  const address = server.address()
  if (!address) return
  const checked = await checkServer(address, appVersion)
  // Whatever is asked of a lost server reports the loss.
  if ('isLost' in checked) return
  if ('sentence' in checked) return warnOfServer(checked.sentence, message ? 'The server was upgraded' : 'The server')
  changeSettings({ logo: checked.logo })
  if (message) sendToWindows('notice', { tone: 'good', title: 'The server was upgraded', message })
}

/** The sign-in page checks the server itself, and shows what is wrong instead of its form. */
async function warnOfServer(sentence: string, title: string): Promise<void> {
  const { token } = await server.ready()
  if (token) sendToWindows('notice', { tone: 'warn', title, message: sentence })
  else sendToWindows('session', { user: null })
}
