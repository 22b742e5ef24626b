import { sql } from 'kysely'

/** The person whom a page of notes is about. */
export type Person = { signup: number } | { buid: string }

/** In a query of `signup_notes as n`: whether a note is about this person; linked and merged signups count. */
export function isAbout(person: Person) {
  const { buid, signup } = { buid: null, signup: null, ...person }
  const alumnus = sql`coalesce(${buid}::text, (select buid from champion_signups where id = ${signup}::bigint))`
  return sql<boolean>`(n.buid = ${alumnus} or n.signup_id in (
    select signups_standing_for(id) from champion_signups where id = ${signup}::bigint or buid = ${alumnus}))`
}
