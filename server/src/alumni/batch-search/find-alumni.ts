import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import { maxCandidates } from '@alumni/shared/alumni/batch-search'
import type { Db } from '../../foundations/database/db.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'

export type Matches = { total: number; ids: number[] }
const foundRow = z.object({ index: z.number(), total: z.number(), ids: z.array(z.number()) })
type QuestionValue = { index: number; value: string }

/** Finds people by any of their addresses. A question may have several addresses. */
export async function findByEmail(db: Db, questions: readonly QuestionValue[]): Promise<Map<number, Matches>> {
  if (questions.length === 0) return new Map()
  return readFirstMatches(
    db,
    sql`
    select distinct index, alumnus_id as id, alumnus_id as rank
    from unnest(${questions.map(({ index }) => index)}::int[], ${questions.map(({ value }) => value)}::text[]) asked (index, address)
    join alumni_emails on email = fold_email(address)
  `,
  )
}

export async function findByIdentifier(
  db: Db,
  column: 'buid' | 'contact_id',
  questions: readonly QuestionValue[],
): Promise<Map<number, Matches>> {
  if (questions.length === 0) return new Map()
  return readFirstMatches(
    db,
    sql`
    select index, id, id as rank from unnest(${questions.map(({ index }) => index)}::int[], ${questions.map(({ value }) => value)}::text[]) asked (index, value)
    join alumni on ${sql.ref(column)} = value
  `,
  )
}

/** Reads the first matches of each question. `hits` selects index, id and rank, once per question and person. */
export async function readFirstMatches(db: Db, hits: RawBuilder<unknown>): Promise<Map<number, Matches>> {
  const rows = await selectRaw(
    db,
    foundRow,
    sql`
    select index, max(total)::int as total, array_agg(id order by nth) as ids
    from (select index, id, count(*) over (partition by index) as total, row_number() over (partition by index order by rank) as nth from (${hits}) hit) ranked
    where nth <= ${maxCandidates} group by index
  `,
  )
  return new Map(rows.map(({ index, total, ids }) => [index, { total, ids }]))
}
