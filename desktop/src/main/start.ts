import { join } from 'node:path'
import { app } from 'electron'
import { answerScheme, declareScheme } from './app-protocol/protocol.ts'
import { answerWindows } from './ipc-handlers.ts'
import { connectionHandlers } from './server/connection-handlers.ts'
import { showMainWindow } from './window/main-window.ts'

app.setName('Alumni Relations')
// As root, as in a container, Chromium has no sandbox to give; that is asked for on the command line.
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
declareScheme()

if (app.requestSingleInstanceLock()) {
  app.on('second-instance', () => void showMainWindow())
  app.on('window-all-closed', () => process.platform !== 'darwin' && app.quit())
  app.on('activate', () => void showMainWindow())
  void app.whenReady().then(start)
} else app.quit()

function start(): void {
  answerScheme(join(__dirname, '../renderer'))
  answerWindows({ ...connectionHandlers })
  showMainWindow()
}
