import { z } from 'zod'
import { pageMembers, pageNumber } from '../page.ts'

export const letterStates = ['waiting', 'given_up', 'sent'] as const
export type LetterState = (typeof letterStates)[number]

/** Filters of `/settings/letters`. */
export const lettersQuery = z.object({
  state: z.enum(letterStates).optional().catch(undefined),
  kind: z.string().max(100).optional().catch(undefined),
  page: pageNumber,
})
export type LettersQuery = z.infer<typeof lettersQuery>

/** A letter of the last 30 days: what it is about, never to whom. `failure` is why the last attempt failed. */
export const sentLetter = z.object({
  id: z.number().int(),
  kind: z.string(),
  about: z.string(),
  state: z.enum(letterStates),
  attempts: z.number().int(),
  failure: z.string().nullable(),
  created_at: z.string(),
  sent_at: z.string().nullable(),
  given_up_at: z.string().nullable(),
})
export type SentLetter = z.infer<typeof sentLetter>

/** `GET /settings/letters` as JSON; `counts` are of all, whatever the filters. */
export const lettersPage = z.object({
  letters: z.array(sentLetter),
  kinds: z.array(z.object({ value: z.string(), label: z.string() })),
  counts: z.object({ waiting: z.number().int(), given_up: z.number().int(), sent: z.number().int() }),
  ...pageMembers,
})
export type LettersPage = z.infer<typeof lettersPage>

/** `POST /settings/letters/send_again`: the one with this id, or all that were given up. */
export const sendAgainRequest = z.object({ id: z.number().int().min(1).optional() })
export const sendAgainReply = z.object({ letters: z.number().int() })
