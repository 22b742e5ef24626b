import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import { maxCandidates } from '@alumni/shared/alumni/batch-search'
import type { Db } from '../../foundations/database/db.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'

/** The number of people a question finds, and the ids of the first. */
export type Found = { total: number; ids: number[] }
const foundOfQuestion = z.object({ index: z.number(), total: z.number(), ids: z.array(z.number()) })
/** `index` is that of the question. */
type Asked = { index: number; value: string }

/** Finds people by any of five addresses in one join. A question may have several addresses. */
export async function findByEmail(db: Db, asked: readonly Asked[]): Promise<Map<number, Found>> {
  if (asked.length === 0) return new Map()
  return firstOfEach(
    db,
    sql`
    select distinct index, alumnus_id as id, alumnus_id as rank
    from unnest(${asked.map(({ index }) => index)}::int[], ${asked.map(({ value }) => value)}::text[]) asked (index, address)
    join alumni_emails on email = fold_email(address)
  `,
  )
}

export async function findByIdentifier(
  db: Db,
  column: 'buid' | 'contact_id',
  asked: readonly Asked[],
): Promise<Map<number, Found>> {
  if (asked.length === 0) return new Map()
  return firstOfEach(
    db,
    sql`
    select index, id, id as rank from unnest(${asked.map(({ index }) => index)}::int[], ${asked.map(({ value }) => value)}::text[]) asked (index, value)
    join alumni on ${sql.ref(column)} = value
  `,
  )
}

/**
 * `hits` selects the index of a question, an id and the rank by which they are ordered, one row for each person of each
 * question.
 */
export async function firstOfEach(db: Db, hits: RawBuilder<unknown>): Promise<Map<number, Found>> {
  const rows = await selectRaw(
    db,
    foundOfQuestion,
    sql`
    select index, max(total)::int as total, array_agg(id order by nth) as ids
    from (select index, id, count(*) over (partition by index) as total, row_number() over (partition by index order by rank) as nth from (${hits}) hit) ranked
    where nth <= ${maxCandidates} group by index
  `,
  )
  return new Map(rows.map(({ index, total, ids }) => [index, { total, ids }]))
}
