import { z } from 'zod'
import { letterStates } from '../letters.ts'
import { pageMembers, pageNumber, searchText } from '../page.ts'

export const lettersQuery = z.object({
  q: searchText,
  state: z.enum(letterStates).optional().catch(undefined),
  kind: z.string().max(100).optional().catch(undefined),
  page: pageNumber,
})
export type LettersQuery = z.infer<typeof lettersQuery>

/** A letter from the last 30 days, without its address. `failure` is the error of the last attempt. */
export const sentLetter = z.object({
  id: z.number().int(),
  kind: z.string(),
  about: z.string(),
  person: z.object({ kind: z.enum(['signup', 'staff']), id: z.number().int(), name: z.string() }).nullable(),
  /** The recipient of a letter to a list, if not a champion. */
  alumnus: z.object({ buid: z.string(), name: z.string() }).nullable(),
  state: z.enum(letterStates),
  attempts: z.number().int(),
  failure: z.string().nullable(),
  created_at: z.string(),
  sent_at: z.string().nullable(),
  given_up_at: z.string().nullable(),
})
export type SentLetter = z.infer<typeof sentLetter>

/** `counts` ignore the filters; `retained` counts the waiting letters from before a restore. */
export const lettersPage = z.object({
  letters: z.array(sentLetter),
  kinds: z.array(z.object({ value: z.string(), label: z.string() })),
  counts: z.record(z.enum(letterStates), z.number().int()),
  /** Counts failed letters that can be sent again. Letters to lists cannot, because they may have been sent. */
  can_send_again: z.number().int(),
  retained: z.number().int(),
  is_copy: z.boolean(),
  ...pageMembers,
})
export type LettersPage = z.infer<typeof lettersPage>

export const sendAgainRequest = z.object({ id: z.number().int().min(1).optional() })
export const sendAgainReply = z.object({ letters: z.number().int() })

export const retainedRequest = z.object({ decision: z.enum(['send', 'drop']) })
