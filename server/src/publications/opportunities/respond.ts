import { placeHolding, responseMoves, type ResponseForm } from '@alumni/shared/publications/opportunities'
import { signupIdsOf, writeActivityEvent } from '../../champions/index.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { enqueueLetter } from '../../foundations/mail/letters.ts'
import { answersOf, clock, fillPlaces as fillFree, moveAnswers, takeBack } from '../engine/answers.ts'
import { placesLeft } from '../engine/site.ts'
import { allOpportunities, type OpportunityRow } from './opportunities.ts'
import { responses } from './responses.ts'

type Who = { opportunity: number; signup: number; ipHash?: string }

/**
 * Offers a champion's help, with where they live as their signup says: they get a place where there is one, wait where
 * there is not, and get a letter. Those who have answered already stay as they are. Returns null, or the sentence why they cannot.
 */
export async function respond(db: Db, who: Who, form: ResponseForm): Promise<string | null> {
  return transact(db, async (db) => {
    const opportunity = await lockOpportunity(db, who.opportunity)
    const mine = (await answersOf(db, responses, who.signup, [who.opportunity])).get(who.opportunity)
    if (mine?.status === 'declined')
      return 'The organizer has already answered your offer, so you cannot offer again. Thank you, and please see the other ways to help.'
    if (mine && mine.status !== 'withdrawn') return null
    const closed = whyNotOpen(opportunity)
    if (closed) return closed.form
    const move = placesLeft(opportunity) === 0 ? 'wait' : 'respond'
    const { country, zip_code, postal_code } = await db.get(
      'champion_signups',
      ['country', 'zip_code', 'postal_code'],
      { id: who.signup },
    )
    const home = country ? { country, postal_code } : { country: zip_code && 'US', postal_code: zip_code }
    const written = { ...form, ...home, asked_at: clock() }
    if (mine) await moveAnswers(db, responses, [mine.id], move, written)
    const first = { opportunity_id: who.opportunity, signup_id: who.signup, status: responseMoves[move].to, ...written }
    const response = mine?.id ?? (await db.add('opportunity_responses', first))
    const payload = { opportunity: who.opportunity, response }
    await writeActivityEvent(db, { type: 'opportunity_responded', signup: who.signup, ipHash: who.ipHash, payload })
    await enqueueLetter(db, 'opportunity-answer', { response })
    return null
  })
}

export function whyNotOpen({ is_open }: OpportunityRow): { form: string } | null {
  const form = 'This opportunity is closed, so we could not send your offer. Please see the other ways to help.'
  return is_open ? null : { form }
}

/** Takes a champion's offer back, at any time; their place goes to the next who waits. Nothing to take back is fine. */
export async function withdraw(db: Db, { opportunity: id, signup }: Who): Promise<void> {
  await transact(db, async (db) => {
    await lockOpportunity(db, id)
    await takeBack(db, responses, { id, signup }, 'withdraw')
    await fillPlaces(db, id)
  })
}

/**
 * Takes all of a champion's offers back. To be called in the transaction that deletes their signup, before it is marked
 * as deleted.
 */
export async function withdrawAll(db: Db, signup: number): Promise<void> {
  const answered = await db
    .selectFrom('opportunity_responses')
    .select('opportunity_id')
    .distinct()
    .where('signup_id', 'in', await signupIdsOf(db, signup))
    .where('status', 'in', [...placeHolding, 'waiting'])
    .orderBy('opportunity_id')
    .execute()
  for (const { opportunity_id } of answered) await withdraw(db, { opportunity: opportunity_id, signup })
}

/** Gives free places to those who wait, in their order, and notifies them, after a place is freed or added. */
export async function fillPlaces(db: Db, id: number): Promise<void> {
  await transact(db, async (db) => {
    const opportunity = await lockOpportunity(db, id)
    if (opportunity.closed_at !== null) return
    await fillFree(db, responses, id, placesLeft(opportunity) ?? Infinity)
  })
}

/**
 * The opportunity, which no one else answers before this transaction ends: its places are counted true. Throws a 404.
 */
export async function lockOpportunity(db: Db, id: number): Promise<OpportunityRow> {
  // Only the next statement sees what the lock had waited for.
  await db.selectFrom('opportunities').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  return allOpportunities(db)
    .where('t.id', '=', id)
    .executeTakeFirstOrThrow(() => new HttpError(404, 'There is no such opportunity. It may have been deleted.'))
}
