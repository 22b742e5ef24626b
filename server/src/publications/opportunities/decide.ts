import { assertNever } from '@alumni/shared/assert-never'
import { canMoveResponse, type ResponseStatus } from '@alumni/shared/publications/opportunities'
import type { RefusedAnswers } from '@alumni/shared/publications/publications'
import { answerersOf, unknownAnswerer } from '../content/answerers.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { askForLetters } from '../../foundations/mail/letters.ts'
import { auditEach, type StaffUser } from '../../staff/index.ts'
import { clock, moveResponses } from './moves.ts'
import { fillPlaces, lockOpportunity } from './respond.ts'

type Decisions = { ids: readonly number[]; decision: 'accept' | 'decline' }

/**
 * What the organizer has decided about answers to one opportunity; each person is told by letter, and places that are given up go to
 * those who wait. Who was left as they are is told with the reason. Throws a 404.
 */
export async function decideMany(
  db: Db,
  opportunity: number,
  { ids, decision }: Decisions,
  by: StaffUser,
): Promise<{ decided: number; refused: RefusedAnswers }> {
  return transact(db, async (db) => {
    await lockOpportunity(db, opportunity)
    const chosen = await db
      .selectFrom('opportunity_responses as r')
      .leftJoin('staff_users as u', 'u.id', 'r.decided_by_id')
      .select(['r.id', 'r.signup_id', 'r.status', 'u.name as decided_by'])
      .where('r.opportunity_id', '=', opportunity)
      .where('r.id', 'in', ids)
      .orderBy('r.id')
      .execute()
    if (chosen.length === 0) throw new HttpError(404, 'There is no such response.')
    const [decided, left] = [true, false].map((can) =>
      chosen.filter(({ status }) => canMoveResponse(status, decision) === can),
    ) as [typeof chosen, typeof chosen]
    await moveResponses(
      db,
      decided.map(({ id }) => id),
      decision,
      { decided_by_id: by.id, decided_at: clock() },
    )
    await auditEach(
      db,
      by,
      `opportunity-response.${decision}`,
      decided.map(({ id, status }) => ({
        subject: `opportunity-responses/${id}`,
        detail: { opportunity, before: status },
      })),
    )
    await askForLetters(
      db,
      'opportunity-decision',
      decided.map(({ id }) => ({ response: id })),
    )
    if (decided.length > 0) await fillPlaces(db, opportunity)
    const people = await answerersOf(
      db,
      left.map(({ signup_id }) => signup_id),
    )
    return {
      decided: decided.length,
      refused: left.map(({ id, signup_id, status, decided_by }) => ({
        id,
        name: (people.get(signup_id) ?? unknownAnswerer).name,
        error: reasonOf(status, decided_by ? ` by ${decided_by}` : ''),
      })),
    }
  })
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
