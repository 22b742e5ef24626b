import { sql } from 'kysely'
import type { AnswerRules } from '../champions/index.ts'
import type { Db } from '../foundations/database/db.ts'
import { leaveCommunities } from './communities/communities.ts'
import { declineInvitations, fillEventPlaces, lockEvent } from './events/answer-event.ts'
import { rsvps, takenPlaces } from './events/rsvps.ts'
import { fillOpportunityPlaces, lockOpportunity, withdrawOffers } from './opportunities/respond.ts'
import { responses } from './opportunities/responses.ts'

export const answerRules: AnswerRules = {
  event_rsvps: {
    weightOf: (status) => rsvps.weight[status as keyof typeof rsvps.weight],
    occupyingStatuses: rsvps.occupyingStatuses,
    lock: lockEvent,
    fillPlaces: async (db, id) => fillEventPlaces(db, await lockEvent(db, id)),
    countOverbooked: countOverbookedEvent,
  },
  opportunity_responses: {
    weightOf: (status) => responses.weight[status as keyof typeof responses.weight],
    occupyingStatuses: responses.occupyingStatuses,
    lock: lockOpportunity,
    fillPlaces: fillOpportunityPlaces,
    countOverbooked: countOverbookedOpportunity,
  },
}

/** Must run in the transaction that deletes the signup, before the signup is marked as deleted. */
export async function withdrawAnswers(db: Db, signup: number): Promise<void> {
  await leaveCommunities(db, signup)
  await declineInvitations(db, signup)
  await withdrawOffers(db, signup)
}

async function countOverbookedEvent(db: Db, id: number) {
  const count = sql<number>`coalesce(${takenPlaces} - t.places, 0)`.as('count')
  return db.selectFrom('events as t').select(['t.title', count]).where('t.id', '=', id).executeTakeFirstOrThrow()
}

async function countOverbookedOpportunity(db: Db, id: number) {
  const { title, places, taken } = await lockOpportunity(db, id)
  return { title, count: places === null ? 0 : taken - places }
}
