import { z } from 'zod'
import { Refusal } from '../refusal.ts'
import { requestJson } from '../server/server-request.ts'
import { parseDeepLink } from './deep-links.ts'

/** Returns the app path for a deep link, or undefined if it is invalid. Asks the server for the path of an import. */
export async function resolveLink(link: string): Promise<string | undefined> {
  const destination = parseDeepLink(link)
  if (!destination || 'path' in destination) return destination?.path
  return findImportPath(destination.importId)
}

const found = z.object({ links: z.object({ self: z.string().regex(/^\/settings\/imports\/[a-z-]+\/batches\/\d+$/) }) })

async function findImportPath(id: string): Promise<string> {
  const guess = `/settings/imports/contacts/batches/${id}`
  try {
    return (await requestJson(guess, found)).links.self
  } catch (error) {
    if (error instanceof Refusal) return guess
    throw error
  }
}
