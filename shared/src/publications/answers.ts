import { z } from 'zod'
import { portalPage } from '../portal.ts'

export const answerChoice = z.enum(['yes', 'no'], 'Choose yes or no.')

/** The token of a letter’s link, in the URL and the form of its page. */
const as = z.uuid().optional().catch(undefined)
/** `yes` waits for a confirmation by e-mail; `going` and `waiting` are the outcome of a yes by a known visitor. */
const outcome = z.enum(['yes', 'no', 'going', 'waiting'])
export const answerQuery = z.object({ as, done: outcome.optional().catch(undefined) })

export const answererChoice = z.object({ as, reply: answerChoice, website: z.unknown().optional() })

export const answering = z.object({
  as: z.string().nullable(),
  done: outcome.nullable(),
  said_no: z.boolean(),
})
export type Answering = z.infer<typeof answering>

/** `GET /answers/confirm?token=…` changes nothing. `problem` explains why the answer cannot be confirmed. */
export const confirmAnswerPage = portalPage('answers/confirm', {
  token: z.string(),
  about: z.object({ href: z.string(), title: z.string(), said: z.string() }).nullable(),
  problem: z.string().nullable(),
  is_confirmed: z.boolean(),
  /** Whether a new e-mail can be sent. */
  is_late: z.boolean(),
})
export const confirmAnswerForm = z.object({
  token: z.string().max(100).catch(''),
  again: z.literal('yes').optional().catch(undefined),
})
