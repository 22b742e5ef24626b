import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import { maxCandidates } from '@alumni/shared/alumni/batch-search'
import type { Db } from '../../foundations/database/db.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'

export type Matches = { total: number; ids: number[] }
const foundRow = z.object({ index: z.number(), total: z.number(), ids: z.array(z.number()) })
type QuestionValue = { index: number; value: string }

/** Finds people by any of their e-mail addresses. Several addresses in a line share the line's index. */
export async function findByEmail(db: Db, questions: readonly QuestionValue[]): Promise<Map<number, Matches>> {
  if (questions.length === 0) return new Map()
  return readFirstMatches(
    db,
    sql`
    select distinct index, alumnus_id as id, alumnus_id as rank
    from ${unnestValues(questions)}
    join alumni_emails on email = fold_email(value)
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
    select index, id, id as rank
    from ${unnestValues(questions)}
    join alumni on ${sql.ref(column)} = value
  `,
  )
}

function unnestValues(questions: readonly QuestionValue[]): RawBuilder<unknown> {
  const [indexes, values] = [questions.map(({ index }) => index), questions.map(({ value }) => value)]
  return sql`unnest(${indexes}::int[], ${values}::text[]) question (index, value)`
}

/** `hits` must select index, id and rank, with each person once per question. */
export async function readFirstMatches(db: Db, hits: RawBuilder<unknown>): Promise<Map<number, Matches>> {
  const rows = await selectRaw(db, foundRow)`
    select index, max(total)::int as total, array_agg(id order by position) as ids
    from (
      select index, id, count(*) over (partition by index) as total,
        row_number() over (partition by index order by rank) as position
      from (${hits}) hit
    ) ranked_hit
    where position <= ${maxCandidates}
    group by index
  `
  return new Map(rows.map(({ index, total, ids }) => [index, { total, ids }]))
}
