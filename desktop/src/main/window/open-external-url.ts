import { shell } from 'electron'
import type { Page } from '../../ipc.ts'
import { RateLimit } from '../rate-limit.ts'
import { server } from '../server/current-server.ts'
import { confirmInWindow } from './confirm.ts'
import { isTrustedUrl } from './external-url.ts'

/** Allows one URL per second, for all windows together. */
const openings = new RateLimit(1, 1000)

/** Opens a URL outside the app and returns whether it did. Asks the user first unless the URL is trusted. */
export async function openExternalUrl(url: string, page: Page): Promise<boolean> {
  if (!openings.take()) return false
  if (!isTrustedUrl(url, server.address()) && !(await confirmLeaving(url, page))) return false
  await shell.openExternal(url)
  return true
}

/** Shows a file in the file manager. Does nothing if another file or URL was opened within the last second. */
export function showInFolder(path: string): void {
  if (openings.take()) shell.showItemInFolder(path)
}

function confirmLeaving(url: string, page: Page): Promise<boolean> {
  const { host } = new URL(url)
  return confirmInWindow(page, {
    message: `Open ${host} in your browser?`,
    detail: `${host} does not belong to your institution’s service. The address is ${shorten(url)}`,
    confirm: 'Open',
  })
}

function shorten(url: string): string {
  return url.length > 300 ? `${url.slice(0, 300)}…` : url
}
