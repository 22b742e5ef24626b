import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Handlers, Page, WaitingFile } from '../../ipc.ts'
import { ofPage } from '../pages.ts'
import { takeOpened } from '../opened-files.ts'
import { Refusal } from '../refusal.ts'
import { server } from '../server/current-server.ts'
import { sendToServer } from '../server/server-request.ts'
import { isTaken, pathOfTaken, takeFile } from '../taken-files.ts'
import { sendFile } from './send-file.ts'
import { forgetAllUploads, forgetUpload, rememberUpload, unfinishedUploads } from './unfinished.ts'

const beginningBytes = 64 * 1024

/** Keys are ids of files that a page sends. */
const sendingOf = ofPage(() => new Map<string, AbortController>())

// Whoever signs in next does not go on with files of someone else.
server.whenSignedOut(forgetAllUploads)

export const uploadHandlers = {
  'uploads.waiting': async (_nothing, page) => [...(await interruptedUploads(page)), ...(await takeOpened(page))],

  'uploads.beginning': async ({ id, bytes = beginningBytes }, page) => {
    const handle = await open(pathOfTaken(page, id))
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, 0)
      return new Uint8Array(buffer.subarray(0, bytesRead))
    } finally {
      await handle.close()
    }
  },

  'uploads.send': async ({ id, type }, page) => {
    const path = pathOfTaken(page, id)
    const sending = sendingOf(page)
    const { size, mtimeMs } = await stat(path).catch(() => {
      throw new Refusal('This file cannot be read any more. It may have been moved or deleted; choose it again.')
    })
    const address = server.address() ?? ''
    const before = unfinishedUploads().find((upload) => upload.path === path)
    const isSame =
      before?.address === address && before.type === type && before.size === size && before.mtimeMs === mtimeMs
    const upload = { address, path, size, mtimeMs, type, url: isSame ? before.url : null }
    rememberUpload(upload)
    sending.get(id)?.abort()
    const stop = new AbortController()
    sending.set(id, stop)
    const signal = AbortSignal.any([page.ended, stop.signal])
    void sendFile(sendToServer, upload, {
      tell: (told) => !signal.aborted && page.tell('upload', { id, told }),
      remember: (begun) => !signal.aborted && rememberUpload(begun),
      signal,
    }).finally(() => sending.get(id) === stop && sending.delete(id))
    return null
  },

  'uploads.pause': async ({ id }, page) => {
    sendingOf(page).get(id)?.abort()
    return null
  },

  'uploads.forget': async ({ id, isCancelled }, page) => {
    sendingOf(page).get(id)?.abort()
    const path = pathOfTaken(page, id)
    const url = unfinishedUploads().find((upload) => upload.path === path)?.url
    forgetUpload(path)
    if (isCancelled && url)
      await sendToServer(url, { method: 'DELETE', headers: { 'tus-resumable': '1.0.0' } }).then(
        ({ body }) => body.resume(),
        () => undefined,
      )
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
    else found.push({ ...(await takeFile(page, path)), name: basename(path), type })
  }
  return found
}
