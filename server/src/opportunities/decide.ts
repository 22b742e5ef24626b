import { canMoveResponse, type ResponseStatus } from '@alumni/shared/opportunities'
import type { EntityManager } from '../database/orm.ts'
import { HttpError } from '../http/errors.ts'
import { askForLetter } from '../mail/letters.ts'
import { moveResponse } from './moves.ts'
import { fillPlaces, lockOpportunity } from './respond.ts'

type Decision = { response: number; decision: 'accept' | 'decline' }

/**
 * What the organizer has decided about a response; its person is told by letter, and a place that it gives up goes to the
 * next who waits. Throws a 404, and a 409 with a sentence where the response does not allow it.
 */
export async function decideResponse(em: EntityManager, { response: id, decision }: Decision): Promise<void> {
  await em.transactional(async (em) => {
    const response = await find(em, id)
    await lockOpportunity(em, response.opportunity_id)
    if (!(await moveResponse(em, id, decision))) throw refusal((await find(em, id)).status, decision)
    await askForLetter(em, 'opportunity-decision', { response: id })
    await fillPlaces(em, response.opportunity_id)
  })
}

async function find(em: EntityManager, id: number) {
  const found = await em
    .getKysely()
    .selectFrom('opportunity_responses')
    .select(['opportunity_id', 'status'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw new HttpError(404, 'There is no such response.')
  return found
}

const reasons: Record<ResponseStatus, string> = {
  responded: 'This response was changed just now. Load the page again.',
  accepted: 'This person has been accepted already.',
  declined: 'This person has been declined already, and was told so.',
  waiting: 'This person is on the waiting list. They can be accepted once there is a place for them.',
  withdrawn: 'This person has taken their offer back.',
}

function refusal(status: ResponseStatus, decision: Decision['decision']): HttpError {
  return new HttpError(409, canMoveResponse(status, decision) ? reasons.responded : reasons[status])
}
