import { z } from 'zod'
import { foundAlumnus } from '../alumni/search.ts'
import { linkRequest } from './staff-page.ts'
import { listedSignup } from './staff-list.ts'

const count = z.number().int()

/** Maximum number of signups in one reply or request. */
export const maxLinks = 100

/** `GET /champion_signups/linking`; `after` is the last signup of the reply before. */
export const linkingQuery = z.object({ after: z.coerce.number().int().min(0).catch(0).default(0) })

/**
 * Signups that wait to be linked, the oldest first. `certain` match exactly one alumnus without a signup by e-mail
 * address and name, and are not in `signups`. `waiting` counts all; `further` and `further_certain` count those in
 * later replies.
 */
export const linkingPage = z.object({
  certain: z.array(z.object({ signup: listedSignup, person: foundAlumnus })),
  signups: z.array(listedSignup),
  waiting: count,
  further: count,
  further_certain: count.default(0),
})
export type LinkingPage = z.infer<typeof linkingPage>
export type CertainLink = LinkingPage['certain'][number]

const link = linkRequest.extend({ id: count.min(1) })
export type SignupLink = z.infer<typeof link>
/** Links each signup on its own; `POST …/linking/undo` removes these links. Repeating changes nothing. */
export const linksRequest = z.object({
  links: z
    .array(link)
    .min(1, 'Choose at least one signup.')
    .max(maxLinks, `At most ${maxLinks} signups can be linked at once.`),
})

/** The outcomes in order: `error` explains why a signup is unchanged, and `merge` links to the comparison. */
export const linksReply = z.object({
  outcomes: z.array(z.object({ id: count, error: z.string().nullable(), merge: z.string().nullable() })),
})
export type LinkOutcome = z.infer<typeof linksReply>['outcomes'][number]
