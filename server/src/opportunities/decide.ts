import { assertNever } from '@alumni/shared/assert-never'
import { canMoveResponse, type ResponseStatus } from '@alumni/shared/opportunities'
import type { RefusedAnswers } from '@alumni/shared/offers'
import { sql } from 'kysely'
import { answerersOf, unknownAnswerer } from '../content/index.ts'
import type { EntityManager } from '../database/orm.ts'
import { HttpError } from '../http/errors.ts'
import { askForLetter } from '../mail/letters.ts'
import { audit, type StaffUser } from '../staff/index.ts'
import { moveResponse } from './moves.ts'
import { fillPlaces, lockOpportunity } from './respond.ts'

type Decision = { response: number; decision: 'accept' | 'decline' }

/**
 * What the organizer has decided about a response; its person is told by letter, and a place that it gives up goes to the
 * next who waits. Throws a 404, and a 409 with a sentence where the response does not allow it.
 */
export async function decideResponse(
  em: EntityManager,
  { response: id, decision }: Decision,
  by: StaffUser | null = null,
): Promise<void> {
  await em.transactional(async (em) => {
    const response = await find(em, id)
    await lockOpportunity(em, response.opportunity_id)
    if (!(await moveResponse(em, id, decision))) throw refusal(await find(em, id), decision)
    await em
      .getKysely()
      .updateTable('opportunity_responses')
      .set({ decided_by_id: by?.id ?? null, decided_at: sql<string>`now()` })
      .where('id', '=', id)
      .execute()
    await audit(em, by, `opportunity-response.${decision}`, `opportunity-responses/${id}`, {
      opportunity: response.opportunity_id,
      before: response.status,
    })
    await askForLetter(em, 'opportunity-decision', { response: id })
    await fillPlaces(em, response.opportunity_id)
  })
}

type Decisions = { ids: readonly number[]; decision: Decision['decision'] }

/** Decides about several answers to one opportunity, each as if alone, in the order of their ids. Who was left as they are is told with the reason. */
export async function decideMany(
  em: EntityManager,
  opportunity: number,
  { ids, decision }: Decisions,
  by: StaffUser,
): Promise<{ decided: number; refused: RefusedAnswers }> {
  const chosen = await em
    .getKysely()
    .selectFrom('opportunity_responses')
    .select(['id', 'signup_id'])
    .where('opportunity_id', '=', opportunity)
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
  if (chosen.length === 0) throw new HttpError(404, 'There is no such response.')
  const people = await answerersOf(
    em,
    chosen.map(({ signup_id }) => signup_id),
  )
  const refused: RefusedAnswers = []
  for (const { id, signup_id } of chosen) {
    try {
      await decideResponse(em, { response: id, decision }, by)
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      refused.push({ id, name: (people.get(signup_id) ?? unknownAnswerer).name, error: error.message })
    }
  }
  return { decided: chosen.length - refused.length, refused }
}

type Found = { opportunity_id: number; status: ResponseStatus; decided_by: string | null }

async function find(em: EntityManager, id: number): Promise<Found> {
  const found = await em
    .getKysely()
    .selectFrom('opportunity_responses as r')
    .leftJoin('staff_users as u', 'u.id', 'r.decided_by_id')
    .select(['r.opportunity_id', 'r.status', 'u.name as decided_by'])
    .where('r.id', '=', id)
    .executeTakeFirst()
  if (!found) throw new HttpError(404, 'There is no such response.')
  return found
}

function refusal({ status, decided_by }: Found, decision: Decision['decision']): HttpError {
  if (canMoveResponse(status, decision))
    return new HttpError(409, 'This response was changed just now. Load the page again.')
  return new HttpError(409, reasonOf(status, decided_by ? ` by ${decided_by}` : ''))
}

function reasonOf(status: ResponseStatus, by: string): string {
  switch (status) {
    case 'responded':
    case 'accepted':
      return `This person has been accepted already${by}.`
    case 'declined':
      return `This person has been declined already${by}, and was told so.`
    case 'waiting':
      return 'This person is on the waiting list. They can be accepted once there is a place for them.'
    case 'withdrawn':
      return 'This person has taken their offer back.'
    default:
      return assertNever(status)
  }
}
