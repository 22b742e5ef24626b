import { z } from 'zod'
import { portalPage } from '../portal.ts'

/** The answers of the form on an event's or opportunity's page. */
export const answerChoice = z.enum(['yes', 'no'], 'Choose yes or no.')

/** The token of the link in a letter, in the address and the form of the page to which it leads. */
const as = z.uuid().optional().catch(undefined)
/**
 * `done` is what the visitor has just said: a yes that an e-mail is to confirm, or a no. Whoever is remembered is told
 * what came of their yes.
 */
const done = z.enum(['yes', 'no', 'going', 'waiting'])
export const answerQuery = z.object({ as, done: done.optional().catch(undefined) })

export const answererChoice = z.object({ as, reply: answerChoice, website: z.unknown().optional() })

/** How the page offers to answer; `said_no` is unconfirmed, by the link of a letter. */
export const answering = z.object({
  as: z.string().nullable(),
  done: done.nullable(),
  said_no: z.boolean(),
})
export type Answering = z.infer<typeof answering>

/** `GET /answers/confirm?token=…`: opening it changes nothing. `problem` says why the answer cannot be confirmed. */
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
