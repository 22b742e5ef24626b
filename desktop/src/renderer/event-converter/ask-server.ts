import { matchesReply } from '@alumni/shared/event-converter'
import { engagementBatchReply } from '@alumni/shared/events-api'
import type { z } from 'zod'
import type { Match } from '../../converter/conversion.ts'
import type { SessionHost } from '../../converter/session.ts'
import { HttpError, isWorthRetrying, request } from '../http.ts'

const url = '/tools/event_converter'
const maxTries = 4

/** Whose these addresses are. Nothing but the addresses leaves this computer. */
export const match: Match = async (emails) => (await post(`${url}/matches`, matchesReply, { emails })).matches

export const submit: SessionHost['submit'] = (batch) => post(`${url}/engagements`, engagementBatchReply, batch)

/** Both may be asked again without harm: it waits as long as the server says, and tries again. */
async function post<Schema extends z.ZodType>(
  to: string,
  schema: Schema,
  body: unknown,
  tries = 1,
): Promise<z.infer<Schema>> {
  try {
    return await request(to, schema, { method: 'POST', body, patienceInMs: 60_000 })
  } catch (error) {
    const isLimited = error instanceof HttpError && error.status === 429
    if (tries === maxTries || !(isLimited || isWorthRetrying(error))) throw error
    const seconds = isLimited ? (error.body.retry_after ?? 1) : tries
    await new Promise((resolve) => setTimeout(resolve, Math.min(seconds, 300) * 1000))
    return post(to, schema, body, tries + 1)
  }
}
