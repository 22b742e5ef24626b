import { sendToServer } from '../server/server-request.ts'
import { Refusal } from '../refusal.ts'
import { readDeepLink } from './deep-links.ts'

/** The path that a link leads to. */
export async function pathOfLink(link: string): Promise<string | undefined> {
  const destination = readDeepLink(link)
  if (!destination || 'path' in destination) return destination?.path
  return pathOfImport(destination.importId)
}

/** The server leads from an import under any type to its own. */
async function pathOfImport(id: string): Promise<string> {
  const guess = `/settings/imports/contacts/batches/${id}`
  try {
    const { status, headers, body } = await sendToServer(guess, { headers: { accept: 'application/json' } })
    body.destroy()
    const { location = '' } = headers
    return status >= 300 && status < 400 && /^\/settings\/imports\/[a-z-]+\/batches\/\d+$/.test(location)
      ? location
      : guess
  } catch (error) {
    if (error instanceof Refusal) return guess
    throw error
  }
}
