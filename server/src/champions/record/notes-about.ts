import { sql } from 'kysely'

export type Person = { signup: number } | { buid: string }

/** Matches notes `n` about the person or about one of their linked or merged signups. */
export function isNoteAbout(person: Person) {
  const { buid, signup } = { buid: null, signup: null, ...person }
  const alumnus = sql`coalesce(${buid}::text, (select buid from champion_signups where id = ${signup}::bigint))`
  return sql<boolean>`(n.buid = ${alumnus} or n.signup_id in (
    select signups_standing_for(id) from champion_signups where id = ${signup}::bigint or buid = ${alumnus}))`
}
