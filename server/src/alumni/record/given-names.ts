import { readFileSync } from 'node:fs'
import { sql } from 'kysely'

const rows = readFileSync(new URL('nicknames.csv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split(','))
const pairs = rows.flatMap(([formal, ...short]) => short.map((nickname) => ({ nickname, formal })))

/** Nicknames with their formal names, folded: Bill may be William, Sandy Alexander or Alexandra. */
const nicknames = sql`select * from unnest(${pairs.map(({ nickname }) => nickname)}::text[], ${pairs.map(({ formal }) => formal)}::text[]) as n (nickname, formal)`

/**
 * CTEs on `people` (id, first, preferred, middle). `given_key` has given names and the formal names of nicknames.
 * Two people may be the same if they share a key, unless it is a middle name of both or their initials differ.
 */
export const givenKeys = sql`
  nickname as materialized (${nicknames}),
  given as materialized (
    select id, word, is_middle from people
      cross join lateral (
        select word, nth > 1 as is_middle from regexp_split_to_table(folded_name(first), ' ') with ordinality w (word, nth)
        union all select folded_name(preferred), false
        union all select word, true from regexp_split_to_table(folded_name(middle), ' ') word) names
    where length(word) > 1),
  given_key as materialized (
    select id, key, bool_and(is_middle) as is_middle
    from (select id, word as key, is_middle from given
      union all select id, formal, is_middle from given join nickname on nickname = word) known
    group by id, key)`
