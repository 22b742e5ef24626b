import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { app } from 'electron'
import { importType } from '@alumni/shared/exchange/imports'
import { z } from 'zod'

/** An upload that has begun: the file as it was then, and where it is on the server. */
const unfinished = z.object({
  address: z.string(),
  path: z.string(),
  size: z.number(),
  mtimeMs: z.number(),
  type: importType,
  url: z.string().nullable(),
})
export type Unfinished = z.infer<typeof unfinished>

let known: Unfinished[] | undefined

/** The uploads that a restart of the app, or of the computer, has interrupted. */
export function unfinishedUploads(): readonly Unfinished[] {
  known ??= z.array(unfinished).catch([]).parse(readJson())
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

/** Written beside and renamed, so that a crash leaves the ones before. */
function write(uploads: Unfinished[]): void {
  known = uploads
  writeFileSync(`${file()}.new`, JSON.stringify(uploads), { mode: 0o600 })
  renameSync(`${file()}.new`, file())
}

function readJson(): unknown {
  try {
    return JSON.parse(readFileSync(file(), 'utf8'))
  } catch {
    return []
  }
}

function file(): string {
  return join(app.getPath('userData'), 'uploads.json')
}
