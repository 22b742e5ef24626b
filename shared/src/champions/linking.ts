import { z } from 'zod'
import { foundAlumnus } from '../alumni/search.ts'
import { linkRequest } from './staff-page.ts'
import { listedSignup } from './staff-list.ts'

const count = z.number().int()

/** The most signups of one kind that one reply has, and that one request links. */
export const maxLinks = 100

/** `GET /champion_signups/linking`; `after` is the last signup of the reply before. */
export const linkingQuery = z.object({ after: z.coerce.number().int().min(0).catch(0).default(0) })

/**
 * The signups that wait to be linked to an alumnus, those first that have waited longest. `certain` have the e-mail
 * address and the name of exactly one alumnus, who has no other signup; they are not among `signups`. `waiting` counts
 * all, `further` and `further_certain` those that a later reply has.
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
/**
 * `POST /champion_signups/linking` links each signup as if alone, `POST …/linking/undo` takes these links back. Sent
 * again after a reply that was lost, it changes nothing and answers the same.
 */
export const linksRequest = z.object({
  links: z
    .array(link)
    .min(1, 'Choose at least one signup.')
    .max(maxLinks, `At most ${maxLinks} signups can be linked at once.`),
})

/** The outcome of each, in their order: `error` explains why it was left as it was, `merge` is where to go then. */
export const linksReply = z.object({
  outcomes: z.array(z.object({ id: count, error: z.string().nullable(), merge: z.string().nullable() })),
})
export type LinkOutcome = z.infer<typeof linksReply>['outcomes'][number]
