import type { Signup } from '../record/find-signup.ts'
import { lockEvent, lockOpportunity } from '../../publications/index.ts'
import type { EntityManager } from '../../foundations/database/orm.ts'
import type { Row } from './pointers.ts'

/** The signups with these ids, deleted ones too, that nobody else changes before this transaction ends; in the order of their ids. */
export async function lockSignups(em: EntityManager, ids: readonly number[]): Promise<Signup[]> {
  return em
    .getKysely()
    .selectFrom('champion_signups')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

type Answers = { event_rsvps: readonly Row[]; opportunity_responses: readonly Row[] }

/** The events and opportunities that were answered: their places are counted true. Before their answers, as whoever answers does it. */
export async function lockAnswered(em: EntityManager, { event_rsvps, opportunity_responses }: Answers): Promise<void> {
  for (const id of idsOf(event_rsvps, 'event_id')) await lockEvent(em, id)
  for (const id of idsOf(opportunity_responses, 'opportunity_id')) await lockOpportunity(em, id)
}

function idsOf(rows: readonly Row[], column: string): number[] {
  return [...new Set(rows.map((row) => row[column] as number))].toSorted((a, b) => a - b)
}
