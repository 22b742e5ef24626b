import { sql } from 'kysely'
import type { EntityManager } from '../database/orm.ts'
import { firstOfEach, type Found } from './find-alumni.ts'
import { nameKeys, type NameKey } from './name-keys.ts'

type AskedName = { key: string; parts: string[] }
type Meaning = { key: string; folded: string; usual: NameKey[]; turned: NameKey[] }

/** Who has a name, as first or preferred and last or former one; read last name first only where nobody has it the usual way. */
export async function findByName(em: EntityManager, asked: readonly AskedName[]): Promise<Map<string, Found>> {
  const meanings = await meaningsOf(em, asked)
  const usual = await findMeant(em, meanings, 'usual')
  const turned = await findMeant(em, meanings.filter(({ key }) => !usual.has(key)), 'turned')
  return new Map([...usual, ...turned])
}

/** Names are folded where those on file are, so that both are folded alike. */
async function meaningsOf(em: EntityManager, asked: readonly AskedName[]): Promise<Meaning[]> {
  const parts = asked.flatMap((name) => name.parts)
  if (parts.length === 0) return []
  const { rows } = await sql<{ folded: string }>`
    select folded_name(part) as folded from unnest(${parts}::text[]) with ordinality asked (part, nth) order by nth
  `.execute(em.getKysely())
  let at = 0
  return asked.map(({ key, parts }) => {
    const folded = parts.map(() => rows[at++]!.folded)
    return { key, folded: folded.join(' '), ...nameKeys(folded) }
  })
}

/** Best first: those of whose name most words are in the line, then those whose middle name is, then the living. */
async function findMeant(em: EntityManager, meanings: readonly Meaning[], way: 'usual' | 'turned'): Promise<Map<string, Found>> {
  const asked = meanings.flatMap((meaning) => meaning[way].map((meant) => ({ ...meaning, meant })))
  if (asked.length === 0) return new Map()
  return firstOfEach(em, sql`
    with asked as (
      select * from unnest(${asked.map(({ key }) => key)}::text[], ${asked.map(({ folded }) => folded)}::text[], ${asked.map(({ meant }) => meant.key)}::text[], ${asked.map(({ meant }) => meant.words)}::int[])
        as asked (key, line, name, words)
    ), hits as (
      select asked.*, a.id from asked join alumni a on name_key(a.first_name, a.last_name) = name
      union all select asked.*, a.id from asked join alumni a on name_key(a.preferred_name, a.last_name) = name and a.preferred_name is not null
      union all select asked.*, a.id from asked join alumni a on name_key(a.first_name, a.former_last_name) = name and a.former_last_name is not null
      union all select asked.*, a.id from asked join alumni a on name_key(a.preferred_name, a.former_last_name) = name and a.preferred_name is not null and a.former_last_name is not null
    ), hit as (
      select key, line, id, max(words) as words from hits group by key, line, id
    )
    select hit.key, hit.id, row(-hit.words, not ${middleFits}, a.deceased, a.id) as place from hit join alumni a on a.id = hit.id
  `)
}

/** The middle name or its initial is a word of the line. */
const middleFits = sql`coalesce(
  position(' ' || folded_name(a.middle_name) || ' ' in ' ' || hit.line || ' ') > 0 or position(' ' || left(folded_name(a.middle_name), 1) || ' ' in ' ' || hit.line || ' ') > 0,
  false)`
