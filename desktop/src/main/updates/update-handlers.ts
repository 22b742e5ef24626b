import type { BrowserWindow } from 'electron'
import type { Handlers, UpdateState } from '../../ipc.ts'
import { sendToWindow } from '../pages.ts'
import { sendToWindows } from '../window/every-window.ts'
import { installUpdate, lookForUpdate, onUpdateState, updateState } from './updates.ts'

export const updateHandlers = {
  'update.read': () => Promise.resolve(updateState()),
  'update.look': () => lookForUpdate({ isAsked: true }),
  'update.install': () => {
    installUpdate()
    return Promise.resolve(null)
  },
} satisfies Partial<Handlers>

/** Checks for updates soon after the start and every few hours, and notifies the windows. */
export function followUpdates(): void {
  onUpdateState((state) => sendToWindows('update', state))
  setTimeout(() => void lookForUpdate(), 10_000)
}

/** Always shows a result; the states ready and failed are shown by the window itself. */
export async function lookFromMenu(window: BrowserWindow): Promise<void> {
  const state = await lookForUpdate({ isAsked: true })
  const message = messageOf(state)
  if (message && !window.isDestroyed()) sendToWindow(window, 'notice', { tone: 'good', title: 'Updates', message })
}

function messageOf(state: UpdateState): string | undefined {
  switch (state.is) {
    case 'off':
      return state.sentence
    case 'current':
      return 'This is the newest version.'
    case 'loading':
      return `Version ${state.version} is being downloaded.`
    default:
      return undefined
  }
}
