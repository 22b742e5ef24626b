import { countryName } from '@alumni/shared/countries'
import { occupyingStatuses, responseMoves, responseStatuses } from '@alumni/shared/publications/opportunities'
import { responsesQuery, staffOpportunityPage } from '@alumni/shared/publications/staff-opportunities'
import type { OpportunityRecord } from '@alumni/shared/publications/staff-opportunities'
import { enqueueLetters } from '../../foundations/mail/letters.ts'
import type { AnswerKind } from '../engine/answers.ts'

export const responses: AnswerKind<'opportunity_responses', keyof typeof responseMoves, 'decided'> = {
  table: 'opportunity_responses',
  publicationColumn: 'opportunity_id',
  statuses: responseStatuses,
  moves: responseMoves,
  weight: { accepted: 4, responded: 3, waiting: 2, declined: 1, withdrawn: 0 },
  occupyingStatuses,
  promoteMove: 'place',
  notifyPlaced(db, ids) {
    const letters = ids.map((response) => ({ response }))
    return enqueueLetters(db, 'opportunity-place', letters)
  },
  alternativeAction: 'Close',
  list: {
    name: 'responses',
    day: () => null,
    query: responsesQuery,
    page: staffOpportunityPage,
    defaultStatus: ({ counts }: OpportunityRecord) => (counts.responded > 0 ? 'responded' : 'all'),
    groups: {},
    isByName: false,
    searchedColumns: ['r.message', 'r.answer'],
    columns: ['message', 'answer', 'postal_code', 'country'],
    inFile: { country: countryName },
    changed: 'decided',
  },
}
