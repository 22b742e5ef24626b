import { randomUUID } from 'node:crypto'
import type { Handlers } from '../ipc.ts'
import { takeOpenedFiles } from './opened-files.ts'
import { createPageState } from './pages.ts'
import { Refusal } from './refusal.ts'
import { parseJson } from './server/ask-server.ts'
import { buildForm } from './server/send-file.ts'
import { sendToServer } from './server/server-request.ts'
import { isStaffPath } from './server/staff-path.ts'
import { getTakenFile } from './taken-files.ts'

const timeoutInMs = 60 * 60_000

const uploadsOf = createPageState((page) => {
  const uploads = new Map<string, AbortController>()
  page.ended.addEventListener('abort', () => {
    for (const upload of uploads.values()) cancel(upload)
  })
  return uploads
})

export const uploadHandlers = {
  'files.waiting': async (_nothing, page) => takeOpenedFiles(page),

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
        body: buildForm(file, fields, boundary, (sent) => page.send('uploads.progress', { id, sent })),
        signal: upload.signal,
        timeoutInMs,
      })
      return { status: reply.status, body: await parseJson(reply) }
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
