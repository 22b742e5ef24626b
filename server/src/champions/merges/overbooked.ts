import { sql } from 'kysely'
import { placeHolding } from '@alumni/shared/opportunities'
import type { UndoOutcome } from '@alumni/shared/signup-merges'
import type { EntityManager } from '../../foundations/database/orm.ts'
import { lockOpportunity } from '../../publications/index.ts'
import type { Row } from './pointers.ts'

type Answers = { event_rsvps: readonly Row[]; opportunity_responses: readonly Row[] }

/** The answered events and opportunities that have more people than places. */
export async function overbooked(em: EntityManager, answers: Answers): Promise<UndoOutcome['over']> {
  const over: UndoOutcome['over'] = []
  for (const event of new Set(answers.event_rsvps.map(({ event_id }) => event_id as number))) {
    const { title, count } = (await em
      .getKysely()
      .selectFrom('events as e')
      .innerJoin('event_rsvps as r', 'r.event_id', 'e.id')
      .select(['e.title', sql<number>`sum(1 + r.guests)::int - e.places`.as('count')])
      .where('e.id', '=', event)
      .where('r.status', 'in', ['going', 'attended', 'absent'])
      .groupBy('e.id')
      .executeTakeFirst()) ?? { title: '', count: 0 }
    if (count > 0) over.push({ what: 'event_rsvps', title, count })
  }
  for (const id of new Set(answers.opportunity_responses.map(({ opportunity_id }) => opportunity_id as number))) {
    const { title, places } = await lockOpportunity(em, id)
    const { taken } = await em
      .getKysely()
      .selectFrom('opportunity_responses')
      .select(({ fn }) => fn.countAll<number>().as('taken'))
      .where('opportunity_id', '=', id)
      .where('status', 'in', placeHolding)
      .executeTakeFirstOrThrow()
    if (places !== null && taken > places) over.push({ what: 'opportunity_responses', title, count: taken - places })
  }
  return over
}
