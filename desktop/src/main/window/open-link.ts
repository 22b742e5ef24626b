import { z } from 'zod'
import { Refusal } from '../refusal.ts'
import { serverRequest } from '../server/server-request.ts'
import { readDeepLink } from './deep-links.ts'

export async function pathOfLink(link: string): Promise<string | undefined> {
  const destination = readDeepLink(link)
  if (!destination || 'path' in destination) return destination?.path
  return pathOfImport(destination.importId)
}

const found = z.object({ links: z.object({ self: z.string().regex(/^\/settings\/imports\/[a-z-]+\/batches\/\d+$/) }) })

async function pathOfImport(id: string): Promise<string> {
  const guess = `/settings/imports/contacts/batches/${id}`
  try {
    return (await serverRequest(guess, found)).links.self
  } catch (error) {
    if (error instanceof Refusal) return guess
    throw error
  }
}
