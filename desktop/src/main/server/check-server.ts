import { oldestStaffContract, serverRelease, staffContract } from '@alumni/shared/operations/releases'
import { signedOutPage } from '@alumni/shared/staff/accounts'
import { z } from 'zod'
import { pictureAddress } from '../settings.ts'
import { parseJson, ServerProblem } from './ask-server.ts'
import { askServer } from './server-session.ts'

export type ServerCheck = { logo: string | undefined } | { message: string; isLost?: true }

const isUp = z.object({ status: z.enum(['up', 'stopping']) })

/** Checks that a compatible server runs at `origin`. Returns the institution's logo, or a message for the user. */
export async function checkServer(origin: string, version: string): Promise<ServerCheck> {
  try {
    const up = await getJson(origin, '/up')
    if (!isUp.safeParse(up).success) return { message: notOursMessage }
    const release = serverRelease.safeParse(await getJson(origin, '/release'))
    if (!release.success) return { message: serverIsOlder('an older release', version) }
    const { contract, oldest_contract, release: tag } = release.data
    if (contract < oldestStaffContract) return { message: serverIsOlder(tag, version) }
    if (oldest_contract > staffContract)
      return { message: `This server runs ${tag}, which is too new for this app (v${version}). Update the app.` }
    const { data: page } = signedOutPage.safeParse(await getJson(origin, '/login'))
    if (!page) return { message: notOursMessage }
    return { logo: pictureAddress.safeParse(page.institution.logo_url).data }
  } catch (error) {
    if (error instanceof ServerProblem) return { message: error.message, isLost: true }
    throw error
  }
}

async function getJson(origin: string, path: string): Promise<unknown> {
  const headers = { accept: 'application/json' }
  return parseJson(await askServer(origin, path, { headers, timeoutInMs: 10_000, maxBytes: 64 * 1024 }))
}

const notOursMessage = 'This is not the address of an alumni relations server. Check the address.'

function serverIsOlder(tag: string, version: string): string {
  return `This server runs ${tag}, which is too old for this app (v${version}). Ask your system administrator to update it.`
}
