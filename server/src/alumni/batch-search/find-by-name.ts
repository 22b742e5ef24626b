import { splitFamilyAndGiven } from '@alumni/shared/alumni/typed-person'
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../foundations/database/db.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import { readFirstMatches, type Matches } from './find-alumni.ts'
import { listNameKeys, type NameKey } from './name-keys.ts'

type NameQuestion = { index: number; parts: string[]; years: number[] }
type Meaning = { index: number; year: number | null; folded: string; usual: NameKey[]; reversed: NameKey[] }

/** Finds people by name. Tries the reversed word order only if the usual order matches no one. */
export async function findByName(db: Db, names: readonly NameQuestion[]): Promise<Map<number, Matches>> {
  const meanings = await readMeanings(db, names)
  const usual = await findByKeys(db, meanings, 'usual')
  const reversed = await findByKeys(
    db,
    meanings.filter(({ index }) => !usual.has(index)),
    'reversed',
  )
  return new Map([...usual, ...reversed])
}

/** Folds the names in the database, so that they match the folded names on file. */
async function readMeanings(db: Db, names: readonly NameQuestion[]): Promise<Meaning[]> {
  const readings = names.map(({ parts }) => readingsOf(parts))
  const parts = readings.flat(2)
  if (parts.length === 0) return []
  const rows = await selectRaw(
    db,
    z.object({ folded: z.string() }),
  )`select folded_name(part) as folded from unnest(${parts}::text[]) with ordinality parts (part, position) order by position`
  let next = 0
  return names.map(({ index, years: [year = null] }, nameIndex) => {
    const folded = readings[nameIndex]!.map((parts) => parts.map(() => rows[next++]!.folded))
    const keys = folded.map(listNameKeys)
    const usual = keys.flatMap((each) => each.usual)
    return { index, year, folded: folded[0]!.join(' '), usual, reversed: keys.flatMap((each) => each.reversed) }
  })
}

/** Returns the parts. For a single part without spaces, such as a Chinese name, also returns all its splits. */
function readingsOf(parts: readonly string[]): (readonly string[])[] {
  return [parts, ...(parts.length === 1 ? splitFamilyAndGiven(parts[0]!) : [])]
}

/** Ranks by class year, then number of matched words, current last name, middle name, and living people first. */
async function findByKeys(
  db: Db,
  meanings: readonly Meaning[],
  order: 'usual' | 'reversed',
): Promise<Map<number, Matches>> {
  const keys = meanings.flatMap((meaning) => meaning[order].map((nameKey) => ({ ...meaning, ...nameKey })))
  if (keys.length === 0) return new Map()
  return readFirstMatches(
    db,
    sql`
    with hit as (
      -- Keeps the best of the names under which a person matches.
      select distinct on (index, year, folded_line, id) index, year, folded_line, id, words, is_former
      from unnest(
        ${keys.map(({ index }) => index)}::int[], ${keys.map(({ year }) => year)}::int[],
        ${keys.map(({ folded }) => folded)}::text[], ${keys.map(({ key }) => key)}::text[],
        ${keys.map(({ words }) => words)}::int[]
      ) searched_name (index, year, folded_line, key, words)
      cross join lateral (
        ${selectByName('first_name', 'last_name')}
        union all ${selectByName('preferred_name', 'last_name')}
        union all ${selectByName('first_name', 'former_last_name')}
        union all ${selectByName('preferred_name', 'former_last_name')}
        offset 0
      ) person
      order by index, year, folded_line, id, words desc, is_former
    )
    select hit.index, hit.id, row(
      year is not null and not ${isOfYear}, -words, is_former, not ${middleNameFits}, alumnus.deceased, alumnus.id) as rank
    from hit join alumni alumnus on alumnus.id = hit.id
  `,
  )
}

/** Selects the people with a `searched_name`. The caller's `offset 0` makes the planner use an index on the name. */
function selectByName(
  first: 'first_name' | 'preferred_name',
  last: 'last_name' | 'former_last_name',
): RawBuilder<unknown> {
  const optionalNames = [first, last].filter((name) => name !== 'first_name' && name !== 'last_name')
  const arePresent = optionalNames.map((name) => sql`and ${sql.ref(name)} is not null`)
  return sql`select id, ${sql.lit(last === 'former_last_name')} as is_former from alumni
    where name_key(${sql.ref(first)}, ${sql.ref(last)}) = searched_name.key ${sql.join(arePresent, sql` `)}`
}

/** True if the alumnus has a degree from the year of the `hit`. */
const isOfYear = sql`exists (
  select from educations degree
  where degree.buid = alumnus.buid and kind = 'degree' and extract(year from degree_date) = hit.year)`

/** True if the line of the `hit` contains the alumnus's middle name, or its initial, as a word. */
const middleNameFits = sql`coalesce(
  position(' ' || folded_name(alumnus.middle_name) || ' ' in ' ' || hit.folded_line || ' ') > 0
    or position(' ' || left(folded_name(alumnus.middle_name), 1) || ' ' in ' ' || hit.folded_line || ' ') > 0,
  false)`
