import type { BrowserWindow } from 'electron'
import type { Handlers, UpdateState } from '../../ipc.ts'
import { sendToWindow } from '../pages.ts'
import { sendToWindows } from '../window/every-window.ts'
import { installUpdate, checkForUpdate, scheduleCheck, setUpdateStateListener, getUpdateState } from './updates.ts'

export const updateHandlers = {
  'update.read': () => Promise.resolve(getUpdateState()),
  'update.check': () => checkForUpdate({ isRequested: true }),
  'update.install': () => {
    installUpdate()
    return Promise.resolve(null)
  },
} satisfies Partial<Handlers>

export function watchForUpdates(): void {
  setUpdateStateListener((state) => sendToWindows('update', state))
  scheduleCheck(10_000)
}

/** Checks for updates and shows the result. The window already shows the states `ready` and `failed` by itself. */
export async function checkFromMenu(window: BrowserWindow): Promise<void> {
  const message = describeState(await checkForUpdate({ isRequested: true }))
  if (message && !window.isDestroyed()) sendToWindow(window, 'notice', { tone: 'good', title: 'Updates', message })
}

function describeState(state: UpdateState): string | undefined {
  switch (state.status) {
    case 'off':
      return state.message
    case 'current':
      return 'This is the newest version.'
    case 'downloading':
      return `Version ${state.version} is being downloaded.`
    default:
      return undefined
  }
}
