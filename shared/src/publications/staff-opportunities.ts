import { z } from 'zod'
import { pageMembers } from '../page.ts'
import { opportunityKinds, responseStatuses } from './opportunities.ts'
import {
  answerIds,
  answerRow,
  answersQuery,
  optionalText,
  optionalCapacity,
  publication,
  refusedAnswers,
  siteMoves,
} from './publications.ts'
import { cityFilter, location, locationColumns, locationFields } from './locations.ts'

/** Only staff see `draft` and `scheduled`. An opportunity is `closed` by staff or after the last day to respond. */
const states = ['draft', 'scheduled', 'open', 'closed'] as const
export type OpportunityState = (typeof states)[number]

const moves = {
  ...siteMoves('open', ['closed']),
  close: { from: ['open'], to: 'closed', meaning: 'It stays readable and takes no more answers.' },
  reopen: {
    from: ['closed'],
    to: 'open',
    meaning: 'Champions can answer again, and who waits gets a place where one is free.',
  },
} as const

const count = z.number().int()
const responseCounts = z.object({
  responded: count,
  accepted: count,
  waiting: count,
  declined: count,
  withdrawn: count,
})

const opportunityRow = z.object({
  id: count,
  title: z.string(),
  kind: z.enum(opportunityKinds),
  state: z.enum(states),
  place: z.string().nullable(),
  is_remote: z.boolean(),
  ...locationColumns,
  places: count.nullable(),
  closes_on: z.string().nullable(),
  updated_at: z.string(),
  counts: responseCounts,
})
export type OpportunityRow = z.infer<typeof opportunityRow>

export const opportunityContract = publication({
  states,
  moves,
  fields: {
    kind: z.enum(opportunityKinds, 'Choose what kind of help it is.'),
    place: optionalText(100),
    is_remote: z.boolean(),
    ...locationFields,
    effort: optionalText(100),
    question: optionalText(300),
    places: optionalCapacity,
    closes_on: z.iso.date('Choose a day.').nullable(),
  },
  facts: { closed_at: z.string().nullable(), counts: responseCounts },
  filters: {
    kind: z.enum(opportunityKinds).optional().catch(undefined),
    answers: z.literal('new').optional().catch(undefined),
    city: cityFilter,
  },
  list: { opportunities: z.array(opportunityRow), cities: z.array(z.string()) },
})
export const opportunityChoices = z.object({ locations: z.array(location) })
export type OpportunityMove = keyof typeof moves
export type OpportunityFields = z.infer<typeof opportunityContract.fields>
export type OpportunityRecord = z.infer<typeof opportunityContract.record>
export type StaffOpportunitiesQuery = z.infer<typeof opportunityContract.query>
export type StaffOpportunitiesPage = z.infer<typeof opportunityContract.page>

const responseFilters = [...responseStatuses, 'all'] as const
/** `status` defaults to `responded`, or to `all` if there are no undecided responses. */
export const responsesQuery = answersQuery(responseFilters)

const responseRow = z.object({
  ...answerRow,
  status: z.enum(responseStatuses),
  message: z.string(),
  answer: z.string().nullable(),
  country: z.string().nullable(),
  postal_code: z.string().nullable(),
  decided_at: z.string().nullable(),
  decided_by: z.string().nullable(),
})
export type ResponseRow = z.infer<typeof responseRow>

export const staffOpportunityPage = z.object({
  opportunity: opportunityContract.record,
  status: z.enum(responseFilters),
  responses: z.array(responseRow),
  ...pageMembers,
})
export type StaffOpportunityPage = z.infer<typeof staffOpportunityPage>

export const decideRequest = z.object({ ids: answerIds, decision: z.enum(['accept', 'decline']) })
export type Decision = z.infer<typeof decideRequest>['decision']
export const decideReply = z.object({ decided: count, refused: refusedAnswers })
