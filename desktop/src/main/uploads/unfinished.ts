import { importType } from '@alumni/shared/exchange/imports'
import { z } from 'zod'
import { readSaved, saveFile } from '../saved-file.ts'

/** An upload that has begun, and the file as it was then. The page remembers where it is on the server. */
const unfinished = z.object({
  address: z.string(),
  path: z.string(),
  size: z.number(),
  mtimeMs: z.number(),
  type: importType,
})
type Unfinished = z.infer<typeof unfinished>

const file = 'uploads.json'

let known: Unfinished[] | undefined

/** The uploads that a restart of the app, or of the computer, has interrupted. */
export function unfinishedUploads(): readonly Unfinished[] {
  known ??= z.array(unfinished).catch([]).parse(readSaved(file))
  return known
}

export function rememberUpload(upload: Unfinished): void {
  write([...unfinishedUploads().filter(({ path }) => path !== upload.path), upload])
}

export function forgetUpload(path: string): void {
  if (unfinishedUploads().some((upload) => upload.path === path))
    write(unfinishedUploads().filter((upload) => upload.path !== path))
}

export function forgetAllUploads(): void {
  if (unfinishedUploads().length > 0) write([])
}

function write(uploads: Unfinished[]): void {
  known = uploads
  saveFile(file, JSON.stringify(uploads))
}
