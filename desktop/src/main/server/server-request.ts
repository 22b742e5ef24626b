import { errorBody } from '@alumni/shared/errors'
import { releaseHeader } from '@alumni/shared/operations/releases'
import type { z } from 'zod'
import { Refusal } from '../refusal.ts'
import { jsonOf, ServerProblem, type Asked } from './ask-server.ts'
import { server } from './current-server.ts'
import { askServer } from './server-session.ts'
import { noteReach, noteRelease } from './watch-server.ts'

/** People recognise this session by it. */
const userAgent = `AlumniRelations/${appVersion} (${{ darwin: 'Macintosh', win32: 'Windows' }[process.platform as string] ?? 'Linux'})`

/**
 * One request of the main process for JSON, in the name of the person who is signed in; the reply is checked by its
 * contract. Throws a Refusal with a sentence.
 */
export async function serverRequest<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  { body, ...question }: Omit<Asked, 'body'> & { body?: unknown } = {},
): Promise<z.output<Schema>> {
  const answer = await sendToServer(path, {
    ...question,
    headers: { accept: 'application/json', ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const json = await jsonOf(answer)
  if (!answer.ok) throw new Refusal(errorBody.safeParse(json).data?.error ?? refused(answer.status))
  const { data, success } = schema.safeParse(json)
  if (!success) throw new Refusal('The server sent a reply that this app does not understand. Update the app.')
  return data
}

const refused = (status: number) => `The server could not do this (status ${status}). Try again later.`

/** The same for a body of any kind; the caller reads the reply's body. */
export async function sendToServer(path: string, question: Asked): Promise<Response> {
  const { address, token } = await server.ready()
  if (!address) throw new ServerProblem('No server is chosen yet.')
  const headers = {
    'user-agent': userAgent,
    ...question.headers,
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  }
  try {
    const answer = await askServer(address, path, { ...question, headers })
    noteReach()
    noteRelease(address, answer.headers.get(releaseHeader))
    if (token && answer.status === 401) server.noteRefused()
    return answer
  } catch (error) {
    if (error instanceof ServerProblem) noteReach(error)
    throw error
  }
}
