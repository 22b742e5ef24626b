import { optOutTopics, type OptOutTopic } from '@alumni/shared/publications/list-letters'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../foundations/database/db.ts'

export type LetterPerson = { buid: string | null; signup: number | null }
type PersonInQuery = { buid: string | null | RawBuilder<unknown>; signup: number | null }

/** `name` is a folded e-mail address, or a person such as `alumnus 12` or `signup 34`. */
export function optOutKey(name: RawBuilder<unknown>) {
  return sql<string>`opt_out_key(${name})`
}

/** Selects a person's opt-out keys, including those for the person's e-mail addresses. */
export function selectOptOutKeys(person: PersonInQuery) {
  return sql<string>`${selectPersonalKeys(person)}
    union select ${optOutKey(sql`e.email`)} from alumni a join alumni_emails e on e.alumnus_id = a.id where a.buid = ${person.buid}::text
    union select ${optOutKey(sql`s.folded_email`)} from champion_signups s
      where s.id in (${signupsOf(person)}) and s.folded_email <> ''`
}

/** Selects a person's opt-out keys, except those for addresses, which other people may share. */
export function selectPersonalKeys(person: PersonInQuery) {
  return sql<string>`select ${optOutKey(sql`'alumnus ' || id`)} from alumni where buid = ${person.buid}::text
    union select ${optOutKey(sql`'signup ' || id`)} from (${signupsOf(person)}) own (id) where id is not null`
}

function signupsOf({ buid, signup }: PersonInQuery) {
  return sql`select signups_standing_for(${signup}::bigint)
    union select signups_standing_for(id) from champion_signups where buid = ${buid}::text and deleted_at is null`
}

/** Includes the topics that an address of the person has opted out of. */
export async function readOptOuts(db: Db, person: LetterPerson): Promise<OptOutTopic[]> {
  const rows = await db
    .selectFrom('letter_opt_outs')
    .select('topic')
    .distinct()
    .where(sql<boolean>`address_key in (${selectOptOutKeys(person)})`)
    .execute()
  return optOutTopics.filter((topic) => rows.some((row) => row.topic === topic))
}
