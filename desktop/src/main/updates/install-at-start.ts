import { setTimeout as pause } from 'node:timers/promises'
import { app } from 'electron'
import { changeSettings, readSettings } from '../settings.ts'
import { installUpdate, checkForUpdate, getUpdateState } from './updates.ts'

/**
 * Installs a downloaded update before the first window opens, and returns whether it does so. Tries each update once.
 * Does not install on quit, because the computer may be shutting down.
 */
export async function installAtStart(): Promise<boolean> {
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
