import { occupyingStatuses, responseMoves, type ResponseForm } from '@alumni/shared/publications/opportunities'
import { signupIdsOf, writeActivityEvent } from '../../champions/index.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { enqueueLetter } from '../../foundations/mail/letters.ts'
import { findAnswers, clock, fillPlaces, moveAnswers, moveAnswersOf } from '../engine/answers.ts'
import { countPlacesLeft } from '../engine/site.ts'
import { selectOpportunities, type OpportunityRow } from './opportunities.ts'
import { responses } from './responses.ts'

type Responder = { opportunity: number; signup: number; ipHash?: string }

/** Stores an offer, or puts it on the waiting list, unless there already is one. Returns a refusal, or null. */
export async function offerHelp(db: Db, responder: Responder, form: ResponseForm): Promise<string | null> {
  return transact(db, async (db) => {
    const opportunity = await lockOpportunity(db, responder.opportunity)
    const answer = (await findAnswers(db, responses, responder.signup, [responder.opportunity])).get(
      responder.opportunity,
    )
    if (answer?.status === 'declined')
      return 'The organizer has already answered your offer, so you cannot offer again. Thank you, and please see the other ways to help.'
    if (answer && answer.status !== 'withdrawn') return null
    const refusal = findClosedReason(opportunity)
    if (refusal) return refusal.form
    const move = countPlacesLeft(opportunity) === 0 ? 'wait' : 'respond'
    const { country, zip_code, postal_code } = await db.get(
      'champion_signups',
      ['country', 'zip_code', 'postal_code'],
      { id: responder.signup },
    )
    const home = country ? { country, postal_code } : { country: zip_code && 'US', postal_code: zip_code }
    const written = { ...form, ...home, asked_at: clock() }
    if (answer) await moveAnswers(db, responses, [answer.id], move, written)
    const first = {
      opportunity_id: responder.opportunity,
      signup_id: responder.signup,
      status: responseMoves[move].to,
      ...written,
    }
    const response = answer?.id ?? (await db.add('opportunity_responses', first))
    const payload = { opportunity: responder.opportunity, response }
    await writeActivityEvent(db, {
      type: 'opportunity_responded',
      signup: responder.signup,
      ipHash: responder.ipHash,
      payload,
    })
    await enqueueLetter(db, 'opportunity-answer', { response })
    return null
  })
}

export function findClosedReason({ is_open }: OpportunityRow): { form: string } | null {
  const form = 'This opportunity is closed, so we could not send your offer. Please see the other ways to help.'
  return is_open ? null : { form }
}

export async function withdrawOffer(db: Db, { opportunity: id, signup }: Responder): Promise<void> {
  await transact(db, async (db) => {
    await lockOpportunity(db, id)
    await moveAnswersOf(db, responses, { id, signup }, 'withdraw')
    await fillOpportunityPlaces(db, id)
  })
}

export async function withdrawOffers(db: Db, signup: number): Promise<void> {
  const answered = await db
    .selectFrom('opportunity_responses')
    .select('opportunity_id')
    .distinct()
    .where('signup_id', 'in', await signupIdsOf(db, signup))
    .where('status', 'in', [...occupyingStatuses, 'waiting'])
    .orderBy('opportunity_id')
    .execute()
  for (const { opportunity_id } of answered) await withdrawOffer(db, { opportunity: opportunity_id, signup })
}

/** Does nothing if staff have closed the opportunity. */
export async function fillOpportunityPlaces(db: Db, id: number): Promise<void> {
  await transact(db, async (db) => {
    const opportunity = await lockOpportunity(db, id)
    if (opportunity.closed_at !== null) return
    await fillPlaces(db, responses, id, countPlacesLeft(opportunity) ?? Infinity)
  })
}

/** Locks an opportunity until the end of the transaction and returns it with current counts. Throws a 404. */
export async function lockOpportunity(db: Db, id: number): Promise<OpportunityRow> {
  // Reads in a second statement, which sees changes by the transaction that held the lock before.
  await db.selectFrom('opportunities').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  return selectOpportunities(db)
    .where('t.id', '=', id)
    .executeTakeFirstOrThrow(() => new HttpError(404, 'There is no such opportunity. It may have been deleted.'))
}
