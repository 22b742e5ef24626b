import { sql } from 'kysely'

export type Person = { signup: number } | { buid: string }

/** Selects notes `n` about the person or about a linked or merged signup. */
export function isNoteAbout(person: Person) {
  const { buid, signup } = { buid: null, signup: null, ...person }
  const alumnus = sql`coalesce(${buid}::text, (select buid from champion_signups where id = ${signup}::bigint))`
  return sql<boolean>`(n.buid = ${alumnus} or n.signup_id in (
    select signups_standing_for(id) from champion_signups where id = ${signup}::bigint or buid = ${alumnus}))`
}
