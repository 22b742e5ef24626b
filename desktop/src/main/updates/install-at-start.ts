import { setTimeout as pause } from 'node:timers/promises'
import { app } from 'electron'
import { changeSettings, readSettings } from '../settings.ts'
import { installUpdate, lookForUpdate, updateState } from './updates.ts'

/** Before a window opens, because at the end of a run the system may be shutting down. Tries an update once. */
export async function installAtStart(): Promise<boolean> {
  const { update } = readSettings()
  if (!update) return false
  if (update.version === app.getVersion()) changeSettings({ update: undefined })
  if (update.isTried || update.version === app.getVersion() || asksForAdministrator) return false
  changeSettings({ update: { ...update, isTried: true } })
  await Promise.race([lookForUpdate({ isAsked: true }), pause(5_000)])
  // The update is on disk, so only its checksum is computed.
  for (let waited = 0; updateState().is === 'loading' && waited < 10_000; waited += 100) await pause(100)
  const state = updateState()
  if (state.is !== 'ready' || state.version !== update.version) return false
  installUpdate()
  return true
}

/** A .deb requires an administrator's password, which would be unexpected at a start. */
const asksForAdministrator = process.platform === 'linux' && !process.env.APPIMAGE
