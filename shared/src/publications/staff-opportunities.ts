import { z } from 'zod'
import { pictureKinds } from './cards.ts'
import {
  answererOf,
  answerIds,
  lineOrNone,
  moveRequest,
  offerFacts,
  offerText,
  photoNeedsWords,
  placesOrNone,
  refusedAnswers,
  seenVersion,
} from './publications.ts'
import { opportunityKinds, responseStatuses } from './opportunities.ts'
import { pageMembers, pageNumber, searchWords } from '../page.ts'

/** `draft`: nobody but staff sees it. `scheduled`: nobody yet. `closed`: by hand, or because its last day has passed. */
export const opportunityStates = ['draft', 'scheduled', 'open', 'closed'] as const
export type OpportunityState = (typeof opportunityStates)[number]

/** What staff may do with an opportunity. */
export const opportunityMoves = {
  publish: {
    from: ['draft', 'scheduled'],
    to: 'open',
    says: 'Everybody can read it on the alumni’s site, and champions can answer.',
  },
  schedule: {
    from: ['draft', 'scheduled'],
    to: 'scheduled',
    says: 'It is published by itself at that time.',
  },
  unpublish: {
    from: ['scheduled', 'open', 'closed'],
    to: 'draft',
    says: 'It leaves the alumni’s site, while nobody has answered.',
  },
  close: { from: ['open'], to: 'closed', says: 'It stays readable and takes no more answers.' },
  reopen: {
    from: ['closed'],
    to: 'open',
    says: 'Champions can answer again, and who waits gets a place where one is free.',
  },
} as const satisfies Record<string, { from: readonly OpportunityState[]; to: OpportunityState; says: string }>
export type OpportunityMove = keyof typeof opportunityMoves
const opportunityMove = z.enum(Object.keys(opportunityMoves) as OpportunityMove[])

/** Whether an opportunity in `state` may make `move`. */
export function canMoveOpportunity(state: OpportunityState, move: OpportunityMove): boolean {
  return (opportunityMoves[move].from as readonly OpportunityState[]).includes(state)
}

/** Filters of `/champion_signups/opportunities`; what makes no sense counts as not asked. */
export const staffOpportunitiesQuery = z.object({
  q: searchWords.catch(undefined),
  state: z.enum(opportunityStates).optional().catch(undefined),
  kind: z.enum(opportunityKinds).optional().catch(undefined),
  /** Those that somebody has answered and is not decided about. */
  answers: z.literal('new').optional().catch(undefined),
  page: pageNumber.catch(1),
})
export type StaffOpportunitiesQuery = z.infer<typeof staffOpportunitiesQuery>

const count = z.number().int()
const responseCounts = z.object({
  responded: count,
  accepted: count,
  waiting: count,
  declined: count,
  withdrawn: count,
})
export type ResponseCounts = z.infer<typeof responseCounts>

const opportunityRow = z.object({
  id: count,
  title: z.string(),
  kind: z.enum(opportunityKinds),
  state: z.enum(opportunityStates),
  place: z.string().nullable(),
  is_remote: z.boolean(),
  places: count.nullable(),
  closes_on: z.string().nullable(),
  updated_at: z.string(),
  counts: responseCounts,
})
export type OpportunityRow = z.infer<typeof opportunityRow>

/** `GET /champion_signups/opportunities` as JSON; `counts` are of all, whatever the filters. */
export const staffOpportunitiesPage = z.object({
  opportunities: z.array(opportunityRow),
  ...pageMembers,
  counts: z.record(z.enum(opportunityStates), count),
})
export type StaffOpportunitiesPage = z.infer<typeof staffOpportunitiesPage>

/** What staff write of an opportunity. */
export const opportunityFields = z.object({
  ...offerText,
  kind: z.enum(opportunityKinds, 'Choose what kind of help it is.'),
  picture: z.enum(pictureKinds, 'Choose a picture.'),
  place: lineOrNone(100),
  is_remote: z.boolean(),
  effort: lineOrNone(100),
  question: lineOrNone(300),
  places: placesOrNone,
  /** The last day on which one can answer. */
  closes_on: z.iso.date('Choose a day.').nullable(),
})
export type OpportunityFields = z.infer<typeof opportunityFields>
export const createOpportunityRequest = photoNeedsWords(opportunityFields)
export const changeOpportunityRequest = photoNeedsWords(opportunityFields.extend(seenVersion))
export const moveOpportunityRequest = moveRequest(opportunityMove)

/** `moves` are those that it may make now. */
export const opportunityRecord = opportunityFields.extend({
  ...offerFacts,
  state: z.enum(opportunityStates),
  closed_at: z.string().nullable(),
  moves: z.array(opportunityMove),
  counts: responseCounts,
})
export type OpportunityRecord = z.infer<typeof opportunityRecord>

/** Filters of an opportunity's answers. Without `status`: those to decide about, or all where there are none. */
export const responsesQuery = z.object({
  q: searchWords.catch(undefined),
  status: z
    .enum([...responseStatuses, 'all'])
    .optional()
    .catch(undefined),
  page: pageNumber.catch(1),
})
export type ResponsesQuery = z.infer<typeof responsesQuery>

/** `line` is the place in the line of those who wait, from 1. */
const responseRow = z.object({
  ...answererOf,
  status: z.enum(responseStatuses),
  message: z.string(),
  answer: z.string().nullable(),
  country: z.string().nullable(),
  postal_code: z.string().nullable(),
  asked_at: z.string(),
  line: count.nullable(),
  decided_at: z.string().nullable(),
  decided_by: z.string().nullable(),
})
export type ResponseRow = z.infer<typeof responseRow>

/** `GET /champion_signups/opportunities/:id` as JSON. */
export const staffOpportunityPage = z.object({
  opportunity: opportunityRecord,
  status: z.enum([...responseStatuses, 'all']),
  responses: z.array(responseRow),
  ...pageMembers,
})
export type StaffOpportunityPage = z.infer<typeof staffOpportunityPage>

/** `POST /champion_signups/opportunities/:id/decisions`: each response is decided as if alone. */
export const decideRequest = z.object({ ids: answerIds, decision: z.enum(['accept', 'decline']) })
export type Decision = z.infer<typeof decideRequest>['decision']
export const decideReply = z.object({ decided: count, refused: refusedAnswers })
