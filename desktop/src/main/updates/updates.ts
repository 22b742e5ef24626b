import { app, BrowserWindow } from 'electron'
import type { AppUpdater, UpdateInfo } from 'electron-updater'
import type { UpdateState } from '../../ipc.ts'
import { changeSettings, readSettings } from '../settings.ts'
import { openUpdater } from './open-updater.ts'

const minute = 60_000
const checkInterval = 4 * 60 * minute
const pauses = [minute, 5 * minute, 15 * minute, 60 * minute]

let state: UpdateState = { status: 'current' }
let stateListener: (state: UpdateState) => void = () => undefined
let updater: AppUpdater | undefined
let isLastCheckRequested = false
let failures = 0
let timer: NodeJS.Timeout | undefined

export function getUpdateState(): UpdateState {
  return state
}

export function setUpdateStateListener(listener: (state: UpdateState) => void): void {
  stateListener = listener
}

/** Checks for an update and downloads it in the background. Checks that a user requests ignore staged roll-outs. */
export async function checkForUpdate({ isRequested = false } = {}): Promise<UpdateState> {
  if (['ready', 'downloading', 'checking'].includes(state.status)) return state
  isLastCheckRequested = isRequested
  if (isRequested) setState({ status: 'checking' })
  try {
    updater ??= listenToUpdater(await openUpdater(() => isLastCheckRequested))
    clearTimeout(timer)
    // The `error` event reports these failures, also those of the download, which has its own promise.
    const check = await updater.checkForUpdates().catch(() => undefined)
    check?.downloadPromise?.catch(() => undefined)
  } catch (error) {
    setState({ status: 'off', message: (error as Error).message })
  }
  return state
}

/** Closes the windows, installs the update, and starts the new version, unless a window refuses to close. */
export function installUpdate(): void {
  if (state.status !== 'ready') return
  const { version } = state
  const install = () => {
    changeSettings({ update: { version, isTried: true } })
    // The new version starts before this one has quit.
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

function listenToUpdater(opened: AppUpdater): AppUpdater {
  return opened
    .on('update-available', ({ version }) => setState({ status: 'downloading', version, percent: 0 }))
    .on('download-progress', ({ percent }) => {
      if (state.status === 'downloading' && state.percent !== Math.floor(percent))
        setState({ ...state, percent: Math.floor(percent) })
    })
    .on('update-not-available', () => finish({ status: 'current' }))
    .on('update-downloaded', (info) => {
      if (readSettings().update?.version !== info.version)
        changeSettings({ update: { version: info.version, isTried: false } })
      finish({ status: 'ready', version: info.version, notes: readNotes(info) })
    })
    .on('error', onFailure)
}

function onFailure(error: Error): void {
  const wasLoading = state.status === 'downloading'
  scheduleCheck(pauses[Math.min(failures++, pauses.length - 1)]!)
  setState(
    wasLoading || isLastCheckRequested
      ? { status: 'failed', message: describeFailure(error, wasLoading) }
      : { status: 'current' },
  )
}

function describeFailure(error: Error, wasLoading: boolean): string {
  if (/not signed/.test(error.message)) return error.message
  if ('code' in error && error.code === 'ERR_CHECKSUM_MISMATCH')
    return 'The download of the update was damaged and was discarded. The app will download it again.'
  return wasLoading
    ? 'The update could not be downloaded. The app will try again.'
    : 'The update server does not answer. The app will try again.'
}

function finish(next: UpdateState): void {
  failures = 0
  scheduleCheck(checkInterval)
  setState(next)
}

export function scheduleCheck(after: number): void {
  clearTimeout(timer)
  timer = setTimeout(() => void checkForUpdate(), after)
}

function setState(next: UpdateState): void {
  state = next
  stateListener(state)
}

function readNotes({ releaseNotes }: UpdateInfo): string {
  return typeof releaseNotes === 'string' ? releaseNotes : ''
}
