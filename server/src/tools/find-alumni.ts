import { sql, type RawBuilder } from 'kysely'
import { mostCandidates } from '@alumni/shared/batch-search'
import type { EntityManager } from '../database/orm.ts'

/** Who was found for a question: how many, and the ids of the first of them. */
export type Found = { total: number; ids: number[] }
/** `at` is the place of the question. */
type Asked = { at: number; value: string }

/** Whose one of the five addresses is: one join for all. A question may have several addresses. */
export async function findByEmail(em: EntityManager, asked: readonly Asked[]): Promise<Map<number, Found>> {
  if (asked.length === 0) return new Map()
  return firstOfEach(
    em,
    sql`
    select distinct at, alumnus_id as id, alumnus_id as place
    from unnest(${asked.map(({ at }) => at)}::int[], ${asked.map(({ value }) => value)}::text[]) asked (at, address)
    join alumni_emails on email = lower(btrim(address))
  `,
  )
}

export async function findByIdentifier(
  em: EntityManager,
  column: 'buid' | 'contact_id',
  asked: readonly Asked[],
): Promise<Map<number, Found>> {
  if (asked.length === 0) return new Map()
  return firstOfEach(
    em,
    sql`
    select at, id, id as place from unnest(${asked.map(({ at }) => at)}::int[], ${asked.map(({ value }) => value)}::text[]) asked (at, value)
    join alumni on ${sql.ref(column)} = value
  `,
  )
}

/** `hits` has the place of a question, an id and what they are put in order by, one row for each person of each question. */
export async function firstOfEach(em: EntityManager, hits: RawBuilder<unknown>): Promise<Map<number, Found>> {
  const { rows } = await sql<{ at: number; total: number; ids: number[] }>`
    select at, max(total)::int as total, array_agg(id order by nth) as ids
    from (select at, id, count(*) over (partition by at) as total, row_number() over (partition by at order by place) as nth from (${hits}) hit) ranked
    where nth <= ${mostCandidates} group by at
  `.execute(em.getKysely())
  return new Map(rows.map(({ at, total, ids }) => [at, { total, ids }]))
}
