import type { Handlers } from '../../ipc.ts'
import { tellWindows } from '../window/every-window.ts'
import { installUpdate, lookForUpdate, onUpdateState, updateState } from './updates.ts'

export const updateHandlers = {
  'update.read': () => Promise.resolve(updateState()),
  'update.look': () => lookForUpdate({ isAsked: true }),
  'update.install': () => {
    installUpdate()
    return Promise.resolve(null)
  },
} satisfies Partial<Handlers>

/** Looks for an update a little after the start, then every few hours, and tells the windows. */
export function followUpdates(): void {
  onUpdateState((state) => tellWindows('update', state))
  setTimeout(() => void lookForUpdate(), 10_000)
}
