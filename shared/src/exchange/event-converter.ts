import { z } from 'zod'
import { engagementBatchReply, engagementBatchRequest, engagementInput, maxEngagements } from './events-api.ts'

const maxAddresses = 5000

/** `POST /tools/event_converter/matches`. */
export const matchesRequest = z.object({
  emails: z
    .array(z.string('Each e-mail address is a text.').max(320, 'An e-mail address has at most 320 characters.'))
    .min(1, 'There are no e-mail addresses.')
    .max(maxAddresses, `At most ${maxAddresses.toLocaleString('en-US')} e-mail addresses can be looked up at once.`),
})

/** The person has the address as one of five; the class year distinguishes people. */
export const matchedPerson = z.object({
  buid: z.string(),
  display_name: z.string(),
  class_year: z.number().int().nullable(),
})
export type MatchedPerson = z.infer<typeof matchedPerson>

/** Reply: every address once, as it was sent and in that order, with the people who have it. */
export const matchesReply = z.object({
  matches: z.array(z.object({ email: z.string(), people: z.array(matchedPerson) })),
})

/** `GET /tools/event_converter`: the vocabulary that an event is recorded by, `event_attended` first. */
export const eventConverterPage = z.object({
  activity_codes: z.array(z.object({ code: z.string(), name: z.string() })),
})

/** `POST /tools/event_converter/recorded`: of how many of these people such an engagement stands on file. */
export const recordedRequest = engagementInput.omit({ buid: true }).extend({
  buids: z
    .array(z.string('A BUID is text.').max(20, 'A BUID has nine characters.'), 'The BUIDs are a list.')
    .max(maxEngagements, `At most ${maxEngagements.toLocaleString('en-US')} people can be asked about at once.`),
})
export const recordedReply = z.object({ recorded: z.number().int() })

/**
 * `POST /tools/event_converter/lists`: a batch of the events API; `only_new` leaves out what stands on file already.
 * (`POST …/engagements` takes and answers just what the events API does.)
 */
export const recordRequest = engagementBatchRequest.extend({ only_new: z.boolean().default(false) })
/**
 * `id` is the number of the batch in the list of recorded batches. `received` = `inserted` + `already_recorded` +
 * `failed`.
 */
export const recordReply = engagementBatchReply.extend({
  id: z.number().int(),
  already_recorded: z.number().int(),
  /** It was recorded before, and taken back since. */
  is_undone: z.boolean(),
})
export type RecordReply = z.infer<typeof recordReply>
