import { sql, type RawBuilder } from 'kysely'
import { mostCandidates } from '@alumni/shared/batch-search'
import type { EntityManager } from '../database/orm.ts'

/** Who was found for a question: how many, and the ids of the first of them. */
export type Found = { total: number; ids: string[] }
export type Asked = { key: string; value: string }

/** Whose one of the five addresses is: one join for all. A question may have several addresses. */
export async function findByEmail(em: EntityManager, asked: readonly Asked[]): Promise<Map<string, Found>> {
  if (asked.length === 0) return new Map()
  return firstOfEach(em, sql`
    select distinct key, alumnus_id as id, alumnus_id as place
    from unnest(${asked.map(({ key }) => key)}::text[], ${asked.map(({ value }) => value)}::text[]) asked (key, address)
    join alumni_emails on email = lower(btrim(address))
  `)
}

export async function findByIdentifier(em: EntityManager, column: 'buid' | 'contact_id', asked: readonly Asked[]): Promise<Map<string, Found>> {
  if (asked.length === 0) return new Map()
  return firstOfEach(em, sql`
    select key, id, id as place from unnest(${asked.map(({ key }) => key)}::text[], ${asked.map(({ value }) => value)}::text[]) asked (key, value)
    join alumni on ${sql.ref(column)} = value
  `)
}

/** `hits` has a key, an id and what they are put in order by, one row for each person of each question. */
export async function firstOfEach(em: EntityManager, hits: RawBuilder<unknown>): Promise<Map<string, Found>> {
  const { rows } = await sql<{ key: string; total: number; ids: string[] }>`
    select key, max(total)::int as total, array_agg(id order by nth) as ids
    from (select key, id, count(*) over (partition by key) as total, row_number() over (partition by key order by place) as nth from (${hits}) hit) ranked
    where nth <= ${mostCandidates} group by key
  `.execute(em.getKysely())
  return new Map(rows.map(({ key, total, ids }) => [key, { total, ids }]))
}
