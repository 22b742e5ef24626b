import { sql } from 'kysely'
import { registerAnswers } from '../champions/index.ts'
import type { Db } from '../foundations/database/db.ts'
import { leaveAll } from './communities/communities.ts'
import { declineAll, fillPlaces as fillEvent, lockEvent } from './events/answer-event.ts'
import { recordAttendances } from './events/attendance.ts'
import { rsvps, takenPlaces } from './events/rsvps.ts'
import { fillPlaces as fillOpportunity, lockOpportunity, withdrawAll } from './opportunities/respond.ts'
import { responses } from './opportunities/responses.ts'
import { suggestionsFor } from './suggestions.ts'

/** Registers what champions answer here, once in each process. */
export function registerPublications(): void {
  registerAnswers({
    kinds: {
      event_rsvps: {
        weightOf: (status) => rsvps.weight[status as keyof typeof rsvps.weight],
        holding: rsvps.holding,
        lock: lockEvent,
        fillPlaces: async (db, id) => fillEvent(db, await lockEvent(db, id)),
        overbooking: overbookedEvent,
      },
      opportunity_responses: {
        weightOf: (status) => responses.weight[status as keyof typeof responses.weight],
        holding: responses.holding,
        lock: lockOpportunity,
        fillPlaces: fillOpportunity,
        overbooking: overbookedOpportunity,
      },
    },
    withdrawAll: leaveEverything,
    recordAttendances,
    suggest: suggestionsFor,
  })
}

/**
 * Ends what a champion takes part in: their memberships, their places at events to come and their offers of help. To be
 * called in the transaction that deletes their signup, before it is marked as deleted.
 */
async function leaveEverything(db: Db, signup: number): Promise<void> {
  await leaveAll(db, signup)
  await declineAll(db, signup)
  await withdrawAll(db, signup)
}

async function overbookedEvent(db: Db, id: number) {
  const count = sql<number>`coalesce(${takenPlaces} - t.places, 0)`.as('count')
  return db.selectFrom('events as t').select(['t.title', count]).where('t.id', '=', id).executeTakeFirstOrThrow()
}

async function overbookedOpportunity(db: Db, id: number) {
  const { title, places, taken } = await lockOpportunity(db, id)
  return { title, count: places === null ? 0 : taken - places }
}
