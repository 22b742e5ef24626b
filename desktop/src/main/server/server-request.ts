import { errorBody } from '@alumni/shared/errors'
import { releaseHeader } from '@alumni/shared/operations/releases'
import type { z } from 'zod'
import { Refusal } from '../refusal.ts'
import { askServer, ServerProblem, type Answer, type Question } from './ask-server.ts'
import { server } from './current-server.ts'
import { parseJson, readText } from './read-text.ts'
import { noteReach, noteRelease } from './watch-server.ts'

/** The server answered, and the answer is a refusal. `message` is its sentence. */
export class ServerRefusal extends Refusal {
  readonly status: number
  readonly body: unknown
  constructor(status: number, body: unknown) {
    super(errorBody.safeParse(body).data?.error ?? `The server could not do it (status ${status}). Try again later.`)
    this.status = status
    this.body = body
  }
}

/** People recognise this session by it. */
const userAgent = `AlumniRelations/${appVersion} (${{ darwin: 'Macintosh', win32: 'Windows' }[process.platform as string] ?? 'Linux'})`
const maxTextBytes = 64 * 1024 * 1024

type Request = {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  body?: unknown
  signal?: AbortSignal
  patienceInMs?: number
}

/**
 * One request of the main process for JSON, in the name of the person who is signed in; the reply is checked by its
 * contract. Throws a Refusal with a sentence: a ServerRefusal when the server said no.
 * @public
 */
export async function serverRequest<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  { method, body, signal, patienceInMs }: Request = {},
): Promise<z.output<Schema>> {
  const answer = await sendToServer(path, {
    method,
    signal,
    patienceInMs,
    headers: { accept: 'application/json', ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    body: body === undefined ? undefined : Buffer.from(JSON.stringify(body)),
  })
  const text = await readText(answer.body, maxTextBytes)
  const json = parseJson(text)
  if (answer.status >= 300) throw new ServerRefusal(answer.status, json)
  if (json === null && text.trim() !== 'null')
    throw new ServerProblem('The server’s answer did not arrive whole. Try again.')
  const { data, success } = schema.safeParse(json)
  if (!success) throw new Refusal('The server answered something that this app does not understand. Update the app.')
  return data
}

/** The same for a body of any kind, such as a file that is streamed from disk; the caller reads the reply's body. */
export async function sendToServer(path: string, question: Question): Promise<Answer> {
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
    noteRelease(address, answer.headers[releaseHeader])
    if (token && answer.status === 401) server.noteRefused()
    return answer
  } catch (error) {
    if (error instanceof ServerProblem) noteReach(error)
    throw error
  }
}
