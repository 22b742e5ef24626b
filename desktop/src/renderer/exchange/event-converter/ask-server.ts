import { matchesReply, recordReply } from '@alumni/shared/exchange/event-converter'
import type { z } from 'zod'
import { askAgain } from '../../../converter/ask-again.ts'
import type { Match } from '../../../converter/conversion.ts'
import type { SessionHost } from '../../../converter/session.ts'
import { HttpError, isWorthRetrying, request } from '../../http.ts'

const url = '/tools/event_converter'

/** Whose these addresses are. Nothing but the addresses leaves this computer. */
export const match: Match = async (emails) => (await post(`${url}/matches`, matchesReply, { emails })).matches

export const submit: SessionHost['submit'] = (batch) => post(`${url}/lists`, recordReply, batch)

/** Both may be asked again without harm. */
function post<Schema extends z.ZodType>(to: string, schema: Schema, body: unknown): Promise<z.infer<Schema>> {
  return askAgain(
    () => request(to, schema, { method: 'POST', body, patienceInMs: 60_000 }),
    (error) => {
      if (error instanceof HttpError && error.status === 429) return error.body.retry_after ?? 1
      return isWorthRetrying(error) ? 2 : undefined
    },
  )
}
