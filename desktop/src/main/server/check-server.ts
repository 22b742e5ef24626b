import { z } from 'zod'
import { askServer, ServerProblem } from './ask-server.ts'
import { parseJson, readText } from './read-text.ts'

const isUp = z.object({ status: z.enum(['up', 'stopping']) })

/** Whether there is a server at this origin that this app can speak with; else what is wrong, in a sentence. */
export async function checkServer(origin: string): Promise<string | undefined> {
  try {
    const answer = await askServer(origin, '/up', { headers: { accept: 'application/json' }, patienceInMs: 10_000 })
    const reply = parseJson(await readText(answer.body, 64 * 1024))
    if (!isUp.safeParse(reply).success) return notOurs
    return undefined
  } catch (error) {
    if (error instanceof ServerProblem) return error.message
    throw error
  }
}

const notOurs = 'What answers at this address is no server of alumni relations. Check the address.'
