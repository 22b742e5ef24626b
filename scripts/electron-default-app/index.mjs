// Replaces Electron's own default app in the copy that has none: runs the app whose folder is the first argument.
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { app } from 'electron'

const folder = resolve(process.argv.slice(1).find((argument) => !argument.startsWith('-')) ?? '.')
const { name, productName, version, main } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

process.defaultApp = true
app.setVersion(version)
app.setName(productName ?? name)
// Electron has taken the name for this folder before the app was known; --user-data-dir stays as it is.
if (!app.commandLine.hasSwitch('user-data-dir')) app.setPath('userData', join(app.getPath('appData'), app.name))
app.setAppPath(folder)
await import(pathToFileURL(join(folder, main)).href)
