import type { IpcMainInvokeEvent } from 'electron'
import { appOrigin } from './app-protocol/app-address.ts'

/** Whether the frame that asked is a window's own, and shows this app. */
export function isOurs({ senderFrame, sender }: Pick<IpcMainInvokeEvent, 'senderFrame' | 'sender'>): boolean {
  return senderFrame !== null && senderFrame === sender.mainFrame && senderFrame.origin === appOrigin
}
