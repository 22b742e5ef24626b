import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { FileMissing, type Files } from '../../foundations/files/files.ts'
import { writeText } from './target.ts'

/** It belongs to the place, not to what is stored there: no backup has it. */
export const markKey = 'place/mark'

/** Returns the mark of a place for files, whatever address leads to it; null where no backup has marked it yet. */
export async function markOfFiles(files: Files): Promise<string | null> {
  const found = await files.read(markKey).then(text, (error: unknown) => {
    if (error instanceof FileMissing) return ''
    throw error
  })
  return /^[0-9a-f]{16}$/.test(found) ? found : null
}

export async function markFiles(files: Files): Promise<string> {
  const found = await markOfFiles(files)
  if (found) return found
  const mark = randomBytes(8).toString('hex')
  await writeText(files, markKey, mark)
  return mark
}
