import type { z } from 'zod'
import { errorFrom, ReplyMismatchError, HttpError, proveIfRequired, NetworkError } from '../../http.ts'
import { callDesktop, isDesktop, subscribeToDesktop, takeFile } from '../../ui/desktop.ts'
import type { InputFile } from '../../ui/form/input-file.ts'

type Options = {
  fields?: Readonly<Record<string, string>> | undefined
  signal?: AbortSignal
  onProgress?: (sent: number) => void
}
type Reply = { status: number; body: unknown }

/** Uploads a file and returns the parsed reply. Throws an error with a message for the user. */
export async function uploadFile<Schema extends z.ZodType>(
  url: string,
  file: InputFile,
  schema: Schema,
  options: Options = {},
): Promise<z.output<Schema>> {
  const { status, body } = await (isDesktop() ? sendFromMain(url, file, options) : sendFromBrowser(url, file, options))
  if (await proveIfRequired(status, body)) return uploadFile(url, file, schema, options)
  if (status >= 300) throw new HttpError(status, errorFrom(status, body))
  const { data, error } = schema.safeParse(body)
  if (error) throw new ReplyMismatchError(error)
  return data
}

async function sendFromMain(
  path: string,
  file: InputFile,
  { fields = {}, signal, onProgress }: Options,
): Promise<Reply> {
  const { id } = file instanceof File ? await takeFile(file) : file
  signal?.throwIfAborted()
  const stopListening = subscribeToDesktop('uploads.progress', (progress) => {
    if (progress.id === id) onProgress?.(progress.sent)
  })
  const cancel = () => void callDesktop('uploads.cancel', { id })
  signal?.addEventListener('abort', cancel)
  try {
    return await callDesktop('uploads.send', { id, path, fields })
  } finally {
    stopListening()
    signal?.removeEventListener('abort', cancel)
  }
}

/** Uses XMLHttpRequest, because fetch reports no progress. */
function sendFromBrowser(url: string, file: InputFile, { fields = {}, signal, onProgress }: Options): Promise<Reply> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', file as File)
  const upload = new XMLHttpRequest()
  signal?.addEventListener('abort', () => upload.abort())
  return new Promise((resolve, reject) => {
    // Scaled to the file size, because `loaded` and `total` include the form encoding.
    upload.upload.onprogress = ({ loaded, total }) => onProgress?.(Math.round((loaded / total) * file.size))
    upload.onload = () => resolve({ status: upload.status, body: parseJson(upload.responseText) })
    upload.onerror = (cause) => reject(new NetworkError(cause, 'The upload was interrupted.'))
    upload.open('POST', url)
    upload.setRequestHeader('accept', 'application/json')
    upload.send(form)
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
