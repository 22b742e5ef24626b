import { errorBody } from '@alumni/shared/errors'
import { releaseHeader } from '@alumni/shared/operations/releases'
import type { z } from 'zod'
import { Refusal } from '../refusal.ts'
import { parseJson, ServerProblem, type RequestOptions } from './ask-server.ts'
import { server } from './current-server.ts'
import { askServer } from './server-session.ts'
import { recordConnection, recordRelease } from './watch-server.ts'

const userAgent = `AlumniRelations/${appVersion} (${{ darwin: 'Macintosh', win32: 'Windows' }[process.platform as string] ?? 'Linux'})`

/** Sends a JSON request and parses the reply. Throws a `Refusal` for an error status or an unexpected reply. */
export async function requestJson<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  { body, ...options }: Omit<RequestOptions, 'body'> & { body?: unknown } = {},
): Promise<z.output<Schema>> {
  const response = await sendToServer(path, {
    ...options,
    headers: { accept: 'application/json', ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const json = await parseJson(response)
  if (!response.ok) throw new Refusal(errorBody.safeParse(json).data?.error ?? describeStatus(response.status))
  const { data, success } = schema.safeParse(json)
  if (!success) throw new Refusal('The server sent a reply that this app does not understand. Update the app.')
  return data
}

const describeStatus = (status: number) => `The server could not do this (status ${status}). Try again later.`

/** Sends a request with the user's token and records whether the server is reachable. Throws a `ServerProblem`. */
export async function sendToServer(path: string, options: RequestOptions): Promise<Response> {
  const { address, token } = await server.ready()
  if (!address) throw new ServerProblem('No server is chosen yet.')
  const headers = {
    'user-agent': userAgent,
    ...options.headers,
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  }
  try {
    const response = await askServer(address, path, { ...options, headers })
    recordConnection()
    recordRelease(address, response.headers.get(releaseHeader))
    if (token && response.status === 401) server.recordRefusedToken()
    return response
  } catch (error) {
    if (error instanceof ServerProblem) recordConnection(error)
    throw error
  }
}
