import { z } from 'zod'
import { portalPage } from '../portal.ts'

export const answerChoice = z.enum(['yes', 'no'], 'Choose yes or no.')

/** The answer token of a letter, from the URL of the letter’s button or from the form on the page that it opens. */
const as = z.uuid().optional().catch(undefined)
/** A `yes` must be confirmed by e-mail; known visitors are `going` or `waiting` at once. */
const outcome = z.enum(['yes', 'no', 'going', 'waiting'])
export const answerQuery = z.object({ as, done: outcome.optional().catch(undefined) })

export const answererChoice = z.object({ as, reply: answerChoice, website: z.unknown().optional() })

export const answering = z.object({
  as: z.string().nullable(),
  done: outcome.nullable(),
  said_no: z.boolean(),
})
export type Answering = z.infer<typeof answering>

export const confirmAnswerPage = portalPage('answers/confirm', {
  token: z.string(),
  about: z.object({ href: z.string(), title: z.string(), said: z.string() }).nullable(),
  problem: z.string().nullable(),
  is_confirmed: z.boolean(),
  is_late: z.boolean(),
})
export const confirmAnswerForm = z.object({
  token: z.string().max(100).catch(''),
  again: z.literal('yes').optional().catch(undefined),
})
