import { shell } from 'electron'
import type { Page } from '../../ipc.ts'
import { RateLimit } from '../rate-limit.ts'
import { server } from '../server/current-server.ts'
import { confirmInWindow } from './confirm.ts'
import { isInstitutionsOwn } from './outside.ts'

/** All windows share it: a page opens one thing a second at most outside the app. */
const openings = new RateLimit(1, 1000)

/** Opens an address in the program for it, and asks first unless the institution has it. Returns whether it was opened. */
export async function openOutside(url: string, page: Page): Promise<boolean> {
  if (!openings.take()) return false
  if (!isInstitutionsOwn(url, server.address()) && !(await mayLeaveFor(url, page))) return false
  await shell.openExternal(url)
  return true
}

/** Shows a file in its folder. */
export function showInFolder(path: string): void {
  if (openings.take()) shell.showItemInFolder(path)
}

function mayLeaveFor(url: string, page: Page): Promise<boolean> {
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
