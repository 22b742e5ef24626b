import { z } from 'zod'
import { communityKinds } from './content.ts'
import { lineOrNone, localTime, publication, siteMoves } from './publications.ts'

/** `draft`: no one but staff sees it. `scheduled`: no one yet. `ended`: news that has left the site at its time. */
const states = ['draft', 'scheduled', 'published', 'ended'] as const
export type ContentState = (typeof states)[number]

const count = z.number().int()
/**
 * A line of a list. `about` is such as the kind of a community, or whose news it is; `at` is when it is or was
 * published.
 */
const contentRow = z.object({
  id: count,
  title: z.string(),
  about: z.string().nullable(),
  state: z.enum(states),
  at: z.string().nullable(),
  updated_at: z.string(),
  updated_by: z.string().nullable(),
  /** Null for news. */
  members: count.nullable(),
})
export type ContentRow = z.infer<typeof contentRow>

const facts = {
  /** The text as HTML that is safe to place. */
  html: z.string(),
  /** Why it cannot be deleted; null where it can be. */
  keeps: z.string().nullable(),
}
/** For administrators. Time alone publishes what is scheduled, and ends news. */
const both = { states, moves: siteMoves('published', ['ended']), filters: {}, list: { rows: z.array(contentRow) } }

/** Communities, at `/settings/content/communities`. */
export const communityContract = publication({
  ...both,
  fields: { kind: z.enum(communityKinds, 'Choose what its members share.') },
  facts: { ...facts, members: count },
})
export type CommunityFields = z.infer<typeof communityContract.fields>
export type CommunityRecord = z.infer<typeof communityContract.record>

/** News, at `/settings/content/news`. */
export const newsContract = publication({
  ...both,
  fields: {
    author: lineOrNone(120),
    community_id: z.number().int().min(1).nullable(),
    /** The time at which it leaves the site, by the clocks of the institution. */
    ends: localTime('at which it leaves the site').nullable(),
  },
  facts: { ...facts, community: z.string().nullable() },
})
export type NewsFields = z.infer<typeof newsContract.fields>
export type NewsRecord = z.infer<typeof newsContract.record>

export type ContentQuery = z.infer<typeof newsContract.query>
export type ContentPage = z.infer<typeof newsContract.page>

/** The choices of forms: `GET …/new`, and beside the record for `/edit`. */
export const contentChoices = z.object({
  communities: z.array(z.object({ id: count, name: z.string() })),
  clock_zone: z.string(),
})
export type ContentChoices = z.infer<typeof contentChoices>
export const editCommunityPage = z.object({ record: communityContract.record, choices: contentChoices })
export const editNewsPage = z.object({ record: newsContract.record, choices: contentChoices })
