import { z } from 'zod'
import { foundAlumnus } from '../alumni/search.ts'
import { linkRequest } from './staff-page.ts'
import { listedSignup } from './staff-list.ts'

const count = z.number().int()

export const maxLinks = 100

export const linkingQuery = z.object({ after: z.coerce.number().int().min(0).catch(0).default(0) })

/**
 * Completed signups that are not linked to an alumnus, oldest first. `certain` has those with a certain match (see
 * `findCertainMatches`), `signups` the others. `waiting` is the total of both; `further_certain` and `further` count
 * those beyond this page.
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
export const linksRequest = z.object({
  links: z
    .array(link)
    .min(1, 'Choose at least one signup.')
    .max(maxLinks, `At most ${maxLinks} signups can be linked at once.`),
})

/** In the order of the request. `error` explains a failure; `merge` is the path of a page that compares the signups. */
export const linksReply = z.object({
  outcomes: z.array(z.object({ id: count, error: z.string().nullable(), merge: z.string().nullable() })),
})
export type LinkOutcome = z.infer<typeof linksReply>['outcomes'][number]
