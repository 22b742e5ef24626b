import { matchesReply, recordReply } from '@alumni/shared/exchange/event-converter'
import { z } from 'zod'
import { askAgain } from '../../converter/ask-again.ts'
import { ServerProblem } from '../server/ask-server.ts'
import { serverRequest, ServerRefusal } from '../server/server-request.ts'
import type { Question } from './messages.ts'

const url = '/tools/event_converter'
const limited = z.object({ retry_after: z.number() })

/** What the thread asks the server, in the name of who is signed in. Both may be asked again without harm. */
export function answerQuestion(question: Question) {
  return askAgain(async () => {
    if (question.about === 'engagements')
      return serverRequest(`${url}/lists`, recordReply, {
        method: 'POST',
        body: question.batch,
        patienceInMs: 60_000,
      })
    const { emails } = question
    return (
      await serverRequest(`${url}/matches`, matchesReply, { method: 'POST', body: { emails }, patienceInMs: 60_000 })
    ).matches
  }, waitAfter)
}

function waitAfter(error: unknown): number | undefined {
  if (error instanceof ServerProblem) return 2
  if (!(error instanceof ServerRefusal)) return undefined
  if (error.status === 429) return limited.safeParse(error.body).data?.retry_after ?? 1
  return error.status >= 502 ? 2 : undefined
}
