import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { FileMissing, type Files } from '../../foundations/files/files.ts'
import { writeText } from './target.ts'

/** Identifies the storage, so backups omit this file. */
export const markKey = 'place/mark'

/** Returns the random mark that identifies a file storage, or null before the storage's first backup. */
export async function readStorageMark(files: Files): Promise<string | null> {
  const found = await files.read(markKey).then(text, (error: unknown) => {
    if (error instanceof FileMissing) return ''
    throw error
  })
  return /^[0-9a-f]{16}$/.test(found) ? found : null
}

export async function ensureStorageMark(files: Files): Promise<string> {
  const found = await readStorageMark(files)
  if (found) return found
  const mark = randomBytes(8).toString('hex')
  await writeText(files, markKey, mark)
  return mark
}
