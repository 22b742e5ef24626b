import { z } from 'zod'
import { pictureKinds } from './cards.ts'
import { communityKinds } from './content.ts'
import {
  lineOrNone,
  localTime,
  moveRequest,
  offerFacts,
  offerText,
  photoNeedsWords,
  publishingMoves,
  seenVersion,
} from './publications.ts'
import { pageMembers, pageNumber, searchWords } from '../page.ts'

/** `draft`: nobody but staff sees it. `scheduled`: nobody yet. `ended`: news that has left the site at its time. */
export const contentStates = ['draft', 'scheduled', 'published', 'ended'] as const
export type ContentState = (typeof contentStates)[number]

/** What administrators may do with a community or news. Time alone publishes what is scheduled, and ends news. */
export const contentMoves = {
  publish: { from: ['draft', 'scheduled'], to: 'published', says: publishingMoves.publish },
  schedule: { from: ['draft', 'scheduled'], to: 'scheduled', says: publishingMoves.schedule },
  unpublish: { from: ['scheduled', 'published', 'ended'], to: 'draft', says: publishingMoves.unpublish },
} as const satisfies Record<string, { from: readonly ContentState[]; to: ContentState; says: string }>
export type ContentMove = keyof typeof contentMoves
const contentMove = z.enum(Object.keys(contentMoves) as ContentMove[])
export const moveContentRequest = moveRequest(contentMove)
export type MoveContent = z.infer<typeof moveContentRequest>

/** Whether what is in `state` may make `move`. */
export function canMoveContent(state: ContentState, move: ContentMove): boolean {
  return (contentMoves[move].from as readonly ContentState[]).includes(state)
}

/** Filters of the lists; what makes no sense counts as not asked. */
export const contentQuery = z.object({
  q: searchWords.catch(undefined),
  state: z.enum(contentStates).optional().catch(undefined),
  page: pageNumber.catch(1),
})
export type ContentQuery = z.infer<typeof contentQuery>

const count = z.number().int()
/** A line of a list. `about` is such as the kind of a community, or whose news it is; `at` is when it is or was published. */
const contentRow = z.object({
  id: count,
  title: z.string(),
  about: z.string().nullable(),
  state: z.enum(contentStates),
  at: z.string().nullable(),
  updated_at: z.string(),
  updated_by: z.string().nullable(),
  /** Of a community. */
  members: count.nullable(),
})
export type ContentRow = z.infer<typeof contentRow>

/** `GET /settings/content/communities` and `/news` as JSON; `counts` are of all, whatever the filters. */
export const contentPage = z.object({
  rows: z.array(contentRow),
  ...pageMembers,
  counts: z.record(z.enum(contentStates), count),
})
export type ContentPage = z.infer<typeof contentPage>

const contentFacts = {
  ...offerFacts,
  state: z.enum(contentStates),
  moves: z.array(contentMove),
  /** The text as HTML that is safe to place. */
  html: z.string(),
  /** Why it cannot be deleted; null where it can be. */
  keeps: z.string().nullable(),
}

/** What administrators write of a community. */
export const communityFields = z.object({
  ...offerText,
  kind: z.enum(communityKinds, 'Choose what its members share.'),
  picture: z.enum(pictureKinds, 'Choose a picture.'),
})
export type CommunityFields = z.infer<typeof communityFields>
export const createCommunityRequest = photoNeedsWords(communityFields)
export const changeCommunityRequest = photoNeedsWords(communityFields.extend(seenVersion))
export const communityRecord = communityFields.extend({ ...contentFacts, members: count })
export type CommunityRecord = z.infer<typeof communityRecord>

/** What administrators write of news. */
export const newsFields = z.object({
  ...offerText,
  picture: z.enum(pictureKinds, 'Choose a picture.'),
  author: lineOrNone(120),
  community_id: z.number().int().min(1).nullable(),
  /** When it leaves the site by itself, by the clocks of the institution. */
  ends: localTime('at which it leaves the site').nullable(),
})
export type NewsFields = z.infer<typeof newsFields>
export const createNewsRequest = photoNeedsWords(newsFields)
export const changeNewsRequest = photoNeedsWords(newsFields.extend(seenVersion))
export const newsRecord = newsFields.extend({ ...contentFacts, community: z.string().nullable() })
export type NewsRecord = z.infer<typeof newsRecord>

/** What forms offer: `GET …/new`, and beside the record for `/edit`. */
export const contentChoices = z.object({
  communities: z.array(z.object({ id: count, name: z.string() })),
  clock_zone: z.string(),
})
export type ContentChoices = z.infer<typeof contentChoices>
export const editCommunityPage = z.object({ record: communityRecord, choices: contentChoices })
export const editNewsPage = z.object({ record: newsRecord, choices: contentChoices })
