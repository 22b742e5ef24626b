import { z } from 'zod'
import { communityKinds } from './content.ts'
import { optionalText, localTime, publication, siteMoves } from './publications.ts'

/** Only staff see `draft` and `scheduled` content. A news item is `ended` after its end time. */
const states = ['draft', 'scheduled', 'published', 'ended'] as const
export type ContentState = (typeof states)[number]

const count = z.number().int()
/** `about` is a community’s kind or a news item’s community. `at` is the publishing time. */
const contentRow = z.object({
  id: count,
  title: z.string(),
  about: z.string().nullable(),
  state: z.enum(states),
  at: z.string().nullable(),
  updated_at: z.string(),
  updated_by: z.string().nullable(),
  members: count.nullable(),
})
export type ContentRow = z.infer<typeof contentRow>

const facts = {
  html: z.string(),
  deletion_blocker: z.string().nullable(),
}
/** No move is needed when scheduled content is published or when news ends. */
const both = { states, moves: siteMoves('published', ['ended']), filters: {}, list: { rows: z.array(contentRow) } }

export const communityContract = publication({
  ...both,
  fields: { kind: z.enum(communityKinds, 'Choose what its members share.') },
  facts: { ...facts, members: count },
})
export type CommunityFields = z.infer<typeof communityContract.fields>
export type CommunityRecord = z.infer<typeof communityContract.record>

export const newsContract = publication({
  ...both,
  fields: {
    author: optionalText(120),
    community_id: z.number().int().min(1).nullable(),
    /** When the news leaves the site: a local time in the institution's time zone. */
    ends: localTime('at which it leaves the site').nullable(),
  },
  facts: { ...facts, community: z.string().nullable() },
})
export type NewsFields = z.infer<typeof newsContract.fields>
export type NewsRecord = z.infer<typeof newsContract.record>

export type ContentQuery = z.infer<typeof newsContract.query>
export type ContentPage = z.infer<typeof newsContract.page>

export const contentChoices = z.object({
  communities: z.array(z.object({ id: count, name: z.string() })),
  clock_zone: z.string(),
})
export type ContentChoices = z.infer<typeof contentChoices>
export const editCommunityPage = z.object({ record: communityContract.record, choices: contentChoices })
export const editNewsPage = z.object({ record: newsContract.record, choices: contentChoices })
