import { sql } from 'kysely'
import type { ResponseStatus } from '@alumni/shared/publications/opportunities'
import { idsStandingFor } from '../../champions/index.ts'
import type { Db } from '../../foundations/database/db.ts'

/** Where two signups were merged that had both answered, the answer that means most counts. */
export const responseWeight = { accepted: 4, responded: 3, waiting: 2, declined: 1, withdrawn: 0 } satisfies Record<
  ResponseStatus,
  number
>

/** What a champion has answered to these opportunities, by opportunity. An answer of a signup that was merged into theirs is theirs. */
export async function responsesTo(db: Db, signup: number | null, opportunities: readonly number[]) {
  if (signup === null || opportunities.length === 0) return new Map<number, never>()
  const rows = await db
    .selectFrom('opportunity_responses')
    .select(['id', 'opportunity_id', 'status', 'message', 'answer', 'asked_at'])
    .where('opportunity_id', 'in', opportunities)
    .where('signup_id', 'in', await idsStandingFor(db, signup))
    .orderBy('id')
    .execute()
  return new Map(
    rows
      .toSorted((a, b) => responseWeight[a.status] - responseWeight[b.status])
      .map((response) => [response.opportunity_id, response]),
  )
}

/** The place of a response in the line of those who wait, from 1. */
export async function placeInLine(db: Db, response: number): Promise<number> {
  const { place } = await db
    .selectFrom('opportunity_responses as mine')
    .innerJoin('opportunity_responses as r', 'r.opportunity_id', 'mine.opportunity_id')
    .select(({ fn }) => fn.countAll<number>().as('place'))
    .where('mine.id', '=', response)
    .where('r.status', '=', 'waiting')
    .where(sql<boolean>`(r.asked_at, r.id) <= (mine.asked_at, mine.id)`)
    .executeTakeFirstOrThrow()
  return place
}
