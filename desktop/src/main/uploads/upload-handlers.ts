import { stat } from 'node:fs/promises'
import type { Handlers, Page, WaitingFile } from '../../ipc.ts'
import { takeOpened } from '../opened-files.ts'
import { server } from '../server/current-server.ts'
import { isTaken, takenBy, takeFile } from '../taken-files.ts'
import { forgetAllUploads, forgetUpload, rememberUpload, unfinishedUploads } from './unfinished.ts'

// Whoever signs in next does not go on with files of someone else.
server.whenPersonLeaves(forgetAllUploads)

export const uploadHandlers = {
  'uploads.waiting': async (_nothing, page) => [...(await interruptedUploads(page)), ...(await takeOpened(page))],

  'uploads.begin': async ({ id, type }, page) => {
    rememberUpload({ ...takenBy(page, id), address: server.address() ?? '', type })
    return null
  },

  'uploads.end': async ({ id }, page) => {
    forgetUpload(takenBy(page, id).path)
    return null
  },
} satisfies Partial<Handlers>

/** Returns this server's uploads that no page resumes and whose file is unchanged; it forgets changed ones. */
async function interruptedUploads(page: Page): Promise<WaitingFile[]> {
  const found: WaitingFile[] = []
  for (const { address, path, size, mtimeMs, type } of unfinishedUploads()) {
    const now = await stat(path).catch(() => undefined)
    if (address !== server.address() || isTaken(path)) continue
    if (now?.size !== size || now.mtimeMs !== mtimeMs) forgetUpload(path)
    else found.push({ ...(await takeFile(page, path)), type })
  }
  return found
}
