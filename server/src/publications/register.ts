import { placeHolding } from '@alumni/shared/publications/opportunities'
import { sql } from 'kysely'
import { registerAnswers } from '../champions/index.ts'
import type { Db } from '../foundations/database/db.ts'
import { fillPlaces as fillEvent, lockEvent } from './content/answer-event.ts'
import { recordAttendances } from './content/attendance.ts'
import { leaveEverything } from './content/leave-everything.ts'
import { rsvpWeight } from './content/rsvps.ts'
import { fillPlaces as fillOpportunity, lockOpportunity, withdrawEverything } from './opportunities/respond.ts'
import { responseWeight } from './opportunities/responses.ts'
import { suggestionsFor } from './suggestions.ts'

const rsvpsWithPlace = ['going', 'attended', 'absent'] as const

/** Tells the champions' room what they answer here. Once in each process. */
export function registerPublications(): void {
  registerAnswers({
    kinds: {
      event_rsvps: {
        weightOf: (status) => rsvpWeight[status as keyof typeof rsvpWeight],
        holding: rsvpsWithPlace,
        lock: lockEvent,
        fillPlaces: async (db, id) => fillEvent(db, await lockEvent(db, id)),
        overbooking: overbookedEvent,
      },
      opportunity_responses: {
        weightOf: (status) => responseWeight[status as keyof typeof responseWeight],
        holding: placeHolding,
        lock: lockOpportunity,
        fillPlaces: fillOpportunity,
        overbooking: overbookedOpportunity,
      },
    },
    async withdrawAll(db, signup) {
      await leaveEverything(db, signup)
      await withdrawEverything(db, signup)
    },
    recordAttendances,
    suggest: suggestionsFor,
  })
}

async function overbookedEvent(db: Db, id: number) {
  const event = await db
    .selectFrom('events as e')
    .innerJoin('event_rsvps as r', 'r.event_id', 'e.id')
    .select(['e.title', sql<number>`sum(1 + r.guests)::int - e.places`.as('count')])
    .where('e.id', '=', id)
    .where('r.status', 'in', rsvpsWithPlace)
    .groupBy('e.id')
    .executeTakeFirst()
  return event ?? { title: '', count: 0 }
}

async function overbookedOpportunity(db: Db, id: number) {
  const { title, places, taken } = await lockOpportunity(db, id)
  return { title, count: places === null ? 0 : (taken ?? 0) - places }
}
