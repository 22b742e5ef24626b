import { z } from 'zod'
import { engagementBatchReply, engagementBatchRequest, engagementInput, maxEngagements } from './events-api.ts'

const maxAddresses = 5000

export const matchesRequest = z.object({
  emails: z
    .array(z.string('Each e-mail address is a text.').max(320, 'An e-mail address has at most 320 characters.'))
    .min(1, 'There are no e-mail addresses.')
    .max(maxAddresses, `At most ${maxAddresses.toLocaleString('en-US')} e-mail addresses can be looked up at once.`),
})

/** The class year distinguishes people with the same name. */
export const matchedPerson = z.object({
  buid: z.string(),
  display_name: z.string(),
  class_year: z.number().int().nullable(),
})
export type MatchedPerson = z.infer<typeof matchedPerson>

export const matchesReply = z.object({
  matches: z.array(z.object({ email: z.string(), people: z.array(matchedPerson) })),
})

export const eventConverterPage = z.object({
  activity_codes: z.array(z.object({ code: z.string(), name: z.string() })),
})

export const recordedRequest = engagementInput.omit({ buid: true }).extend({
  buids: z
    .array(z.string('A BUID is text.').max(20, 'A BUID has nine characters.'), 'The BUIDs are a list.')
    .max(maxEngagements, `At most ${maxEngagements.toLocaleString('en-US')} people can be asked about at once.`),
})
export const recordedReply = z.object({ recorded: z.number().int() })

export const recordRequest = engagementBatchRequest.extend({ only_new: z.boolean().default(false) })
/** `id` refers to the recorded list; `received` = `inserted` + `already_recorded` + `failed`. */
export const recordReply = engagementBatchReply.extend({
  id: z.number().int(),
  already_recorded: z.number().int(),
  /** Whether the batch was recorded before and has since been undone. */
  is_undone: z.boolean(),
})
export type RecordReply = z.infer<typeof recordReply>
