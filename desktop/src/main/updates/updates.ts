import { app, BrowserWindow } from 'electron'
import type { AppUpdater, UpdateInfo } from 'electron-updater'
import type { UpdateState } from '../../ipc.ts'
import { changeSettings, readSettings } from '../settings.ts'
import { openUpdater } from './open-updater.ts'

const minute = 60_000
const checkInterval = 4 * 60 * minute
/** Pauses after consecutive failures. */
const pauses = [minute, 5 * minute, 15 * minute, 60 * minute]

let state: UpdateState = { is: 'current' }
let stateListener: (state: UpdateState) => void = () => undefined
let updater: AppUpdater | undefined
let isAskedFor = false
let failures = 0
let timer: NodeJS.Timeout | undefined

export function updateState(): UpdateState {
  return state
}

export function onUpdateState(listener: (state: UpdateState) => void): void {
  stateListener = listener
}

/** Downloads in the background. `isAsked` is a user's request, which ignores a staged roll-out. */
export async function lookForUpdate({ isAsked = false } = {}): Promise<UpdateState> {
  if (['ready', 'loading', 'looking'].includes(state.is)) return state
  isAskedFor = isAsked
  if (isAsked) change({ is: 'looking' })
  try {
    updater ??= follow(await openUpdater(() => isAskedFor))
    clearTimeout(timer)
    // Failures here are also reported by an event.
    await updater.checkForUpdates().catch(() => undefined)
  } catch (error) {
    change({ is: 'off', sentence: (error as Error).message })
  }
  return state
}

/** Closes the windows, installs the update, and starts the new version, unless a window refuses to close. */
export function installUpdate(): void {
  if (state.is !== 'ready') return
  const { version } = state
  const install = () => {
    changeSettings({ update: { version, isTried: true } })
    // The new version starts before this one has ended.
    app.releaseSingleInstanceLock()
    updater?.quitAndInstall(true, true)
  }
  const windows = BrowserWindow.getAllWindows()
  if (windows.length === 0) return install()
  app.once('window-all-closed', install)
  for (const window of windows) {
    window.webContents.once('will-prevent-unload', () => app.off('window-all-closed', install))
    window.close()
  }
}

function follow(opened: AppUpdater): AppUpdater {
  return opened
    .on('update-available', ({ version }) => change({ is: 'loading', version, percent: 0 }))
    .on('download-progress', ({ percent }) => {
      if (state.is === 'loading' && state.percent !== Math.floor(percent))
        change({ ...state, percent: Math.floor(percent) })
    })
    .on('update-not-available', () => rest({ is: 'current' }))
    .on('update-downloaded', (info) => {
      if (readSettings().update?.version !== info.version)
        changeSettings({ update: { version: info.version, isTried: false } })
      rest({ is: 'ready', version: info.version, notes: notesOf(info) })
    })
    .on('error', fail)
}

/** A failed check is reported only if a user asked for it, a failed download always. */
function fail(error: Error): void {
  const wasLoading = state.is === 'loading'
  schedule(pauses[Math.min(failures++, pauses.length - 1)]!)
  change(wasLoading || isAskedFor ? { is: 'failed', sentence: sentenceOf(error, wasLoading) } : { is: 'current' })
}

function sentenceOf(error: Error, wasLoading: boolean): string {
  if (/not signed/.test(error.message)) return error.message
  if ('code' in error && error.code === 'ERR_CHECKSUM_MISMATCH')
    return 'The download of the update was damaged and was discarded. The app will download it again.'
  return wasLoading
    ? 'The update could not be downloaded. The app will try again.'
    : 'The update server does not answer. The app will try again.'
}

function rest(next: UpdateState): void {
  failures = 0
  schedule(checkInterval)
  change(next)
}

function schedule(after: number): void {
  clearTimeout(timer)
  timer = setTimeout(() => void lookForUpdate(), after)
}

function change(next: UpdateState): void {
  state = next
  stateListener(state)
}

function notesOf({ releaseNotes }: UpdateInfo): string {
  return typeof releaseNotes === 'string' ? releaseNotes : ''
}
