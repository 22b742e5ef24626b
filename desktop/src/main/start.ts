import { join } from 'node:path'
import { app } from 'electron'
import { answerScheme, declareScheme } from './app-protocol/protocol.ts'
import { answerWindows } from './ipc-handlers.ts'
import { notificationHandlers } from './notifications.ts'
import { connectionHandlers } from './server/connection-handlers.ts'
import { filesAmong, offerFiles, uploadHandlers } from './uploads/upload-handlers.ts'
import { showMainWindow } from './window/main-window.ts'

app.setName('Alumni Relations')
// As root, as in a container, Chromium has no sandbox to give; that is asked for on the command line.
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
declareScheme()

if (app.requestSingleInstanceLock()) {
  app.on('second-instance', (_event, args) => {
    showMainWindow()
    void offerFiles(filesAmong(args.slice(1)))
  })
  app.on('open-file', (event, path) => {
    event.preventDefault()
    void app.whenReady().then(() => offerFiles([path]))
  })
  app.on('window-all-closed', () => process.platform !== 'darwin' && app.quit())
  app.on('activate', () => void showMainWindow())
  void app.whenReady().then(start)
} else app.quit()

function start(): void {
  answerScheme(join(__dirname, '../renderer'))
  answerWindows({ ...connectionHandlers, ...notificationHandlers, ...uploadHandlers })
  void offerFiles(filesAmong(process.argv.slice(1)))
  showMainWindow()
}
