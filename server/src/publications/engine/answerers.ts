import { sql, type Expression } from 'kysely'
import { survivorOf } from '../../champions/index.ts'
import type { Db } from '../../foundations/database/db.ts'

/** An answer's author as staff see them; `signup_id` is null for a deleted signup. */
export type Answerer = { signup_id: number | null; name: string; email: string | null; buid: string | null }

export const unknownAnswerer: Answerer = { signup_id: null, name: 'Deleted signup', email: null, buid: null }

/**
 * The people whom references to signups stand for now, by the id that is referred to; who has deleted their signup is
 * not among them.
 */
export async function answerersOf(db: Db, signups: readonly number[]): Promise<Map<number, Answerer>> {
  if (signups.length === 0) return new Map()
  const rows = await db
    .selectFrom('champion_signups as r')
    .innerJoin('champion_signups as s', (join) => join.on('s.id', '=', ({ ref }) => survivorOf(ref('r.id'))))
    .select(['r.id as referred', 's.id', 's.first_name', 's.last_name', 's.email', 's.buid'])
    .where('r.id', 'in', [...new Set(signups)])
    .execute()
  return new Map(
    rows.map(({ referred, id, first_name, last_name, email, buid }) => [
      referred,
      { signup_id: id, name: [first_name, last_name].filter(Boolean).join(' ') || email, email, buid },
    ]),
  )
}

/** In a query: the signup that a reference to one stands for now; of a deleted signup the reference itself. */
export function answererOf(signupId: Expression<number>) {
  return sql<number>`coalesce(${survivorOf(signupId)}, ${signupId})`
}

/** Columns of a person in a CSV file of answers, and what stands in them. */
export const personColumns = ['name', 'email', 'buid'] as const
export const csvPerson = ({ name, email, buid }: Answerer = unknownAnswerer) => [name, email, buid]
