import { familyAndGiven } from '@alumni/shared/alumni/typed-person'
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../foundations/database/db.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import { firstOfEach, type Found } from './find-alumni.ts'
import { nameKeys, type NameKey } from './name-keys.ts'

type AskedName = { index: number; parts: string[]; years: number[] }
type Meaning = { index: number; year: number | null; folded: string; usual: NameKey[]; reversed: NameKey[] }

/**
 * Finds people by name, the first or preferred with the last or former one; a line is read last name first only where
 * that finds no one the usual way.
 */
export async function findByName(db: Db, asked: readonly AskedName[]): Promise<Map<number, Found>> {
  const meanings = await meaningsOf(db, asked)
  const usual = await findMeant(db, meanings, 'usual')
  const reversed = await findMeant(
    db,
    meanings.filter(({ index }) => !usual.has(index)),
    'reversed',
  )
  return new Map([...usual, ...reversed])
}

/** Names are folded where those on file are, so that both are folded alike. */
async function meaningsOf(db: Db, asked: readonly AskedName[]): Promise<Meaning[]> {
  const readings = asked.map(({ parts }) => readingsOf(parts))
  const parts = readings.flat(2)
  if (parts.length === 0) return []
  const rows = await selectRaw(
    db,
    z.object({ folded: z.string() }),
    sql`select folded_name(part) as folded from unnest(${parts}::text[]) with ordinality asked (part, nth) order by nth`,
  )
  let next = 0
  return asked.map(({ index, years: [year = null] }, at) => {
    const folded = readings[at]!.map((parts) => parts.map(() => rows[next++]!.folded))
    const keys = folded.map(nameKeys)
    const usual = keys.flatMap((each) => each.usual)
    return { index, year, folded: folded[0]!.join(' '), usual, reversed: keys.flatMap((each) => each.reversed) }
  })
}

/** The parts of a name; where it has no spaces, also as family and given name between commas. */
function readingsOf(parts: readonly string[]): (readonly string[])[] {
  return [parts, ...(parts.length === 1 ? familyAndGiven(parts[0]!) : [])]
}

/**
 * Best first: those of the class year of the line, then those of whose name most words are in the line, who are called
 * so today, whose middle name is in the line, and the living.
 */
async function findMeant(db: Db, meanings: readonly Meaning[], way: 'usual' | 'reversed'): Promise<Map<number, Found>> {
  const asked = meanings.flatMap((meaning) => meaning[way].map((meant) => ({ ...meaning, meant })))
  if (asked.length === 0) return new Map()
  return firstOfEach(
    db,
    sql`
    with hit as (
      select index, year, line, id, min(is_former - 2 * words) as fit
      from unnest(${asked.map(({ index }) => index)}::int[], ${asked.map(({ year }) => year)}::int[], ${asked.map(({ folded }) => folded)}::text[], ${asked.map(({ meant }) => meant.key)}::text[], ${asked.map(({ meant }) => meant.words)}::int[]) as asked (index, year, line, name, words)
      cross join lateral (${named('first_name', 'last_name')} union all ${named('preferred_name', 'last_name')} union all ${named('first_name', 'former_last_name')} union all ${named('preferred_name', 'former_last_name')} offset 0) named
      group by index, year, line, id
    )
    select hit.index, hit.id, row(year is not null and not ${isOfYear}, hit.fit, not ${middleFits}, a.deceased, a.id) as rank from hit join alumni a on a.id = hit.id
  `,
  )
}

/** One look-up by index for each name, which `offset 0` above holds to, whatever is known of the index. */
function named(first: 'first_name' | 'preferred_name', last: 'last_name' | 'former_last_name'): RawBuilder<unknown> {
  const isGiven = [
    ...(first === 'preferred_name' ? [sql`and preferred_name is not null`] : []),
    ...(last === 'former_last_name' ? [sql`and former_last_name is not null`] : []),
  ]
  return sql`select id, ${sql.lit(last === 'former_last_name' ? 1 : 0)} as is_former from alumni where name_key(${sql.ref(first)}, ${sql.ref(last)}) = asked.name ${sql.join(isGiven, sql` `)}`
}

const isOfYear = sql`exists (
  select from educations e where e.buid = a.buid and e.kind = 'degree' and extract(year from e.degree_date) = hit.year)`

/** The middle name or its initial is a word of the line. */
const middleFits = sql`coalesce(
  position(' ' || folded_name(a.middle_name) || ' ' in ' ' || hit.line || ' ') > 0 or position(' ' || left(folded_name(a.middle_name), 1) || ' ' in ' ' || hit.line || ' ') > 0,
  false)`
