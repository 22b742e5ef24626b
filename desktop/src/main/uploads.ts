import { randomUUID } from 'node:crypto'
import type { Handlers } from '../ipc.ts'
import { takeOpened } from './opened-files.ts'
import { ofPage } from './pages.ts'
import { Refusal } from './refusal.ts'
import { jsonOf } from './server/ask-server.ts'
import { formOf } from './server/send-file.ts'
import { sendToServer } from './server/server-request.ts'
import { isStaffPath } from './server/staff-path.ts'
import { getTakenFile } from './taken-files.ts'

/** The server allows an hour for a file. */
const timeoutMs = 60 * 60_000

/** The uploads of a page by the id of their file; all are canceled with the page. */
const uploadsOf = ofPage((page) => {
  const uploads = new Map<string, AbortController>()
  page.ended.addEventListener('abort', () => {
    for (const upload of uploads.values()) cancel(upload)
  })
  return uploads
})

export const uploadHandlers = {
  'files.waiting': async (_nothing, page) => takeOpened(page),

  async 'uploads.send'({ id, path, fields }, page) {
    const file = getTakenFile(page, id)
    if (!isStaffPath(path)) throw new Refusal('The window asked for something that this app does not know.')
    const upload = new AbortController()
    uploadsOf(page).set(id, upload)
    try {
      const boundary = randomUUID()
      const reply = await sendToServer(path, {
        method: 'POST',
        headers: { accept: 'application/json', 'content-type': `multipart/form-data; boundary=${boundary}` },
        body: formOf(file, fields, boundary, (sent) => page.send('uploads.progress', { id, sent })),
        signal: upload.signal,
        timeoutMs,
      })
      return { status: reply.status, body: await jsonOf(reply) }
    } finally {
      uploadsOf(page).delete(id)
    }
  },

  async 'uploads.cancel'({ id }, page) {
    const upload = uploadsOf(page).get(id)
    if (upload) cancel(upload)
    return null
  },
} satisfies Partial<Handlers>

function cancel(upload: AbortController): void {
  upload.abort(new Refusal('The upload was canceled.'))
}
