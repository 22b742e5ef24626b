import { setTimeout as pause } from 'node:timers/promises'
import { app } from 'electron'
import { changeSettings, readSettings } from '../settings.ts'
import { installUpdate, lookForUpdate, updateState } from './updates.ts'

/**
 * An update loaded by an earlier run is installed before a window opens: at the end of a run the system may be shutting
 * down, and half an installation is worse than none. It is tried once; after that the window says that it is ready.
 */
export async function installAtStart(): Promise<boolean> {
  const { update } = readSettings()
  if (!update) return false
  if (update.version === app.getVersion()) changeSettings({ update: undefined })
  if (update.isTried || update.version === app.getVersion() || asksForAdministrator) return false
  changeSettings({ update: { ...update, isTried: true } })
  await Promise.race([lookForUpdate({ isAsked: true }), pause(5_000)])
  // It lies on the disk: only its checksum is computed.
  for (let waited = 0; updateState().is === 'loading' && waited < 10_000; waited += 100) await pause(100)
  const state = updateState()
  if (state.is !== 'ready' || state.version !== update.version) return false
  installUpdate()
  return true
}

/** A .deb wants an administrator's password, which no one expects at a start. */
const asksForAdministrator = process.platform === 'linux' && !process.env.APPIMAGE
