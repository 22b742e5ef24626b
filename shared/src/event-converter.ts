import { z } from 'zod'

/** How many addresses one request may ask about. */
export const maxAddresses = 5000

/** `POST /tools/event_converter/matches`. */
export const matchesRequest = z.object({
  emails: z
    .array(z.string('Each e-mail address is a text.').max(320, 'An e-mail address has at most 320 characters.'))
    .min(1, 'There are no e-mail addresses.')
    .max(maxAddresses, `At most ${maxAddresses.toLocaleString('en-US')} e-mail addresses can be looked up at once.`),
})

/** Someone whose one of the five addresses it is, and what tells them from another one. */
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
export type EventConverterPage = z.infer<typeof eventConverterPage>
