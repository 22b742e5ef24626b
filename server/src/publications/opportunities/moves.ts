import { sql } from 'kysely'
import { responseMoves, type ResponseForm, type ResponseMove } from '@alumni/shared/publications/opportunities'
import type { Db } from '../../foundations/database/db.ts'

type Written = ResponseForm & { asked_at: ReturnType<typeof clock> }
type Decided = { decided_by_id: number; decided_at: ReturnType<typeof clock> }

/** The time of now, not of the transaction's start: who held the opportunity's lock first stands first in line. */
export const clock = () => sql<string>`clock_timestamp()`

/** Begins a response, which no other of this person's exists for. Answers its id. */
export async function beginResponse(
  db: Db,
  { opportunity, signup }: { opportunity: number; signup: number },
  move: 'respond' | 'wait',
  written: Written,
): Promise<number> {
  const { id } = await db
    .insertInto('opportunity_responses')
    .values({ opportunity_id: opportunity, signup_id: signup, status: responseMoves[move].to, ...written })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The one place that changes `status` of responses. Answers the ids of those that moved: the status of the others does not allow it, and they stay as they are. */
export async function moveResponses(
  db: Db,
  ids: readonly number[],
  move: ResponseMove,
  written: Partial<Written> | Decided = {},
): Promise<number[]> {
  const { from, to } = responseMoves[move]
  const moved = await db
    .updateTable('opportunity_responses')
    .set({ status: to, updated_at: sql<string>`now()`, ...written })
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .where('status', 'in', from)
    .returning('id')
    .execute()
  return moved.map(({ id }) => id)
}
