import { assertNever } from '@alumni/shared/assert-never'
import { canMoveResponse, type ResponseStatus } from '@alumni/shared/publications/opportunities'
import type { RefusedAnswers } from '@alumni/shared/publications/publications'
import { byId } from '../../foundations/http/by-id.ts'
import { decideReply, decideRequest } from '@alumni/shared/publications/staff-opportunities'
import type { App } from '../../foundations/context.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { enqueueLetters } from '../../foundations/mail/letters.ts'
import { actions, auditEach, type StaffUser } from '../../staff/index.ts'
import { buildChangeColumns, listAnswersToChange, moveAnswers, describeRefusals } from '../engine/answers.ts'
import type { AnswerToChange } from '../engine/answers.ts'
import { opportunityKind } from './kind.ts'
import { responses } from './responses.ts'
import { fillOpportunityPlaces, lockOpportunity } from './respond.ts'

export function decisionRoutes(app: App): void {
  const opportunity = actions(app, { url: `${opportunityKind.home}/:id`, needs: 'staff', params: byId })
  opportunity.post('/decisions', { body: decideRequest, reply: decideReply }, ({ db, params, body, me }) =>
    decideAnswers(db, params.id, body, me),
  )
}

type Decisions = { ids: readonly number[]; decision: 'accept' | 'decline' }

/** Also notifies each person and gives free places to the waiting list. Throws a 404 if none of the answers exists. */
export async function decideAnswers(
  db: Db,
  opportunity: number,
  { ids, decision }: Decisions,
  user: StaffUser,
): Promise<{ decided: number; refused: RefusedAnswers }> {
  return transact(db, async (db) => {
    await lockOpportunity(db, opportunity)
    const answers = await listAnswersToChange(db, responses, opportunity, ids)
    if (answers.length === 0) throw new HttpError(404, 'There is no such answer.')
    const decided = answers.filter(({ status }) => canMoveResponse(status, decision))
    const decidedIds = decided.map(({ id }) => id)
    await moveAnswers(db, responses, decidedIds, decision, buildChangeColumns('decided', user))
    const entries = decided.map(({ id, status: before }) => ({
      subject: `opportunity-responses/${id}`,
      detail: { opportunity, before },
    }))
    await auditEach(db, user, `opportunity-response.${decision}`, entries)
    const letters = decidedIds.map((response) => ({ response }))
    await enqueueLetters(db, 'opportunity-decision', letters)
    if (decided.length > 0) await fillOpportunityPlaces(db, opportunity)
    const unchanged = answers.filter((answer) => !decided.includes(answer))
    const refused = await describeRefusals(db, unchanged, refusalOf)
    return { decided: decided.length, refused }
  })
}

function refusalOf({ status, changed_by }: AnswerToChange<ResponseStatus>): string {
  const byUser = changed_by ? ` by ${changed_by}` : ''
  switch (status) {
    case 'responded':
    case 'accepted':
      return `This person has already been accepted${byUser}.`
    case 'declined':
      return `This person has already been declined${byUser} and told so.`
    case 'waiting':
      return 'This person is on the waiting list. They can be accepted once there is a place for them.'
    case 'withdrawn':
      return 'This person has taken their offer back.'
    default:
      return assertNever(status)
  }
}
