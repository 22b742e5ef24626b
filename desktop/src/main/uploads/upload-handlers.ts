import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Handlers, WaitingFile } from '../../ipc.ts'
import { Refusal } from '../refusal.ts'
import { server } from '../server/current-server.ts'
import { sendToServer } from '../server/server-request.ts'
import { pathOfTaken, takeFile } from '../taken-files.ts'
import { tellWindows } from '../window/every-window.ts'
import { sendFile } from './send-file.ts'
import { forgetAllUploads, forgetUpload, rememberUpload, unfinishedUploads } from './unfinished.ts'

const beginningBytes = 64 * 1024

/** By the id of the file that is being sent. */
const sending = new Map<string, AbortController>()
const opened: WaitingFile[] = []
let hasAsked = false

// Whoever signs in next does not go on with files of somebody else.
server.whenSignedOut(() => {
  for (const stop of sending.values()) stop.abort()
  forgetAllUploads()
})

/** Files that were opened with the app, or dropped on its icon, wait for the window to take them. */
export async function offerFiles(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const file = await takeFile(path).catch(() => undefined)
    if (file) opened.push({ ...file, type: null })
  }
  if (opened.length > 0) tellWindows('uploads.waiting', null)
}

/** The CSV files among a program's arguments. */
export function filesAmong(args: readonly string[]): string[] {
  return args.filter((arg) => /^(?:\/|[a-z]:[\\/]|\\\\).*\.csv$/i.test(arg))
}

export const uploadHandlers = {
  'uploads.waiting': async () => {
    const interrupted = hasAsked ? [] : await interruptedUploads()
    hasAsked = true
    return [...interrupted, ...opened.splice(0)]
  },

  'uploads.beginning': async ({ id }) => {
    const handle = await open(pathOfTaken(id))
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(beginningBytes), 0, beginningBytes, 0)
      return new Uint8Array(buffer.subarray(0, bytesRead))
    } finally {
      await handle.close()
    }
  },

  'uploads.send': async ({ id, type }, tell) => {
    const path = pathOfTaken(id)
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
    void sendFile(sendToServer, upload, {
      tell: (told) => !stop.signal.aborted && tell('upload', { id, told }),
      remember: rememberUpload,
      signal: stop.signal,
    }).finally(() => sending.get(id) === stop && sending.delete(id))
    return null
  },

  'uploads.pause': async ({ id }) => {
    sending.get(id)?.abort()
    return null
  },

  'uploads.forget': async ({ id, isCancelled }) => {
    sending.get(id)?.abort()
    const path = pathOfTaken(id)
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

/** Those of this server whose file is still the same; the others are forgotten. */
async function interruptedUploads(): Promise<WaitingFile[]> {
  const found: WaitingFile[] = []
  for (const { address, path, size, mtimeMs, type } of unfinishedUploads()) {
    const now = await stat(path).catch(() => undefined)
    if (address !== server.address()) continue
    if (now?.size !== size || now.mtimeMs !== mtimeMs) forgetUpload(path)
    else found.push({ ...(await takeFile(path)), name: basename(path), type })
  }
  return found
}
