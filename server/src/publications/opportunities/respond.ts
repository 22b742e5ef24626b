import { sql } from 'kysely'
import { placeHolding, type ResponseForm } from '@alumni/shared/publications/opportunities'
import { idsStandingFor, survivorOf, writeActivityEvent } from '../../champions/index.ts'
import type { EntityManager } from '../../foundations/database/orm.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { askForLetter, askForLetters } from '../../foundations/mail/letters.ts'
import { allOpportunities, placesLeft, type OpportunityRow } from './find-opportunity.ts'
import { beginResponse, clock, moveResponses } from './moves.ts'
import { responsesTo } from './responses.ts'

type Who = { opportunity: number; signup: number; ipHash?: string }

/**
 * Offers a champion's help: they get a place where there is one, and wait where there is not. Asks for the letter that tells
 * them. Who has answered already stays as they are. Null, or the sentence why they cannot.
 */
export async function respond(em: EntityManager, who: Who, form: ResponseForm): Promise<string | null> {
  return em.transactional(async (em) => {
    const opportunity = await lockOpportunity(em, who.opportunity)
    const mine = (await responsesTo(em, who.signup, [who.opportunity])).get(who.opportunity)
    if (mine?.status === 'declined')
      return 'The organizer has already answered you about this opportunity. Thank you for asking again.'
    if (mine && mine.status !== 'withdrawn') return null
    if (!opportunity.is_open) return 'This opportunity is closed and takes no more answers. Others are open.'
    const move = placesLeft(opportunity) === 0 ? 'wait' : 'respond'
    const written = { ...form, asked_at: clock() }
    const response = mine?.id ?? (await beginResponse(em, who, move, written))
    if (mine) await moveResponses(em, [mine.id], move, written)
    const payload = { opportunity: who.opportunity, response }
    await writeActivityEvent(em, { type: 'opportunity_responded', signup: who.signup, ipHash: who.ipHash, payload })
    await askForLetter(em, 'opportunity-answer', { response })
    return null
  })
}

/** Takes a champion's offer back, at any time; their place goes to the next who waits. Nothing to take back is fine. */
export async function withdraw(em: EntityManager, { opportunity: id, signup }: Who): Promise<void> {
  await em.transactional(async (em) => {
    await lockOpportunity(em, id)
    const mine = await em
      .getKysely()
      .selectFrom('opportunity_responses')
      .select('id')
      .where('opportunity_id', '=', id)
      .where('signup_id', 'in', await idsStandingFor(em, signup))
      .execute()
    await moveResponses(
      em,
      mine.map((response) => response.id),
      'withdraw',
    )
    await fillPlaces(em, id)
  })
}

/** Takes all of a champion's offers back. To be called in the transaction that deletes their signup, before it is marked as deleted. */
export async function withdrawEverything(em: EntityManager, signup: number): Promise<void> {
  const answered = await em
    .getKysely()
    .selectFrom('opportunity_responses')
    .select('opportunity_id')
    .distinct()
    .where('signup_id', 'in', await idsStandingFor(em, signup))
    .where('status', 'in', [...placeHolding, 'waiting'])
    .orderBy('opportunity_id')
    .execute()
  for (const { opportunity_id } of answered) await withdraw(em, { opportunity: opportunity_id, signup })
}

/** Gives free places to those who wait, in their order, and tells them. For whoever frees a place or adds one. */
export async function fillPlaces(em: EntityManager, id: number): Promise<void> {
  await em.transactional(async (em) => {
    const opportunity = await lockOpportunity(em, id)
    if (opportunity.closed_at !== null) return
    const left = placesLeft(opportunity)
    if (left === 0) return
    const next = await em
      .getKysely()
      .selectFrom('opportunity_responses as r')
      .select('r.id as response')
      .where('r.opportunity_id', '=', id)
      .where('r.status', '=', 'waiting')
      .where(({ ref }) => sql<boolean>`${survivorOf(ref('r.signup_id'))} is not null`)
      .orderBy('r.asked_at')
      .orderBy('r.id')
      .$if(left !== null, (waiting) => waiting.limit(left!))
      .execute()
    await moveResponses(
      em,
      next.map(({ response }) => response),
      'place',
    )
    await askForLetters(em, 'opportunity-place', next)
  })
}

/** The opportunity, which nobody else answers before this transaction ends: its places are counted true. Throws a 404. */
export async function lockOpportunity(em: EntityManager, id: number): Promise<OpportunityRow> {
  // What the lock had waited for is seen only by the next statement.
  await em.getKysely().selectFrom('opportunities').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  return allOpportunities(em)
    .where('o.id', '=', id)
    .executeTakeFirstOrThrow(() => new HttpError(404, 'There is no such opportunity. It may have been deleted.'))
}
