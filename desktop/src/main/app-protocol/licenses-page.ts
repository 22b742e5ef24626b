import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inert } from './inert-reply.ts'

/** A page that is a text: the licenses of the libraries that the build has put into the app. */
export const licensesPath = '/-/licenses'

/** `folder` is the built app's, with a folder for each of its parts. */
export async function licensesPage(folder: string): Promise<Response> {
  const parts = ['renderer', 'main'].map((part) => readFile(join(folder, part, 'licenses.md'), 'utf8'))
  const headers = { ...inert, 'content-type': 'text/plain; charset=utf-8' }
  return new Response((await Promise.all(parts)).join('\n'), { headers })
}
